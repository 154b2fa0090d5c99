package symbols

import "testing"

// Names of runtime libraries become those of the language; what names no procedure that a user
// would know is left out.
func TestCalledName(t *testing.T) {
	for symbol, want := range map[string]string{
		"_gfortran_sleep_i4_sub": "SLEEP", "_gfortran_st_read": "READ",
		"_gfortran_st_write_done": "WRITE", "_gfortran_transfer_integer": "",
		"_FortranASleep": "SLEEP", "_FortranAioBeginExternalListInput": "",
		"nanosleep": "nanosleep", "coral_sync_all_": "", "": "",
	} {
		if got := calledName(symbol); got != want {
			t.Errorf("%s is called %q, not %q", symbol, got, want)
		}
	}
}
