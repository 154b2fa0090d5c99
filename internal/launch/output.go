package launch

import (
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// promptDelay is after how long an unfinished line is shown to a terminal: it may be a prompt.
const promptDelay = 50 * time.Millisecond

// output reads what all images write. One goroutine reads all pipes, by epoll: what an image wrote
// to both of its outputs keeps its order as far as the kernel tells it, and a thousand images cost
// one buffer.
type output struct {
	poll    int // the epoll descriptor
	waker   int // an eventfd: a request has been queued
	sinks   [2]*sink
	buffer  []byte
	done    chan struct{} // closed when the loop has ended
	failed  chan error    // receives once, when standard output cannot be written
	streams []source      // two an image: standard output, standard error
	reports *reports
	blocked bool // the last request took long: the coordinator does not wait for the next

	mu       sync.Mutex
	requests []request
}

// source is the reading end of a pipe; fd is -1 before its start and after its end.
type source struct {
	fd     int
	stream *stream
}

// request asks the loop to drain the pipes of one rank, which has ended, or all and then to end
// (everything), or to write the reports that there are.
type request struct {
	rank int
	at   ending // where the rank was
	done chan struct{}
}

// What requests have in the place of a rank.
const (
	everything  = -1
	whatReports = -2
)

const wakerIndex = -1

func newOutput(n int, stdout, stderr *os.File, tagged bool) (*output, error) {
	poll, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return nil, failure(CodeFiles, "the output of images cannot be watched: epoll_create: %w",
			err)
	}
	waker, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		unix.Close(poll)
		return nil, failure(CodeFiles, "the output of images cannot be watched: eventfd: %w", err)
	}
	o := &output{
		poll: poll, waker: waker,
		buffer:  make([]byte, 64<<10),
		done:    make(chan struct{}),
		failed:  make(chan error, 1),
		streams: make([]source, 2*n),
	}
	for i, file := range []*os.File{stdout, stderr} {
		o.sinks[i] = &sink{to: file, terminal: term.IsTerminal(int(file.Fd())), tagged: tagged}
	}
	o.reports = &reports{sinkOf: func(int) *sink { return o.sinks[1] }}
	for i := range o.streams {
		o.streams[i] = source{-1, newStream(o.sinks[i%2], i/2+1)}
		if i%2 == 1 && n > 1 {
			o.streams[i].stream.reports = o.reports
		}
	}
	event := unix.EpollEvent{Events: unix.EPOLLIN, Fd: wakerIndex}
	if err := unix.EpollCtl(poll, unix.EPOLL_CTL_ADD, waker, &event); err != nil {
		return nil, failure(CodeFiles, "the output of images cannot be watched: epoll_ctl: %w", err)
	}
	go o.loop()
	return o, nil
}

// connect makes the pipes of an image; it gives the writing ends, which the caller closes. The
// spawner calls it, once a rank.
func (o *output) connect(rank int) (writers [2]*os.File, err error) {
	for i := range writers {
		var ends [2]int
		if err := unix.Pipe2(ends[:], unix.O_CLOEXEC); err != nil {
			closeAll(writers[:i])
			return writers, err
		}
		unix.SetNonblock(ends[0], true)
		index := 2*rank + i
		o.mu.Lock()
		o.streams[index].fd = ends[0]
		o.mu.Unlock()
		event := unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(index)}
		if err := unix.EpollCtl(o.poll, unix.EPOLL_CTL_ADD, ends[0], &event); err != nil {
			unix.Close(ends[1])
			closeAll(writers[:i])
			return writers, err
		}
		writers[i] = os.NewFile(uintptr(ends[1]), "pipe")
	}
	return writers, nil
}

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// drain passes on all that a dead image has written; at is where it was. It gives up after a while
// when the reader of the output is slow.
func (o *output) drain(rank int, at ending) { o.asked(rank, at) }

// tell writes the reports of images that have ended.
func (o *output) tell() { o.asked(whatReports, ending{}) }

func (o *output) asked(rank int, at ending) {
	patience := time.Second
	if o.blocked {
		patience = 0
	}
	select {
	case <-o.ask(rank, at):
		o.blocked = false
	case <-time.After(patience):
		o.blocked = true
	}
}

