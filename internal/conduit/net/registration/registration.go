//go:build cgo

package registration

import (
	"encoding/binary"
	"fmt"
	"sync"
	"time"

	"github.com/coral-pgas/coral/internal/chunks"
	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/conduit/net/message"
	"github.com/coral-pgas/coral/internal/config"
)

// How the library is told of memory that it reaches by itself. Where it knows chunks, their owner
// makes them known, and an image that has to do with one asks the owner by what it is reached,
// once, until the chunk is released; so an allocation costs no message, whatever the number of
// images. Both sides know the same chunks, since coarrays are what images allocate together, or
// what all have. An image may ask before the owner has come to register the chunk: the question
// registers it.

// Method is one of the paper's methods of memory (3.2.1).
type Method uint64

const (
	Messages  Method = iota // none
	WholeSlot               // RS
	Allocated               // RA
	Each                    // CA
)

// String is the method as the setting has it.
func (m Method) String() string { return [...]string{"messages", "rs", "ra", "ca"}[m] }

// methodOf is the method that the user wants of a library.
func methodOf(lib *adapter.Library) (Method, error) {
	wanted, err := config.Memory.Choose()
	if err != nil {
		return Messages, err
	}
	for m := Messages; m <= Each; m++ {
		if wanted == m.String() && gives(lib, m) {
			return m, nil
		}
	}
	switch {
	case wanted != "auto" && lib.Direct:
		return Messages, fmt.Errorf(
			"%s=%s: %s reaches only what it has allocated, all images together: leave the "+
				"setting out, or set it to rs or messages [R0518]", config.Memory.Name, wanted,
			lib.Name)
	case wanted != "auto":
		return Messages, fmt.Errorf(
			"%s=%s: %s reaches other images' memory by messages alone: leave the setting out "+
				"[R0518]", config.Memory.Name, wanted, lib.Name)
	case lib.Atomics, // then it is good for short accesses, too
		lib.SlotKnown:
		return WholeSlot, nil
	}
	return Messages, nil
}

// gives says whether a library can be told of memory by a method.
func gives(l *adapter.Library, m Method) bool {
	switch m {
	case Messages:
		return true
	case WholeSlot:
		return l.Direct
	}
	return l.Direct && l.Chunks
}

// windowRest is how long an image sleeps between polls where it may have to do others' one-sided
// operations, of which nothing tells it.
const windowRest = 100 * time.Microsecond

// emulatedMost is how long gets are that a library does directly where it makes them of messages.
// For longer data, and for long puts, its long transfers are faster, three to seven times by TCP.
const emulatedMost = 8 << 10

// Memory is how an image's memory is known to the library, and which chunks of it are registered.
type Memory struct {
	Method Method
	Puts   bool             // long puts are direct; else they are messages
	Gets   func(n int) bool // whether gets of so many bytes are direct
	Rest   time.Duration    // between polls of an image that sleeps, at most

	lib *adapter.Library
	seg *conduit.Segment

	mu  sync.Mutex
	own chunks.Table[*registration]
}

// registration is of a chunk of this image.
type registration struct {
	chunk adapter.Handle
	name  []byte // by which others reach it; nil: it cannot be made known
	asked []int  // ranks whose chunk of the same place this image has asked for
}

// Direct says whether the library reaches memory without a message, and Chunked whether it knows
// chunks of it.
func (m *Memory) Direct() bool  { return m.Method != Messages }
func (m *Memory) Chunked() bool { return m.Method >= Allocated }

