package hidden

import "testing"

// TestFinish: calls of hidden intrinsic functions get their other names, and nothing else does.
func TestFinish(t *testing.T) {
	hidden := Names{}
	for _, name := range Intrinsics {
		hidden[name] = true
	}
	for text, want := range map[string]string{
		"n = size(a) + \x01size(2)":        "n = coral_f_size(a) + size(2)",
		"x%size(1) = 'size(2)'":            "x%size(1) = 'size(2)'",
		"  logical(c_bool) :: a":           "  logical(c_bool) :: a",
		"a = logical(b, 4)":                "a = coral_f_logical(b, 4)",
		"a = [logical(4) :: b]":            "a = [logical(4) :: b]",
		"allocate (logical((1)) :: a(2))":  "allocate (logical((1)) :: a(2))",
		"call move_alloc(a, b)":            "call coral_f_move_alloc(a, b)",
		"integer, pointer :: p => null ()": "integer, pointer :: p => coral_f_null ()",
		"sum = all":                        "sum = all",
	} {
		if got := hidden.Finish(text, func(string) {}); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