// finish passes on all that is left, unfinished lines included, and ends the loop. All images must
// be dead.
func (o *output) finish() {
	o.ask(everything, ending{})
	<-o.done
	unix.Close(o.poll)
	unix.Close(o.waker)
}

func (o *output) ask(rank int, at ending) <-chan struct{} {
	r := request{rank, at, make(chan struct{})}
	o.mu.Lock()
	o.requests = append(o.requests, r)
	o.mu.Unlock()
	unix.Write(o.waker, []byte{1, 0, 0, 0, 0, 0, 0, 0})
	return r.done
}

func (o *output) loop() {
	defer close(o.done)
	events := make([]unix.EpollEvent, 256)
	for {
		timeout := -1
		if o.unfinished() || o.holds() {
			timeout = int(promptDelay.Milliseconds())
		}
		n, err := unix.EpollWait(o.poll, events, timeout)
		if err != nil && err != unix.EINTR {
			return
		}
		if n == 0 {
			o.showUnfinished()
		}
		o.releaseDue()
		woken := false
		for _, e := range events[:max(n, 0)] {
			if e.Fd == wakerIndex {
				woken = true
				continue
			}
			o.read(int(e.Fd))
		}
		if woken && o.serve() {
			return
		}
		if err := o.sinks[0].err; err != nil {
			select {
			case o.failed <- err:
			default:
			}
		}
	}
}

// read takes what one pipe holds, up to a buffer; it tells whether there may be more.
func (o *output) read(index int) bool {
	s := &o.streams[index]
	o.mu.Lock()
	fd := s.fd
	o.mu.Unlock()
	if fd < 0 {
		return false
	}
	n, err := unix.Read(fd, o.buffer)
	switch {
	case n > 0:
		s.stream.take(o.buffer[:n])
		return true
	case err == unix.EINTR:
		return true
	case err == unix.EAGAIN:
		return false
	}
	s.stream.close()
	unix.Close(fd) // epoll forgets it
	o.mu.Lock()
	s.fd = -1
	o.mu.Unlock()
	return false
}

// serve answers the requests; it tells whether the loop is to end.
func (o *output) serve() (end bool) {
	var word [8]byte
	unix.Read(o.waker, word[:])
	o.mu.Lock()
	requests := o.requests
	o.requests = nil
	o.mu.Unlock()
	for _, r := range requests {
		from, to := 2*r.rank, 2*r.rank+2
		switch r.rank {
		case everything:
			from, to, end = 0, len(o.streams), true
		case whatReports:
			from, to = 0, 0
			o.reports.show()
		}
		for i := from; i < to; i++ {
			for o.read(i) {
			}
			at := ending{}
			if i%2 == 1 {
				at = r.at
			}
			o.streams[i].stream.end(at)
			// A process that an image has left behind may still hold the pipe: nobody waits for it.
			if end && o.streams[i].fd >= 0 {
				unix.Close(o.streams[i].fd)
			}
		}
		if r.rank == everything {
			o.reports.show()
		}
		close(r.done)
	}
	return end
}

// holds tells whether something is held back.
func (o *output) holds() bool {
	for i := range o.streams {
		if len(o.streams[i].stream.held.text) > 0 {
			return true
		}
	}
	return false
}

// releaseDue passes on the lines whose time to be held back is over.
func (o *output) releaseDue() {
	now := time.Now()
	for i := range o.streams {
		if s := o.streams[i].stream; s.held.due(now) {
			s.release()
		}
	}
}

// unfinished tells whether a terminal's reader is to be shown an unfinished line soon.
func (o *output) unfinished() bool {
	if !o.sinks[0].terminal && !o.sinks[1].terminal {
		return false
	}
	for i := range o.streams {
		if s := o.streams[i].stream; s.sink.terminal && len(s.partial) > 0 {
			return true
		}
	}
	return false
}

func (o *output) showUnfinished() {
	for i := range o.streams {
		if s := o.streams[i].stream; s.sink.terminal {
			s.flush()
		}
	}
}
