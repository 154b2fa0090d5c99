package objfile

import "testing"

// TestBitcodeNames: in bitcode names stand behind each other without marks between them.
func TestBitcodeNames(t *testing.T) {
	t.Parallel()
	o := Object{content: []byte(bitcodeMagic + "\x35\x14\x00mainxmp_sync_allprintf\x00")}
	for name, want := range map[string]bool{"xmp_sync_all": true, "xmp_lock": false, "main": true} {
		if got := o.RefersTo(func(n string) bool { return n == name }); got != want {
			t.Errorf("RefersTo(%q): %v, want %v", name, got, want)
		}
	}
}
