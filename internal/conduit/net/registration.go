//go:build cgo

package net

import (
	"encoding/binary"
	"fmt"
	"sync"
	"time"

	"github.com/coral-pgas/coral/internal/chunks"
	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/conduit/net/message"
	"github.com/coral-pgas/coral/internal/config"
)

// How the library is told of memory that it reaches by itself (rma.go). Where it knows chunks,
// their owner makes them known, and an image that has to do with one asks the owner by what it is
// reached, once, until the chunk is released; so an allocation costs no message, whatever the
// number of images. Both sides know the same chunks, since coarrays are what images allocate
// together, or what all have. An image may ask before the owner has come to register the chunk: the
// question registers it.

// method is one of the paper's methods of memory (3.2.1).
type method uint64

const (
	messages  method = iota // none
	wholeSlot               // RS
	allocated               // RA
	each                    // CA
)

// String is the method as the setting has it.
func (m method) String() string { return [...]string{"messages", "rs", "ra", "ca"}[m] }

// methodOf is the method that the user wants of a library.
func methodOf(lib *adapter.Library) (method, error) {
	wanted, err := config.Memory.Choose()
	if err != nil {
		return messages, err
	}
	for m := messages; m <= each; m++ {
		if wanted == m.String() && gives(lib, m) {
			return m, nil
		}
	}
	switch {
	case wanted != "auto" && lib.ChunksOnly:
		return messages, fmt.Errorf(
			"%s=%s: %s has less memory than an image has addresses: leave the setting out, or "+
				"set it to ra, ca or messages [R0518]", config.Memory.Name, wanted, lib.Name)
	case wanted != "auto" && lib.Direct:
		return messages, fmt.Errorf(
			"%s=%s: %s reaches only what it has allocated, all images together: leave the "+
				"setting out, or set it to rs or messages [R0518]", config.Memory.Name, wanted,
			lib.Name)
	case wanted != "auto":
		return messages, fmt.Errorf(
			"%s=%s: %s reaches other images' memory by messages alone: leave the setting out "+
				"[R0518]", config.Memory.Name, wanted, lib.Name)
	case lib.Atomics, // then it is good for short accesses, too
		lib.SlotKnown:
		return wholeSlot, nil
	case lib.ChunksOnly:
		return allocated, nil
	}
	return messages, nil
}

// gives says whether a library can be told of memory by a method.
func gives(l *adapter.Library, m method) bool {
	switch m {
	case messages:
		return true
	case wholeSlot:
		return l.Direct && !l.ChunksOnly
	}
	return l.Direct && l.Chunks
}

// windowRest is how long an image sleeps between looks where it may have to do others' one-sided
// operations, of which nothing tells it.
const windowRest = 100 * time.Microsecond

// memory is what an image knows of chunks.
type memory struct {
	method method
	puts   bool             // long puts are direct; else they are messages
	gets   func(n int) bool // whether gets of so many bytes are direct
	rest   time.Duration    // between looks of an image that sleeps, at most

	mu  sync.Mutex
	own chunks.Table[*registration]
}

// registration is of a chunk of this image.
type registration struct {
	chunk adapter.Handle
	name  []byte // by which others reach it; nil: it cannot be made known
	asked []int  // ranks whose chunk of the same place this image has asked for
}

// key is to a chunk of another image.
type key struct {
	native adapter.Handle // none: it cannot be reached
	begin  uint64         // of the chunk there
}

func (m *memory) direct() bool  { return m.method != messages }
func (m *memory) chunked() bool { return m.method >= allocated }

// openMemory chooses the method.
func (c *Conduit) openMemory() (err error) {
	m := &c.memory
	if m.method, err = methodOf(c.lib); err != nil {
		return err
	}
	m.rest = longRest
	switch {
	case !m.direct():
		m.gets = func(int) bool { return false }
	case c.lib.Hardware:
		m.puts = true
		m.gets = func(int) bool { return true }
	case c.lib.Atomics:
		// UCX without adapters: it makes long operations of messages, slower than its long
		// transfers
		m.gets = func(n int) bool { return n <= emulatedMost }
	default:
		// MPI, of which nobody knows what moves the data: if it is the target's processor, short
		// gets are faster by messages, which end its sleep
		m.puts = true
		m.rest = windowRest
		m.gets = func(n int) bool { return n > message.MaxPayload }
	}
	return nil
}

// shareMemory tells the library what others are to reach. All images do so.
func (c *Conduit) shareMemory() error {
	known := adapter.NothingKnown
	switch c.memory.method {
	case wholeSlot:
		known = adapter.SlotKnown
	case allocated, each:
		known = adapter.ChunksKnown
	}
	if err := c.lib.Share(known, c.seg.Base, c.seg.Stride-c.seg.Guard); err != nil {
		if c.memory.method == messages || c.lib.ShareFirst {
			return err
		}
		return fmt.Errorf(
			"%s=%v: the library can make no window on the images' memory: %w. Leave the "+
				"setting out, or have Open MPI use another of its components (OMPI_MCA_osc; "+
				"`ompi_info` lists them) [R0518]", config.Memory.Name, c.memory.method, err)
	}
	if c.memory.method == allocated {
		c.Register(0, c.seg.HeapOffset())
	}
	return nil
}

