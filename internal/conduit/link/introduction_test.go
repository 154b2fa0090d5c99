//go:build cgo

package link

import (
	"testing"
	"unsafe"
)

// TestIntroduction: another form would not be understood by images of other versions, which then say nothing better than that a message has the wrong length.
func TestIntroduction(t *testing.T) {
	var i introduction
	if got := [3]uintptr{unsafe.Sizeof(i), unsafe.Offsetof(i.executable), unsafe.Offsetof(i.host)}; got != [3]uintptr{64, 16, 24} {
		t.Errorf("%v", got)
	}
}
