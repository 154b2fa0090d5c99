//go:build cgo

package link

import (
	"time"

	"github.com/coral-pgas/coral/internal/sys"
)

// helperRest is the helper's longest rest while the image looks at the network itself now and then; longHelperRest where it does nothing else, as far as the helper knows: so often in a row it
// has found the image in a wait or a send. A rest of 8 ms, which takes two switches of threads, makes all messages between two busy processors 3 % slower.
const (
	helperRest     = 8 * time.Millisecond
	longHelperRest = 32 * time.Millisecond
	foundOften     = 4
)

// help handles messages while the image computes: it may spin on a word of its own that others change, and never call anything. While the image looks often, as it does when it
// waits, a helper that looks beside it, and even one that wakes, would cost it time: 25 µs for a wake-up on a virtual machine. So each time that it finds the image looking it comes by later, until the image does not.
// One look may take long, where it sends or receives what is long: an image that is found in the library is looking, too.
func (c *Conduit) help() {
	defer close(c.closed)
	seen, beside, found := int64(0), longRest, 0
	timer := time.NewTimer(shortRest)
	defer timer.Stop()
	sleep := func(rest time.Duration) {
		sys.Punctual() // whichever thread this is
		timer.Reset(rest)
		select {
		case <-timer.C:
		case <-c.stop:
		}
	}
	for rest := shortRest; !c.closing.Load(); {
		c.leaveIfEnding()
		c.sendBatches()
		alone := c.talks() && doze()
		looks := c.looks.Load() + talkLooks()
		if c.inside.Load() > 0 || talkInside() {
			found++
		} else {
			found = 0
		}
		if !alone && (found > 0 || looks-seen >= int64(rest/shortRest)) {
			seen, rest = looks, beside
			if beside = min(2*beside, helperRest); found > foundOften {
				rest = longHelperRest
			}
			sleep(rest)
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
		sleep(rest)
		rest = c.rest(rest)
	}
}
