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

func TestAdviceOnUndefinedProcedures(t *testing.T) {
	for messages, want := range map[string]string{
		"undefined reference to `co_summ_'\n":     "no file defines 'co_summ'; did you mean co_sum?",
		"/usr/bin/ld: p.o: in function `main':\n": "",
		"ld.lld: error: undefined symbol: sync_images_\n": "'sync_images' is no procedure: " +
			"write sync images (...)",
		"undefined reference to `xmp_sync_al'\n": "no file defines 'xmp_sync_al'; " +
			"did you mean xmp_sync_all?",
		"p.f90:9: undefined reference to `dgemm_'\n":            "",
		"undefined reference to `a_'\n... `atomic_fech_add_'\n": "",
		"undefined reference to `x_'\nundefined reference to `co_maxi_'\n": "no file defines " +
			"'co_maxi'; did you mean co_max?",
	} {
		if got := adviseUndefined(messages); got != want {
			t.Errorf("%q: %q", messages, got)
		}
	}
}
