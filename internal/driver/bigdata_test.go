package driver

import "testing"

func TestBigData(t *testing.T) {
	for option, want := range map[string]int{"-mcmodel=medium": 1, "-mcmodel=large": 1,
		"-mcmodel=small": 0, "-O2": 0} {
		if got := bigDataOptions([]string{"-c", option}); len(got) != want {
			t.Errorf("%s: %v", option, got)
		}
	}
	for message, want := range map[string]bool{
		"go.go:(.text+0xb6f): relocation truncated to fit: R_X86_64_PC32 against `x'":         true,
		"failed to convert GOTPCREL relocation against '_end'; relink with --no-relax":        true,
		"a.o: in function `main': undefined reference to `f'\ncollect2: error: ld returned 1": false,
	} {
		if beyondReach(message) != want {
			t.Errorf("%q", message)
		}
	}
}
