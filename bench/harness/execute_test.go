package harness

import (
	"strings"
	"testing"
)

// TestTail: of a long output the cause is told, although it stands at the beginning.
func TestTail(t *testing.T) {
	const cause = "coral: error: image 2 on host b cannot be bound to MPI"
	after := strings.Repeat("compilation terminated.\n", 100)
	for output, want := range map[string]string{
		" short\n":                        "short",
		"a note\n" + cause + "\n" + after: cause + "\n…",
		after:                             "…",
	} {
		if got := Tail([]byte(output)); !strings.HasPrefix(got, want) || len(got) > 700 {
			t.Errorf("%.80q: %q", output, got)
		}
	}
}
