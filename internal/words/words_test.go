package words

import "testing"

func TestNearest(t *testing.T) {
	list := []string{"event_notify", "event_wait", "spawn", "-n", "--tag"}
	for word, want := range map[string]string{
		"event_notfy": "event_notify", "evnet_wait": "event_wait",
		"span": "spawn", "-m": "-n",
		"--bad": "", "--tga": "--tag", "exchange": "", "event": "", "": ""} {
		if got := Nearest(word, list); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
	if got := Nearest("ab", []string{"ac", "ad"}); got != "" {
		t.Errorf("of two alike: %q", got)
	}
}
