package progress

import (
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/sys"
)

// YieldPolicy is how often a waiter for the network gives others the processor: at each opportunity
// where somebody takes it, which shows in how long the call takes; where nobody does, more and more
// seldom, since a message may come while the kernel finds out.
type YieldPolicy struct {
	left, each atomic.Int32 // opportunities that are passed by
}

const (
	nobodyElse = 2 * time.Microsecond
	mostPassed = 15 // of opportunities that come each three microseconds
)

// Yield may be called by several threads; what they have found out is anybody's.
func (m *YieldPolicy) Yield() {
	if m.left.Add(-1) >= 0 {
		return
	}
	before := time.Now()
	sys.Yield()
	each := int32(0)
	if time.Since(before) < nobodyElse {
		each = min(2*m.each.Load()+1, mostPassed)
	}
	m.each.Store(each)
	m.left.Store(each)
}
