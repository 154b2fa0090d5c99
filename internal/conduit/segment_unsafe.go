package conduit

import (
	"math"
	"sync/atomic"
	"unsafe"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/sys"
)

// Segment is an image's slot of the memory object, as this process sees it.
type Segment struct {
	layout.Geometry
	// Base is the address of the slot's first byte. Not all of the slot need be
	// mapped (see layout.Geometry.Guard and Static).
	Base unsafe.Pointer
	// Job is the address of the Job area.
	Job unsafe.Pointer
	// Window is the address of rank 0's slot if all slots are mapped, else nil.
	Window unsafe.Pointer
	// Discard gives the pages of a part of this image's heap back; nil if the
	// conduit cannot. What was discarded reads as zeros.
	Discard func(memory []byte)
}

// Bytes is the memory [offset, offset+n) of this image's slot.
func (s *Segment) Bytes(offset uint64, n int) []byte {
	return unsafe.Slice((*byte)(unsafe.Add(s.Base, offset)), n)
}

// Address is where the byte at offset of this image's slot is.
func (s *Segment) Address(offset uint64) unsafe.Pointer { return unsafe.Add(s.Base, offset) }

// Word32 is the 4-byte word at offset of this image's slot.
func (s *Segment) Word32(offset uint64) *uint32 {
	return (*uint32)(unsafe.Add(s.Base, offset))
}

// Word64 is the 8-byte word at offset of this image's slot.
func (s *Segment) Word64(offset uint64) *uint64 {
	return (*uint64)(unsafe.Add(s.Base, offset))
}

// Gone says whether an image need not answer any more: it has failed, or has left the run. When the
// run ends by error termination that may be any image: those that leave then have no state for it.
func (s *Segment) Gone(rank int) bool {
	if atomic.LoadUint32(&(*layout.Job)(s.Job).Ending) != 0 {
		return true
	}
	state := atomic.LoadUint32(&s.Status(rank).State)
	return state == layout.StateFailed || state == layout.StateDone
}

// Status is the public state of an image.
func (s *Segment) Status(rank int) *layout.Status {
	return (*layout.Status)(unsafe.Add(s.Job, layout.JobStatus+rank*layout.StatusSize))
}

// JobArea is the Job area that Job is the address of.
func (s *Segment) JobArea() *layout.Job { return (*layout.Job)(s.Job) }

// Control is the control block of an image that is so many ranks from this one, and whose slot is
// mapped.
func (s *Segment) Control(ranks int) *layout.Control {
	return (*layout.Control)(unsafe.Add(s.Base, int64(ranks)*int64(s.Stride)+
		int64(s.ControlOffset())))
}

// Wake wakes an image that is so many ranks from this one, if it sleeps.
func (s *Segment) Wake(ranks int) { WakeSleepers(s.Control(ranks)) }

// WakeSleepers follows the protocol of layout.Control.
func WakeSleepers(control *layout.Control) {
	if atomic.LoadUint32(&control.Sleepers) != 0 {
		atomic.AddUint32(&control.Wake, 1)
		sys.FutexWake(&control.Wake, math.MaxInt32)
	}
}