// closeMemory gives everything back. Nobody else calls anything any more.
func (c *Conduit) closeMemory() {
	for rank := range c.peers {
		if p := c.peers[rank].Load(); p != nil {
			for _, k := range p.keys.All() {
				c.forgetKey(k.Value)
			}
		}
	}
	for _, r := range c.memory.own.All() {
		c.deregister(r.Value)
	}
}

// Register is conduit.Registrar's.
func (c *Conduit) Register(offset, size uint64) {
	if !c.memory.chunked() {
		return
	}
	m := &c.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	type gap struct{ offset, size uint64 }
	var gaps []gap
	m.own.Gaps(offset, size, func(offset, size uint64) { gaps = append(gaps, gap{offset, size}) })
	for _, g := range gaps {
		c.register(g.offset, g.size)
	}
}

// WantsStatics says whether static coarrays are to be told of by Register, each when it is first
// referred to.
func (c *Conduit) WantsStatics() bool { return c.memory.method == each }

// register registers bytes that are in no chunk. memory.mu is held.
func (c *Conduit) register(offset, size uint64) *registration {
	r := &registration{}
	r.chunk, r.name = c.lib.RegisterMemory(address(&c.seg, offset), size)
	c.memory.own.Insert(offset, size, r)
	return r
}

// Release is conduit.Registrar's.
func (c *Conduit) Release(offset uint64) {
	if !c.memory.chunked() {
		return
	}
	m := &c.memory
	m.mu.Lock()
	r, there := m.own.Remove(offset)
	m.mu.Unlock()
	if !there {
		return
	}
	for _, rank := range r.asked {
		p := c.to(rank)
		c.lock(p)
		k, _ := p.keys.Remove(offset)
		p.sending.Unlock()
		c.forgetKey(k)
	}
	c.deregister(r)
}

func (c *Conduit) forgetKey(k key) {
	if k.native != (adapter.Handle{}) {
		c.lib.Forget(k.native)
	}
}

func (c *Conduit) deregister(r *registration) {
	if r.name != nil {
		c.lib.Deregister(r.chunk)
	}
}

// locate is reach for who holds nothing.
func (c *Conduit) locate(rank int, offset uint64, n int) (at adapter.Place, there bool, err error) {
	if !c.memory.chunked() {
		return adapter.Place{Offset: offset}, c.memory.direct(), nil
	}
	p := c.to(rank)
	c.lock(p)
	defer p.sending.Unlock()
	return c.reach(rank, p, offset, n)
}

// reach finds n bytes of rank's memory as the library knows them; there is false where it does not.
// p.sending is held.
func (c *Conduit) reach(rank int, p *peer, offset uint64, n int) (at adapter.Place, there bool,
	err error) {
	if !c.memory.chunked() {
		return adapter.Place{Offset: offset}, c.memory.direct(), nil
	}
	k := p.keys.Find(offset, uint64(n))
	if k == nil {
		begin, size, known := c.memory.holding(rank, offset, uint64(n))
		if !known {
			return at, false, nil
		}
		asked, err := c.askForChunk(rank, begin, size)
		if err != nil {
			return at, false, err
		}
		p.keys.Insert(begin, size, asked)
		k = p.keys.Find(offset, uint64(n))
	}
	return adapter.Place{Key: k.Value.native, Offset: offset - k.Value.begin},
		k.Value.native != (adapter.Handle{}), nil
}

// holding is the own chunk that holds some bytes. rank's chunk there is going to be asked for.
func (m *memory) holding(rank int, offset, n uint64) (begin, size uint64, known bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	own := m.own.Find(offset, n)
	if own == nil {
		return 0, 0, false
	}
	own.Value.asked = append(own.Value.asked, rank)
	return own.Offset, own.Size, true
}

// askForChunk asks rank for the key to one of its chunks.
func (c *Conduit) askForChunk(rank int, begin, size uint64) (k key, err error) {
	answer := make([]byte, 8+adapter.MaxName)
	g, err := c.begin(rank,
		message.Head{What: message.KeyAsked, Asks: true, Args: [4]uint64{begin, 0, size}},
		nil, answer)
	if err == nil {
		err = c.answer(g)
	}
	if err != nil || g.n <= 8 {
		return k, err
	}
	k.begin = binary.LittleEndian.Uint64(answer)
	k.native = c.lib.Reach(rank, answer[8:g.n])
	return k, nil
}

// tellChunk answers such a question: where the chunk begins, and its name; nothing, if it cannot be
// reached.
func (c *Conduit) tellChunk(source int, h message.Head) {
	m := &c.memory
	m.mu.Lock()
	begin, size := h.Args[0], h.Args[2]
	var r *registration
	if own := m.own.Find(begin, size); own != nil {
		begin, r = own.Offset, own.Value
	} else if !m.own.Overlaps(begin, size) {
		r = c.register(begin, size)
	}
	m.mu.Unlock()
	var payload []byte
	if r != nil && r.name != nil {
		payload = append(binary.LittleEndian.AppendUint64(nil, begin), r.name...)
	}
	c.Reply(source, message.Head{What: message.Gotten, Asks: true, Args: [4]uint64{0, h.Args[1]}},
		payload)
}
