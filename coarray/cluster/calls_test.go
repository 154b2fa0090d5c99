package cluster

import (
	"testing"

	"github.com/coral-pgas/coral/coarray"
)

// TestCallsAny: it tells what this program calls, also what is inlined, and not what it does not.
func TestCallsAny(t *testing.T) {
	var none coarray.Image
	if images := none.FailedImages(); images != nil {
		t.Error(images)
	}
	for method, want := range map[string]bool{"FailedImages": true, "Fail": false,
		"SplitTeam": false} {
		if got := callsAny(method)(); got != want {
			t.Errorf("%s: %v", method, got)
		}
	}
}
