//go:build cgo

package net

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/conduit/net/message"
)

// abortPatience is how long an image waits for the abort of the one that has ended the run.
const abortPatience = time.Second

// Exit ends this image: with all others, when they end too, or by an abort of all. Launchers take
// the first process that leaves for the one that is to blame; so an image that leaves because
// another one ends the run leaves the abort to that.
func (c *Conduit) Exit(code int) {
	job := c.seg.JobArea()
	if atomic.LoadUint32(&job.Ending) != 0 {
		if int(atomic.LoadUint32(&job.EndedBy)) != c.Rank()+1 {
			time.Sleep(abortPatience)
		}
		c.Abort(code)
	}
	c.End(code, func() {})
	exit(code)
}

// End is Close of an image that leaves with code afterwards, within bounds: where the library does
// not come to an end, the image leaves before it returns, after flush. All images have ended by
// then, and have nothing to say to each other but that. As a heartbeat's, the time is counted, not
// taken from the clock. Launchers may complain of such an end, and give the run a code of their
// own; but it ends.
func (c *Conduit) End(code int, flush func()) {
	if c.patience > 0 {
		go c.watchClose(code, flush)
	}
	_ = c.Close() // nobody could do anything about an error
}

func (c *Conduit) watchClose(code int, flush func()) {
	for range 1 + c.patience/heartbeatEach {
		time.Sleep(heartbeatEach)
	}
	// once on each machine
	if atomic.CompareAndSwapUint32(&c.seg.JobArea().EndedBy, 0, uint32(c.Rank()+1)) {
		fmt.Fprintf(os.Stderr,
			"coral: warning: all images have ended, but %s has not within %v: it is left as it "+
				"is [R0514]\n", c.lib.Name, c.patience)
	}
	flush()
	exit(code)
}

// Before an abort launchers get some time to read what images have written, their last messages
// too, which MPICH's drops; and an abort that has not ended this process after some more, since the
// network is cut, say, has failed.
const (
	lastWords = 100 * time.Millisecond
	abortTime = 3 * time.Second
)

// Abort ends all images. It does not return.
func (c *Conduit) Abort(code int) {
	if c.lib.AbortsAlone {
		c.leaveAlone(code)
	}
	time.AfterFunc(lastWords+abortTime, func() { _ = unix.Kill(unix.Getpid(), unix.SIGKILL) })
	time.Sleep(lastWords)
	c.lib.Abort(code)
}

// leaveAlone ends this image where each must end by itself. The first to do so tells the others, by
// messages that need some time to leave; who is not reached finds the connection broken, or the
// first machine silent. The run's code is the greatest of all images'.
func (c *Conduit) leaveAlone(code int) {
	time.AfterFunc(abortTime, func() { exit(code) })
	if int(atomic.LoadUint32(&c.seg.JobArea().EndedBy)) == c.Rank()+1 {
		for _, leader := range c.leaders {
			c.reply(leader, message.Head{What: message.Abort, Args: [4]uint64{uint64(code)}},
				nil)
		}
		time.Sleep(flushTime)
	}
	time.Sleep(lastWords)
	c.lib.Abort(code)
}

// Close ends the library; all images do so.
func (c *Conduit) Close() error {
	c.endFastPath()
	if c.closing.CompareAndSwap(false, true) {
		c.rest.end()
	}
	<-c.closed
	c.takeHandling() // for good
	c.closeMemory()
	c.lib.Close()
	return nil
}
