package launch

import (
	"slices"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/layout"
)

// jobAt views the first bytes of the mapped Job area.
func jobAt(area []byte) *layout.Job {
	_ = area[unsafe.Sizeof(layout.Job{})-1]
	return (*layout.Job)(unsafe.Pointer(&area[0]))
}

// statusAt views one row of the Job area.
func statusAt(row []byte) *layout.Status {
	_ = row[unsafe.Sizeof(layout.Status{})-1]
	return (*layout.Status)(unsafe.Pointer(&row[0]))
}

// GuestsAt are the images whose public state is in a Job area.
func GuestsAt(job unsafe.Pointer, images int) *Guests {
	area := unsafe.Slice((*byte)(job), layout.JobStatus+images*layout.StatusSize)
	g := &Guests{job: jobAt(area)}
	for row := range slices.Chunk(area[layout.JobStatus:], layout.StatusSize) {
		g.rows = append(g.rows, statusAt(row))
	}
	return g
}

// controlAt views a mapped first page of an image's control area.
func controlAt(page []byte) *layout.Control {
	_ = page[unsafe.Sizeof(layout.Control{})-1]
	return (*layout.Control)(unsafe.Pointer(&page[0]))
}

// wake follows the protocol of layout.Control: change the word, then wake all who sleep on it.
func wake(c *layout.Control) {
	if atomic.LoadUint32(&c.Sleepers) == 0 {
		return
	}
	atomic.AddUint32(&c.Wake, 1)
	const futexWake, all = 1, 1<<31 - 1 // shared between processes: not private
	unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&c.Wake)), futexWake, all, 0, 0, 0)
}

// awaitChild waits until a child has ended, leaves it as it is, and gives its process number. A
// child that has not been reaped keeps its number, so that it cannot be mistaken for another
// process meanwhile.
func awaitChild() (pid int, err error) {
	// siginfo_t of a child: signo, errno, code, padding, then the union, whose first member is the
	// process number.
	var info struct {
		_   [4]int32
		pid int32
		_   [27]int32
	}
	for {
		_, _, errno := unix.Syscall6(unix.SYS_WAITID, unix.P_ALL, 0, uintptr(unsafe.Pointer(&info)),
			unix.WEXITED|unix.WNOWAIT, 0, 0)
		if errno != unix.EINTR {
			if errno != 0 {
				return 0, errno
			}
			return int(info.pid), nil
		}
	}
}
