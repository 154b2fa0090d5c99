//go:build cgo

package net

import (
	"errors"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/net/message"
)

// Memory that lies in no slot is copied by its owner, where another image asks for it. The owner
// lets the kernel do it, as images of one machine do for each other: an address at which nothing is
// becomes an error of the question instead of a fault of the owner.

var _ conduit.Foreign = (*Conduit)(nil)

// foreignAhead is how many questions are on their way at a time.
const foreignAhead = 16

// ReadForeign and WriteForeign are those of conduit.Foreign.
func (c *Conduit) ReadForeign(rank int, address uint64, dst []byte) error {
	return c.foreign(rank, len(dst), func(at, n int) (*get, error) {
		h := message.Head{What: message.ForeignGet,
			Args: [4]uint64{address + uint64(at), 0, uint64(n)}}
		return c.begin(rank, h, nil, dst[at:at+n])
	})
}

func (c *Conduit) WriteForeign(rank int, address uint64, src []byte) error {
	return c.foreign(rank, len(src), func(at, n int) (*get, error) {
		return c.begin(rank,
			message.Head{What: message.ForeignPut, Args: [4]uint64{address + uint64(at)}},
			src[at:at+n], nil)
	})
}

// foreign asks for n bytes, a message's payload at a time, and waits for all answers.
func (c *Conduit) foreign(rank, n int, begin func(at, n int) (*get, error)) error {
	var asked []*get
	var errs []error
	for at := 0; at < n && len(errs) == 0; {
		piece := min(n-at, message.MaxPayload)
		g, err := begin(at, piece)
		if err != nil {
			errs = append(errs, err)
			break
		}
		asked, at = append(asked, g), at+piece
		if len(asked) == foreignAhead {
			if err := c.answer(asked[0]); err != nil {
				errs = append(errs, err)
			}
			asked = asked[1:]
		}
	}
	for _, g := range asked {
		if err := c.answer(g); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// copyForeign does what another image has asked for.
func (c *Conduit) copyForeign(source int, h message.Head, payload []byte) {
	memory := payload
	operation := unix.ProcessVMWritev
	if h.What == message.ForeignGet {
		memory = make([]byte, h.Args[2])
		operation = unix.ProcessVMReadv
	}
	here := []unix.Iovec{{Base: &memory[0]}}
	here[0].SetLen(len(memory))
	there := []unix.RemoteIovec{{Base: uintptr(h.Args[0]), Len: len(memory)}}
	n, err := operation(unix.Getpid(), here, there, 0)
	if err == nil && n < len(memory) {
		err = syscall.EFAULT
	}
	answer := message.Head{What: message.Gotten, Args: [4]uint64{0, h.Args[1]}}
	var errno syscall.Errno
	if errors.As(err, &errno) {
		answer.Args[2] = uint64(errno)
		memory = nil
	}
	if h.What == message.ForeignPut {
		memory = nil
	}
	c.Reply(source, answer, memory)
}
