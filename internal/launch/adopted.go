package launch

import (
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// Hydra's remote shells inherit the socket at which mpiexec waits for its daemons. If mpiexec ends
// before all daemons have come, a late one connects to a socket that nobody reads, and waits for
// ever; it ends when the last remote shell has ended.

// Adopt makes this process the parent of those whose parent ends.
func Adopt() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) } // Linux 3.4

// EndChildren gives the children of this process some time to end and kills the others. Nothing
// else may wait for a child meanwhile.
func EndChildren(grace time.Duration) {
	for end := time.Now().Add(grace); ; time.Sleep(10 * time.Millisecond) {
		var status unix.WaitStatus
		pid, err := unix.Wait4(-1, &status, unix.WNOHANG, nil)
		if err != nil && err != unix.EINTR {
			return // ECHILD: there are none
		}
		if pid == 0 && time.Now().After(end) {
			for _, child := range adopted() {
				_ = unix.Kill(child, unix.SIGKILL) // its own children become this process's
			}
		}
	}
}

// adopted is the children of this process.
func adopted() (list []int) {
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if parent, known := parentOf(pid); known && parent == os.Getpid() {
			list = append(list, pid)
		}
	}
	return list
}
