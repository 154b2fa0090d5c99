package waitstate

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coral-pgas/coral/internal/sys"
)

// TestActivity: a thread of Go's that looks at something again and again, and sleeps between, tells
// neither that all stands still nor that something acts; one that only computes acts.
func TestActivity(t *testing.T) {
	from, to := sys.Code()
	code := Code{Text: uint64(from), TextEnd: uint64(to)}
	for _, c := range []struct {
		name string
		do   func() // again and again, by a thread of its own
		want activity
	}{
		{"sleeps", func() { sys.Nap(20 * time.Millisecond) }, asleep},
		{"polls", func() {
			for end := time.Now().Add(time.Millisecond); time.Now().Before(end); {
			}
			sys.Nap(time.Millisecond)
		}, unsure},
		{"computes", func() {}, awake},
	} {
		var over atomic.Bool
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			runtime.LockOSThread()
			for !over.Load() {
				c.do()
			}
		}()
		runtime.LockOSThread()
		threads := NewThreads(Tasks(), code)
		// Threads of Go's runtime may do something else for a moment.
		for limit := time.Now().Add(time.Minute); ; {
			time.Sleep(Period)
			got := threads.activity(0, time.Duration(sys.Monotonic()))
			if got == c.want {
				break
			}
			if time.Now().After(limit) {
				t.Errorf("%s: %v", c.name, got)
				break
			}
		}
		runtime.UnlockOSThread()
		over.Store(true)
		<-ended
	}
}