// New chooses the method. rest is how long an image that sleeps rests at most between polls.
func New(lib *adapter.Library, seg *conduit.Segment, rest time.Duration) (*Memory, error) {
	method, err := methodOf(lib)
	if err != nil {
		return nil, err
	}
	m := &Memory{Method: method, Rest: rest, lib: lib, seg: seg}
	switch {
	case !m.Direct():
		m.Gets = func(int) bool { return false }
	case lib.Hardware:
		m.Puts = true
		m.Gets = func(int) bool { return true }
	case lib.Atomics:
		// UCX without such hardware makes long operations of messages, slower than its long
		// transfers; GASNet-EX has no others
		m.Gets = func(n int) bool { return n <= emulatedMost }
		if lib.Descriptor < 0 {
			m.Rest = windowRest
		}
	default:
		// MPI, of which nobody knows what moves the data: if it is the target's processor, short
		// gets are faster if a message asks for them, which ends its sleep
		m.Puts = true
		m.Rest = windowRest
		m.Gets = func(n int) bool { return n > message.MaxPayload }
	}
	return m, nil
}

// Share tells the library what others are to reach. All images do so.
func (m *Memory) Share() error {
	known := adapter.NothingKnown
	switch m.Method {
	case WholeSlot:
		known = adapter.SlotKnown
	case Allocated, Each:
		known = adapter.ChunksKnown
	}
	if err := m.lib.Share(known, m.seg.Base, m.seg.Stride-m.seg.Guard); err != nil {
		if m.Method == Messages || m.lib.ShareFirst {
			return err
		}
		return fmt.Errorf(
			"%s=%v: the library can make no window on the images' memory: %w. Leave the "+
				"setting out, or have Open MPI use another of its components (OMPI_MCA_osc; "+
				"`ompi_info` lists them) [R0518]", config.Memory.Name, m.Method, err)
	}
	if m.Method == Allocated {
		m.Register(0, m.seg.HeapOffset())
	}
	return nil
}

// Close gives all registrations back. Nobody else calls anything any more.
func (m *Memory) Close() {
	for _, r := range m.own.All() {
		m.deregister(r.Value)
	}
}

// Register is conduit.Registrar's.
func (m *Memory) Register(offset, size uint64) {
	if !m.Chunked() {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	type gap struct{ offset, size uint64 }
	var gaps []gap
	m.own.Gaps(offset, size, func(offset, size uint64) { gaps = append(gaps, gap{offset, size}) })
	for _, g := range gaps {
		m.register(g.offset, g.size)
	}
}

// register registers bytes that are in no chunk. mu is held.
func (m *Memory) register(offset, size uint64) *registration {
	r := &registration{}
	r.chunk, r.name = m.lib.RegisterMemory(m.seg.Address(offset), size)
	m.own.Insert(offset, size, r)
	return r
}

// Release takes back the registration of a chunk. forget is called for each rank before: the key to
// its chunk is of no use any more.
func (m *Memory) Release(offset uint64, forget func(rank int)) {
	if !m.Chunked() {
		return
	}
	m.mu.Lock()
	r, there := m.own.Remove(offset)
	m.mu.Unlock()
	if !there {
		return
	}
	for _, rank := range r.asked {
		forget(rank)
	}
	m.deregister(r)
}

func (m *Memory) deregister(r *registration) {
	if r.name != nil {
		m.lib.Deregister(r.chunk)
	}
}

// Holding is the own chunk that holds some bytes. rank's chunk there is going to be asked for.
func (m *Memory) Holding(rank int, offset, n uint64) (begin, size uint64, known bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	own := m.own.Find(offset, n)
	if own == nil {
		return 0, 0, false
	}
	own.Value.asked = append(own.Value.asked, rank)
	return own.Offset, own.Size, true
}

// Name answers the question of another image for the key to a chunk: where the chunk begins, and
// its name; nothing, if it cannot be reached.
func (m *Memory) Name(begin, size uint64) []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	var r *registration
	if own := m.own.Find(begin, size); own != nil {
		begin, r = own.Offset, own.Value
	} else if !m.own.Overlaps(begin, size) {
		r = m.register(begin, size)
	}
	if r == nil || r.name == nil {
		return nil
	}
	return append(binary.LittleEndian.AppendUint64(nil, begin), r.name...)
}
