//go:build cgo

package link

import (
	"runtime"
	"slices"
	"syscall"

	"github.com/coral-pgas/coral/internal/conduit"
)

// A fetch is a short get for which nobody waits: the library's own get, or a question whose answer
// ends it.

// Fetch is conduit.Fetcher's.
func (c *Conduit) Fetch(rank int, offset uint64, dst []byte, then func()) (*conduit.Fetched,
	error) {
	if c.here(rank) {
		return nil, nil
	}
	behind, direct, err := c.place(rank, offset, len(dst))
	if err != nil {
		return nil, err
	}
	f := &conduit.Fetched{Rank: rank}
	if direct && c.memory.gets(len(dst)) {
		from, there, err := c.locate(rank, offset, len(dst))
		if err != nil {
			return nil, err
		}
		if there {
			return c.fetchDirect(f, from, dst, then)
		}
	}
	if len(dst) > maxPayload {
		return nil, nil
	}
	_, err = c.beginGet(&get{rank: rank, dst: dst, fetched: f, then: then}, head{what: shortGet,
		behind: behind, args: [4]uint64{offset, 0, uint64(len(dst))}}, nil)
	return f, err
}

// fetchDirect begins a get of the library's; nil: it has no room. Whoever looks at the network ends
// it.
func (c *Conduit) fetchDirect(f *conduit.Fetched, from place, dst []byte, then func()) (
	*conduit.Fetched, error) {
	m := &c.moves
	c.takeHandling()
	defer c.handling.Unlock()
	r, begun, err := c.lib.get(f.Rank, from, first(dst), len(dst))
	if !begun || err != nil {
		return nil, err
	}
	m.ends = append(m.ends, ending{request: r, fetched: f, then: func() {
		runtime.KeepAlive(dst)
		f.End()
		then()
		c.Wake(c.Rank())
	}})
	c.moving.Add(1)
	return f, nil
}

// Forget is conduit.Fetcher's.
func (c *Conduit) Forget(f *conduit.Fetched) {
	if f.ID != 0 {
		c.forgetID(f.ID)
		return
	}
	c.takeHandling()
	defer c.handling.Unlock()
	c.moves.ends = slices.DeleteFunc(c.moves.ends, func(e ending) bool {
		if e.fetched == f {
			c.moving.Add(-1)
		}
		return e.fetched == f
	})
}

// gotten handles an answer.
func (c *Conduit) gotten(h head, payload []byte) {
	m := &c.moves
	m.mu.Lock()
	g := m.gets[h.args[1]]
	if g != nil {
		g.n = copy(g.dst, payload)
		g.failure = syscall.Errno(h.args[2])
		g.done.Store(true)
		if g.fetched != nil {
			delete(m.gets, g.id)
			g.fetched.End()
		}
	}
	m.mu.Unlock()
	if g != nil && g.fetched != nil {
		g.then()
		c.Wake(c.Rank())
	}
}
