//go:build cgo

package shutdown

import (
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/layout"
)

// readTime is how long an image that ends the run waits at most for what it has written to be read:
// a busy machine may not let who reads it run for a second.
const readTime = 5 * time.Second

// awaitReaders waits until what this process has written to files, such as standard error, has been
// read, where that goes through a pipe or a socket, and is where the launcher reads it, if the
// run has a process that passes it on (internal/launch, reporter): launchers throw away what they
// have not read when an abort reaches them, and on a crowded machine they may not have run for a
// while.
func awaitReaders(job *layout.Job, files ...int) {
	const rest = 2 * time.Millisecond
	for start := time.Now(); time.Since(start) < readTime; time.Sleep(rest) {
		left := 0
		for _, fd := range files {
			left += unread(fd)
		}
		if left == 0 && atomic.LoadUint32(&job.Reporter) != layout.ReporterPasses {
			return
		}
	}
}

// unread is how many bytes of what was written to a file have not been read; 0: nobody is to read
// them, or it is not known.
func unread(fd int) int {
	var status unix.Stat_t
	if unix.Fstat(fd, &status) != nil {
		return 0
	}
	request := uint(unix.TIOCINQ)
	switch status.Mode & unix.S_IFMT {
	case unix.S_IFIFO:
	case unix.S_IFSOCK:
		request = unix.TIOCOUTQ
	default:
		return 0
	}
	n, err := unix.IoctlGetInt(fd, request)
	if err != nil {
		return 0
	}
	return n
}
