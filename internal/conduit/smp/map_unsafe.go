// Package smp is the conduit among processes of one machine that share a memory
// object (package layout).
//
// Usually every image maps all slots, and the upper layer needs this package only to
// sleep and to wake. In a run that treats images as unmapped, the conduit maps the
// slots a second time, for itself, and does puts, gets, signals and atomics there.
// Active messages go through a mailbox in each image's Control area (mailbox.go).
package smp

import (
	"errors"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/sys"
)

// Conduit is one image's end. See conduit.Conduit.
type Conduit struct {
	boot   layout.Boot
	seg    conduit.Segment
	window unsafe.Pointer // slot 0, of the mapping that reaches all slots
	mail   postOffice
	undo   []func() error // what Close does, last first
}

var (
	_ conduit.Conduit     = (*Conduit)(nil)
	_ conduit.Mapper      = (*Conduit)(nil)
	_ conduit.Mover       = (*Conduit)(nil)
	_ conduit.Signaler    = (*Conduit)(nil)
	_ conduit.Atomics     = (*Conduit)(nil)
	_ conduit.Accumulator = (*Conduit)(nil)
	_ conduit.Doorbell    = (*Conduit)(nil)
)

// Open maps the memory object of a run for an image that has no static
// coarrays: slots begin at layout.GoWindowBase. It takes over the descriptor.
func Open(boot layout.Boot) (*Conduit, error) {
	c := &Conduit{boot: boot}
	if err := c.mapOwn(); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c.finish()
}

// Adopt makes a conduit of a mapping that the caller has made: base is the address of the
// image's own slot, and all slots, unless the run treats them as unmapped, lie around it at the
// stride; job is the Job area. The mappings and the descriptor stay the caller's.
func Adopt(boot layout.Boot, base, job unsafe.Pointer) (*Conduit, error) {
	c := &Conduit{boot: boot}
	c.seg = conduit.Segment{Geometry: boot.Geometry, Base: base, Job: job}
	if !boot.Unmapped {
		c.seg.Window = unsafe.Add(base, -int64(boot.Image-1)*int64(boot.Stride))
		c.window = c.seg.Window
	}
	return c.finish()
}

func (c *Conduit) mapOwn() error {
	b := c.boot
	c.undo = append(c.undo, func() error { return unix.Close(b.Descriptor) })
	unix.CloseOnExec(b.Descriptor)
	all, at := uint64(b.Images)*b.Stride, uintptr(layout.GoWindowBase)
	own := uint64(b.Image-1) * b.Stride
	offset, size := uint64(0), all
	if b.Unmapped {
		offset, size = own, b.Stride
	}
	memory, err := c.mapObject(offset, size, at+uintptr(offset))
	if err != nil {
		// Go 1.26 lays its heap at a random address, which may be in the way. Where the
		// window is matters to nobody, only that it is one piece.
		memory, err = c.mapObject(offset, size, 0)
	}
	if err != nil {
		return fmt.Errorf("image %d: the images' memory: %w", b.Image, err)
	}
	c.seg = conduit.Segment{Geometry: b.Geometry, Base: memory}
	if !b.Unmapped {
		c.window, c.seg.Window, c.seg.Base = memory, memory, unsafe.Add(memory, own)
	}
	c.seg.Job, err = c.mapObject(b.JobOffset(), b.JobSize(), 0)
	if err != nil {
		return fmt.Errorf("image %d: the Job area: %w", b.Image, err)
	}
	return nil
}

// mapObject maps a part of the memory object until Close.
func (c *Conduit) mapObject(offset, size uint64, at uintptr) (unsafe.Pointer, error) {
	p, err := sys.MapShared(c.boot.Descriptor, offset, size, at)
	if err == nil {
		c.undo = append(c.undo, func() error { return sys.Unmap(p, size) })
	}
	return p, err
}

// finish is what Open and Adopt have in common.
func (c *Conduit) finish() (*Conduit, error) {
	if c.window == nil {
		p, err := c.mapObject(0, uint64(c.boot.Images)*c.boot.Stride, 0)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("image %d: the images' memory a second time: %w",
				c.boot.Image, err), c.Close())
		}
		c.window = p
	}
	c.seg.Discard = func(memory []byte) {
		// What the kernel does not take back stays as it is: the next user clears it
		// in any case.
		_ = sys.Discard(memory)
	}
	c.mail.init(c)
	return c, nil
}

// at is where offset of rank's slot is in the mapping of all slots.
func (c *Conduit) at(rank int, offset uint64) unsafe.Pointer {
	return unsafe.Add(c.window, uint64(rank)*c.boot.Stride+offset)
}

func (c *Conduit) control(rank int) *layout.Control {
	return (*layout.Control)(c.at(rank, c.boot.Static))
}

func (c *Conduit) word64(rank int, offset uint64) *uint64 {
	return (*uint64)(c.at(rank, offset))
}

func (c *Conduit) word32(rank int, offset uint64) *uint32 {
	return (*uint32)(c.at(rank, offset))
}

func (c *Conduit) bytes(rank int, offset uint64, n int) []byte {
	return unsafe.Slice((*byte)(c.at(rank, offset)), n)
}

func (c *Conduit) mailbox(rank int) *mailbox {
	return (*mailbox)(c.at(rank, c.boot.Static+layout.ControlMail))
}

// The mailbox must fit where the layout puts it.
const _ = uint(layout.MailSize - unsafe.Sizeof(mailbox{}))
