//go:build cgo

package link

import "time"

// helperRest is the helper's longest rest while the image looks at the network itself.
const helperRest = 8 * time.Millisecond

// help handles messages while the image computes: it may spin on a word of its own that others change, and never call anything. While the image looks often, as it does when it
// waits, a helper that looks beside it, and even one that wakes, would cost it time: 25 µs for a wake-up on a virtual machine. So each time that it finds the image looking it comes by later, until the image does not.
func (c *Conduit) help() {
	defer close(c.closed)
	seen, beside := int64(0), longRest
	for rest := shortRest; !c.closing.Load(); {
		c.leaveIfEnding()
		c.sendBatches()
		looks := c.looks.Load()
		if looks-seen >= int64(rest/shortRest) {
			seen, rest = looks, beside
			beside = min(2*beside, helperRest)
			time.Sleep(rest)
			continue
		}
		seen = looks
		if busy, _ := c.poll(0, nil, 1, messagesEach, request{}); busy {
			c.Wake(c.Rank()) // a handler may have ended what the image waits for
			rest, beside = shortRest, longRest
			continue
		}
		if c.resting.Load() > 0 {
			rest = longRest // the image itself looks
		}
		rest = min(rest, c.memory.rest)
		time.Sleep(rest)
		rest = c.rest(rest)
	}
}
