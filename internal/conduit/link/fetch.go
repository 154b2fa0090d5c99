//go:build cgo

package link

import (
	"syscall"

	"github.com/coral-pgas/coral/internal/conduit"
)

// A fetch is the question of a short get, for whose answer nobody waits. The answer ends it.

// Fetch is conduit.Fetcher's.
func (c *Conduit) Fetch(rank int, offset uint64, dst []byte, then func()) (*conduit.Fetched,
	error) {
	if c.here(rank) || c.memory.direct() || len(dst) > maxPayload {
		return nil, nil
	}
	behind, _, err := c.place(rank, offset, len(dst))
	if err != nil {
		return nil, err
	}
	f := &conduit.Fetched{Rank: rank}
	_, err = c.beginGet(&get{rank: rank, dst: dst, fetched: f, then: then}, head{what: shortGet,
		behind: behind, args: [4]uint64{offset, 0, uint64(len(dst))}}, nil)
	return f, err
}

// Forget is conduit.Fetcher's.
func (c *Conduit) Forget(f *conduit.Fetched) { c.forgetID(f.ID) }

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
