package launch

import (
	"os"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/layout"
)

// memory is the memory object of a run, with its Job area mapped.
type memory struct {
	file     *os.File
	geometry layout.Geometry
	job      *layout.Job
	bytes    []byte // the Job area
}

// newMemory makes the object: nameless, of a size that nobody can change, and gone with the last
// process that holds it.
func newMemory(g layout.Geometry) (*memory, error) {
	fd, err := unix.MemfdCreate("coral", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return nil, failure(CodeMemory,
			"the memory that images share could not be made: memfd_create: %w", err)
	}
	file := os.NewFile(uintptr(fd), "memory object")
	m := &memory{file: file, geometry: g}
	if err := m.size(); err != nil {
		file.Close()
		return nil, err
	}
	m.bytes, err = unix.Mmap(fd, int64(g.JobOffset()), int(g.JobSize()),
		unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		file.Close()
		return nil, failure(CodeMemory, "the memory that images share could not be mapped: %w", err)
	}
	m.job = jobAt(m.bytes)
	m.job.Version = layout.Version
	m.job.Images = uint32(g.Images)
	m.job.Cores = uint32(Cores())
	m.job.Stride, m.job.Static, m.job.Guard = g.Stride, g.Static, g.Guard
	return m, nil
}

// memoryOf is an object that another process has made; nil: it cannot be mapped.
func memoryOf(fd int, boot layout.Boot) *memory {
	area, err := unix.Mmap(fd, int64(boot.JobOffset()), int(boot.JobSize()),
		unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		unix.Close(fd)
		return nil
	}
	return &memory{file: os.NewFile(uintptr(fd), "memory object"), geometry: boot.Geometry,
		bytes: area, job: jobAt(area)}
}

// size gives the object its size, for good. The file is sparse, so RLIMIT_FSIZE means nothing for
// it, but the kernel compares all the same (and sends SIGXFSZ): the soft limit is lifted for the
// moment, or the hard one is reported.
func (m *memory) size() error {
	want := m.geometry.FileSize()
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &limit); err == nil && limit.Cur < want {
		if limit.Max < want {
			return failure(CodeMemory,
				"the limit of file sizes (ulimit -f, %d KiB) forbids the memory that images "+
					"share, a sparse object of %d GiB that is never written to a disk: raise "+
					"the limit",
				limit.Max>>10, want>>30)
		}
		lifted := unix.Rlimit{Cur: limit.Max, Max: limit.Max}
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &lifted); err == nil {
			defer unix.Setrlimit(unix.RLIMIT_FSIZE, &limit)
		}
	}
	fd := int(m.file.Fd())
	if err := unix.Ftruncate(fd, int64(want)); err != nil {
		return failure(CodeMemory, "the memory that images share could not be sized to %d GiB: %w",
			want>>30, err)
	}
	seals := unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_SEAL
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, seals); err != nil {
		return failure(CodeMemory, "the memory that images share could not be sealed: %w", err)
	}
	return nil
}

func (m *memory) close() {
	unix.Munmap(m.bytes)
	m.file.Close()
}

func (m *memory) status(rank int) *layout.Status {
	offset := layout.JobStatus + rank*layout.StatusSize
	return statusAt(m.bytes[offset : offset+layout.StatusSize])
}

func (m *memory) state(rank int) uint32 { return atomic.LoadUint32(&m.status(rank).State) }

// ending tells whether error termination was initiated, by which image (0: the launcher) and with
// which exit code.
func (m *memory) ending() (ending bool, image, code int) {
	ending = atomic.LoadUint32(&m.job.Ending) != 0
	return ending, int(atomic.LoadUint32(&m.job.EndedBy)), int(atomic.LoadInt32(&m.job.ExitCode))
}

// end initiates error termination on behalf of the launcher, unless an image has done so.
func (m *memory) end(code int) {
	if atomic.LoadUint32(&m.job.Ending) == 0 {
		atomic.StoreInt32(&m.job.ExitCode, int32(code))
		atomic.StoreUint32(&m.job.Ending, 1)
	}
	m.alert()
}

// mark changes an image's state on its behalf (it is dead) and counts it.
func (m *memory) mark(rank int, state uint32) {
	atomic.StoreUint32(&m.status(rank).State, state)
	switch state {
	case layout.StateStopped:
		atomic.AddUint32(&m.job.Stopped, 1)
	case layout.StateFailed:
		atomic.AddUint32(&m.job.Failed, 1)
	}
	m.alert()
}

// count says how many images have stopped and failed, where fewer are counted.
func (m *memory) count(stopped, failed uint32) {
	if atomic.LoadUint32(&m.job.Stopped) >= stopped && atomic.LoadUint32(&m.job.Failed) >= failed {
		return
	}
	atomic.StoreUint32(&m.job.Stopped, stopped)
	atomic.StoreUint32(&m.job.Failed, failed)
	m.alert()
}

// alert makes every waiting image look at the Job area: those that spin or yield see Alert,
// sleepers are woken by their futex word (they would otherwise wake by their timeout).
func (m *memory) alert() {
	atomic.AddUint32(&m.job.Alert, 1)
	for rank := range m.geometry.Images {
		offset := int64(uint64(rank)*m.geometry.Stride + m.geometry.ControlOffset())
		page, err := unix.Mmap(int(m.file.Fd()), offset, os.Getpagesize(),
			unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
		if err != nil {
			return // they wake by themselves, a little later
		}
		wake(controlAt(page))
		unix.Munmap(page)
	}
}

// checkLimits finds out before anything is started whether the process's limits allow n images.
func checkLimits(g layout.Geometry, unmapped bool) error {
	var limit unix.Rlimit
	need := uint64(2*g.Images + 16) // two pipes an image
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err == nil && limit.Cur < need {
		if raised := (unix.Rlimit{Cur: limit.Max, Max: limit.Max}); limit.Max < need ||
			unix.Setrlimit(unix.RLIMIT_NOFILE, &raised) != nil {
			return failure(CodeFiles,
				"%d images need %d open files, but the limit is %d: raise it (ulimit -Hn) or "+
					"start fewer images", g.Images, need, limit.Max)
		}
	}
	window := g.FileSize()
	if unmapped {
		window *= 2
	}
	if err := unix.Getrlimit(unix.RLIMIT_AS, &limit); err == nil && limit.Cur < window {
		return failure(CodeMemory,
			"the limit of the address space (ulimit -v) is %d MiB, but images reserve %d GiB "+
				"of addresses (not of memory): run without that limit",
			limit.Cur>>20, window>>30)
	}
	return nil
}
