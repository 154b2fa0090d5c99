package sys

import (
	"math"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// Rest is where one thread sleeps for a time, which may be shorter than a millisecond. That is the
// unit of time.Sleep and of timers where nothing else of Go's runs, since the runtime then waits by
// epoll_wait.
type Rest struct{ over uint32 }

// Values of Rest.over.
const (
	restGoesOn = iota
	restOver   // for ever
	restCut    // the rest that goes on, or the next
)

// restSlack is how much later than it should a rest ends at most, where the processor is free.
const restSlack = 5 * time.Microsecond

// For sleeps for so long, or until Cut or End.
func (r *Rest) For(d time.Duration) {
	// Of this thread, whichever it is.
	late := min(slack, max(restSlack, d/8))
	_ = unix.Prctl(unix.PR_SET_TIMERSLACK, uintptr(late.Nanoseconds()), 0, 0, 0)
	FutexWait(&r.over, restGoesOn, d)
	atomic.CompareAndSwapUint32(&r.over, restCut, restGoesOn)
}

// Cut ends the rest that goes on; if none does, the next.
func (r *Rest) Cut() {
	if atomic.CompareAndSwapUint32(&r.over, restGoesOn, restCut) {
		FutexWake(&r.over, math.MaxInt32)
	}
}

// End ends the rest that goes on and all that come.
func (r *Rest) End() {
	atomic.StoreUint32(&r.over, restOver)
	FutexWake(&r.over, math.MaxInt32)
}

// Nap sleeps for so long.
func Nap(d time.Duration) {
	var r Rest
	r.For(d)
}

// Doorbell is Rest that ends too when a descriptor becomes readable.
type Doorbell struct {
	watched, own int
	over         atomic.Bool
}

// NewDoorbell watches a descriptor.
func NewDoorbell(descriptor int) (*Doorbell, error) {
	own, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		return nil, err
	}
	watched, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		_ = unix.Close(own)
		return nil, err
	}
	d := &Doorbell{watched: watched, own: own}
	for _, fd := range []int{descriptor, own} {
		event := unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(fd)}
		if err := unix.EpollCtl(watched, unix.EPOLL_CTL_ADD, fd, &event); err != nil {
			d.Close()
			return nil, err
		}
	}
	return d, nil
}

// Set is the epoll set in which a thread sleeps.
func (d *Doorbell) Set() int { return d.watched }

// For sleeps for some milliseconds, until the descriptor is readable, or until Cut or End.
func (d *Doorbell) For(limit time.Duration) {
	if d.over.Load() {
		return
	}
	epollWait(d.watched, limit.Milliseconds())
	var count [8]byte
	_, _ = unix.Read(d.own, count[:]) // else what Cut has written would end all rests
}

// Cut ends the rest that goes on; if none does, the next.
func (d *Doorbell) Cut() { d.ring() }

// End ends the rest that goes on and all that come.
func (d *Doorbell) End() {
	d.over.Store(true)
	d.ring()
}

func (d *Doorbell) ring() { _, _ = unix.Write(d.own, []byte{1, 0, 0, 0, 0, 0, 0, 0}) }

// Close gives the descriptors back that are the doorbell's own.
func (d *Doorbell) Close() {
	_ = unix.Close(d.watched)
	_ = unix.Close(d.own)
}
