//go:build cgo

package bounce

import (
	"fmt"
	"sync"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/config"
)

// Ring is the buffer, and the sends from it, the oldest first.
type Ring struct {
	mu     sync.Mutex
	memory []byte
	tail   int // where the next one begins
	used   int // bytes from the oldest one to tail, with gaps
	sends  []*Send
	n      atomic.Int32 // len(sends)
}

// Puts longer than that part of the ring are sent from where they are. Several that travel as one
// may take packedShare. A copy takes a sixth of the time that the link takes here, and more where
// the link is faster; what could be done meanwhile is the shorter part of it, the longer the put.
const (
	share       = 8
	packedShare = 2
)

// Send is bytes of the ring.
type Send struct {
	size    int // with the gap before it
	begun   bool
	request adapter.Request
}

// Open makes the buffer.
func (k *Ring) Open() error {
	size, err := config.BounceBuffer.Bytes()
	if err != nil {
		return err
	}
	if size > 0 {
		if k.memory, err = unix.Mmap(-1, 0, int(size), unix.PROT_READ|unix.PROT_WRITE,
			unix.MAP_PRIVATE|unix.MAP_ANONYMOUS); err != nil {
			return fmt.Errorf("no memory for a buffer of %d bytes (%s): %w", size,
				config.BounceBuffer.Name, err)
		}
	}
	return nil
}

// Reserve gives n bytes of the ring that are side by side; nil: there is no room now.
func (k *Ring) Reserve(n int) (*Send, []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.used == 0 {
		k.tail = 0
	}
	at, gap := k.tail, 0
	if n > len(k.memory)-at {
		at, gap = 0, len(k.memory)-at
	}
	if k.used+gap+n > len(k.memory) {
		return nil, nil
	}
	memory := k.memory[at : at+n]
	k.tail = at + n
	k.used += gap + n
	s := &Send{size: gap + n}
	k.sends = append(k.sends, s)
	k.n.Store(int32(len(k.sends)))
	return s, memory
}

// Begun notes the request of a send.
func (k *Ring) Begun(s *Send, r adapter.Request) {
	k.mu.Lock()
	s.request, s.begun = r, true
	k.mu.Unlock()
}

// Empty says whether nothing is sent from the ring.
func (k *Ring) Empty() bool { return k.n.Load() == 0 }

// Fits says whether n bytes are few enough for the ring, though others may have to leave it first.
func (k *Ring) Fits(n int) bool { return n <= len(k.memory)/share }

// FitsPacked is Fits of several puts together.
func (k *Ring) FitsPacked(n int) bool { return n <= len(k.memory)/packedShare }

// Release frees what has been sent, the oldest first, and says how many sends that were. done asks
// the library whether a send has ended.
func (k *Ring) Release(done func(adapter.Request) (bool, error)) (released int) {
	if k.Empty() {
		return 0
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for len(k.sends) > 0 && k.sends[0].begun {
		if ended, err := done(k.sends[0].request); !ended && err == nil {
			break
		}
		k.used -= k.sends[0].size
		k.sends = k.sends[1:]
		released++
	}
	k.n.Store(int32(len(k.sends)))
	return released
}
