package inproc

import (
	"fmt"

	"github.com/coral-pgas/coral/internal/conduit"
)

// Handle installs a handler, and starts the helper with the first one.
func (c *Conduit) Handle(number uint8, h conduit.Handler) {
	c.handlers[number].Store(&h)
	c.helper.Do(func() { go c.help() })
	c.ring()
}

func (c *Conduit) Send(rank int, m conduit.Message) error {
	if len(m.Payload) > c.MaxPayload() {
		return fmt.Errorf("active message of %d bytes: at most %d", len(m.Payload), c.MaxPayload())
	}
	c.count(rank)
	to := c.m.images[rank]
	to.mail.Lock()
	to.queue = append(to.queue, conduit.Arrived{
		Source: c.rank, Args: m.Args, Payload: append([]byte(nil), m.Payload...),
		Reply: func(answer conduit.Message) { _ = to.Send(c.rank, answer) }, // queues have no bound
	})
	to.numbers = append(to.numbers, m.Handler)
	to.queued.Add(1)
	to.mail.Unlock()
	to.ring()
	c.Wake(rank)
	return nil
}

// ring wakes the helper.
func (c *Conduit) ring() {
	select {
	case c.arrived <- struct{}{}:
	default:
	}
}

func (c *Conduit) Poll() bool { return c.PollTo(0, nil) }

// PollTo with a nil handler is Poll.
func (c *Conduit) PollTo(number uint8, instead conduit.Handler) bool {
	if !c.handling.TryLock() {
		return false
	}
	defer c.handling.Unlock()
	busy := false
	for {
		c.mail.Lock()
		if len(c.queue) == 0 {
			c.mail.Unlock()
			return busy
		}
		h := instead
		if h == nil || c.numbers[0] != number {
			installed := c.handlers[c.numbers[0]].Load()
			if installed == nil {
				c.mail.Unlock()
				return busy // not installed yet; the message waits
			}
			h = *installed
		}
		m := c.queue[0]
		c.queue, c.numbers = c.queue[1:], c.numbers[1:]
		c.queued.Add(-1)
		c.mail.Unlock()
		h(m)
		busy = true
	}
}

func (c *Conduit) Pending() bool { return c.queued.Load() != 0 }

// help handles messages while the image computes.
func (c *Conduit) help() {
	defer close(c.closed)
	for {
		select {
		case <-c.closing:
			return
		case <-c.arrived:
			c.handling.Lock() // the image may be at it and see no more than it has
			c.handling.Unlock()
			c.Poll()
			c.Wake(c.rank)
		}
	}
}
