//go:build cgo

package net

import (
	"fmt"
	"sync"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/config"
)

// Long puts return at once where their data find room in a buffer: the library sends them from
// there, while the program goes on and may change its own.

// keptSends is the buffer, a ring, and the sends from it, the oldest first.
type keptSends struct {
	mu    sync.Mutex
	ring  []byte
	tail  int // where the next one begins
	used  int // bytes from the oldest one to tail, with gaps
	sends []*keptSend
	n     atomic.Int32 // len(sends)
}

// keptShare: puts longer than that part of the ring are sent from where they are. Several that
// travel as one may take packedShare. A copy takes a sixth of the time that the link takes here,
// and more where the link is faster; what could be done meanwhile is the shorter part of it, the
// longer the put.
const (
	keptShare   = 8
	packedShare = 2
)

// keptSend is bytes of the ring.
type keptSend struct {
	size    int // with the gap before it
	begun   bool
	request adapter.Request
}

// open makes the buffer.
func (k *keptSends) open() error {
	size, err := config.BounceBuffer.Bytes()
	if err != nil {
		return err
	}
	if size > 0 {
		if k.ring, err = unix.Mmap(-1, 0, int(size), unix.PROT_READ|unix.PROT_WRITE,
			unix.MAP_PRIVATE|unix.MAP_ANONYMOUS); err != nil {
			return fmt.Errorf("no memory for a buffer of %d bytes (%s): %w", size,
				config.BounceBuffer.Name, err)
		}
	}
	return nil
}

// reserve gives n bytes of the ring that are side by side; nil: there is no room now.
func (k *keptSends) reserve(n int) (*keptSend, []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.used == 0 {
		k.tail = 0
	}
	at, gap := k.tail, 0
	if n > len(k.ring)-at {
		at, gap = 0, len(k.ring)-at
	}
	if k.used+gap+n > len(k.ring) {
		return nil, nil
	}
	memory := k.ring[at : at+n]
	k.tail = at + n
	k.used += gap + n
	s := &keptSend{size: gap + n}
	k.sends = append(k.sends, s)
	k.n.Store(int32(len(k.sends)))
	return s, memory
}

// begun notes the request of a send.
func (k *keptSends) begun(s *keptSend, r adapter.Request) {
	k.mu.Lock()
	s.request, s.begun = r, true
	k.mu.Unlock()
}

// fits says whether n bytes are few enough for the ring, though others may have to leave it first.
func (k *keptSends) fits(n int) bool { return n <= len(k.ring)/keptShare }

// fitsPacked is fits of several puts together.
func (k *keptSends) fitsPacked(n int) bool { return n <= len(k.ring)/packedShare }

// sendKept sends n bytes that a function writes in the buffer, when others have left it.
func (c *Conduit) sendKept(rank int, tag uint32, n int, write func(memory []byte)) error {
	var s *keptSend
	var memory []byte
	err := c.wait(rank, func() bool {
		s, memory = c.kept.reserve(n)
		return s != nil
	})
	if err != nil {
		return err
	}
	write(memory)
	r, err := c.start(rank, func() (adapter.Request, bool,
		error) {
		return c.lib.BeginSend(rank, tag, first(memory), len(memory))
	})
	c.moving.Add(1)
	c.kept.begun(s, r) // without a request, after an error, it has ended
	return err
}

// releaseKept frees what has been sent, the oldest first.
func (c *Conduit) releaseKept() (busy bool) {
	k := &c.kept
	if k.n.Load() == 0 {
		return false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for len(k.sends) > 0 && k.sends[0].begun {
		if ended, err := c.lib.Done(k.sends[0].request); !ended && err == nil {
			break
		}
		c.moving.Add(-1)
		k.used -= k.sends[0].size
		k.sends, busy = k.sends[1:], true
	}
	k.n.Store(int32(len(k.sends)))
	return busy
}
