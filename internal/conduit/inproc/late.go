package inproc

import (
	"sync"

	"github.com/coral-pgas/coral/internal/conduit"
)

// Networks complete puts when they like. Here, with Options.Late, they stay with their image until
// something says that they must be complete.

// latePuts are puts that are not complete, by target.
type latePuts struct {
	mu sync.Mutex
	to map[int][]latePut
}

type latePut struct {
	offset uint64
	data   []byte
}

// putLate keeps a put.
func (c *Conduit) putLate(rank int, offset uint64, src []byte) {
	c.puts.mu.Lock()
	defer c.puts.mu.Unlock()
	if c.puts.to == nil {
		c.puts.to = map[int][]latePut{}
	}
	c.puts.to[rank] = append(c.puts.to[rank], latePut{offset, append([]byte(nil), src...)})
}

// complete does the puts to an image that were kept, in their order.
func (c *Conduit) complete(rank int) {
	if !c.m.late {
		return
	}
	c.puts.mu.Lock()
	defer c.puts.mu.Unlock()
	for _, p := range c.puts.to[rank] {
		copy(c.m.bytes(rank, p.offset, len(p.data)), p.data)
	}
	delete(c.puts.to, rank)
}

// Flush completes puts.
func (c *Conduit) Flush(rank int) error {
	if rank != conduit.AllRanks {
		c.complete(rank)
		return nil
	}
	if c.m.late {
		for rank := range c.m.images {
			c.complete(rank)
		}
	}
	return nil
}
