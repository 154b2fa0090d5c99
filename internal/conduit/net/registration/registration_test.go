//go:build cgo

package registration

import (
	"testing"

	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/config"
)

func TestMethodOfMemory(t *testing.T) {
	none, windows, all := &adapter.Library{Name: "none"},
		&adapter.Library{Name: "windows", Direct: true,
			Chunks: true}, &adapter.Library{Name: "all", Direct: true, Chunks: true, Atomics: true}
	slots := &adapter.Library{Name: "slots", Direct: true, SlotKnown: true}
	tests := []struct {
		value string
		lib   *adapter.Library
		want  Method
		err   string
	}{
		{"", none, Messages, ""}, {"", windows, Messages, ""}, {"", all, WholeSlot, ""}, {"auto",
			all, WholeSlot, ""},
		{"messages", all, Messages, ""}, {"messages", none, Messages, ""},
		{"rs", windows, WholeSlot, ""}, {"RA", windows, Allocated, ""}, {"ca", all, Each, ""},
		{"ra", none, Messages,
			"CORAL_MEMORY=ra: none reaches other images' memory by messages alone: leave the " +
				"setting out [R0518]"},
		{"", slots, WholeSlot, ""}, {"rs", slots, WholeSlot, ""},
		{"ca", slots, Messages, "CORAL_MEMORY=ca: slots reaches only what it has allocated, all " +
			"images together: leave the setting out, or set it to rs or messages [R0518]"},
		{"rdma", all, Messages, `CORAL_MEMORY="rdma": expected one of auto, messages, rs, ra, ca`},
	}
	for _, test := range tests {
		t.Setenv(config.Memory.Name, test.value)
		m, err := methodOf(test.lib)
		if m != test.want || (err == nil) != (test.err == "") || err != nil &&
			err.Error() != test.err {
			t.Errorf("%q of %s: %v, %v", test.value, test.lib.Name, m, err)
		}
	}
}
