//go:build cgo

package net

import "slices"

import (
	"github.com/coral-pgas/coral/internal/conduit/net/message"
)

// reorderQueue is what has come from one image and is not complete, in order: long puts that go on,
// and messages that must wait for those before them. It exists as long as there is any. All of this
// file is under Conduit.handling.
type reorderQueue []*pending

// pending is a long put that has begun, or a message that waits.
type pending struct {
	isMessage bool
	head      message.Head
	payload   []byte
	done      bool // a long put: its data are here
}

// waits keeps a message that must come behind what is not complete; false: there is nothing of the
// kind.
func (c *Conduit) waits(source int, h message.Head, payload []byte) bool {
	if !h.Behind || len(c.reorder[source]) == 0 {
		return false
	}
	c.reorder[source] = append(c.reorder[source],
		&pending{isMessage: true, head: h, payload: slices.Clone(payload)})
	return true
}

// enter notes that a long put has begun, in the place of the message that has told of it: it has
// waited, or comes last.
func (c *Conduit) enter(source int, waited bool) *pending {
	p := &pending{}
	at := len(c.reorder[source])
	if waited {
		at = 0
	}
	c.reorder[source] = slices.Insert(c.reorder[source], at, p)
	return p
}

// leave notes the end of a long put, and handles what has waited for it.
func (c *Conduit) leave(source int, p *pending) {
	p.done = true
	for {
		all := c.reorder[source]
		switch {
		case len(all) == 0:
			delete(c.reorder, source)
			return
		case !all[0].isMessage && !all[0].done:
			return
		}
		c.reorder[source] = all[1:]
		if all[0].isMessage {
			c.handle(source, all[0].head, all[0].payload, true)
		}
	}
}
