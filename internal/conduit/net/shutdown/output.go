//go:build cgo

package shutdown

import (
	"time"

	"golang.org/x/sys/unix"
)

// readTime is how long an image that ends the run waits at most for what it has written to be read.
const readTime = 2 * time.Second

// awaitReaders waits until what this process has written to standard output and standard error has
// been read, where that goes through a pipe or a socket: launchers throw away what they have not
// read when an abort reaches them, and on a crowded machine they may not have run for a while.
func awaitReaders() {
	const rest = 2 * time.Millisecond
	for start := time.Now(); unread(unix.Stdout)+unread(unix.Stderr) > 0 &&
		time.Since(start) < readTime; {
		time.Sleep(rest)
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
