package launch

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/layout"
)

// started is what the spawner tells the coordinator of each rank, in order.
type started struct {
	rank, pid int
	err       error
}

// spawner starts images one after the other.
type spawner struct {
	options Options
	memory  *memory
	output  *output
	env     []string // without CORAL_BOOT, which comes last
	places  []unix.CPUSet
	results chan started
	cancel  chan struct{} // closed: start no more
	release chan struct{} // closed at the end of the run
}

// run is the spawner's goroutine. Its thread stays until release: when it ended, the kernel would
// kill the images as if the launcher had died.
func (s *spawner) run() {
	runtime.LockOSThread()
	defer func() { <-s.release }()
	defer close(s.results)
	null, err := os.Open(os.DevNull)
	if err != nil {
		s.results <- started{0, 0, err}
		return
	}
	defer null.Close()
	for rank := range s.memory.geometry.Images {
		select {
		case <-s.cancel:
			return
		default:
		}
		stdin := null
		if rank == 0 && !s.options.debugsHere() {
			stdin = s.options.Stdin
		}
		pid, err := s.start(rank, stdin)
		s.results <- started{rank, pid, err}
		if err != nil {
			return
		}
	}
}

func (s *spawner) start(rank int, stdin *os.File) (pid int, err error) {
	writers, err := s.output.connect(rank)
	if err != nil {
		return 0, err
	}
	defer closeAll(writers[:])
	if s.places != nil {
		// The child inherits this thread's cores, before any of its own threads exist.
		unix.SchedSetaffinity(0, &s.places[rank])
	}
	if rank == s.options.Debug-1 {
		defer holdBackGoOn()()
	}
	boot := layout.Boot{Geometry: s.memory.geometry, Image: rank + 1, Unmapped: s.options.Unmapped,
		Descriptor: layout.BootDescriptor}
	return syscall.ForkExec(s.options.Executable, imageArgs(s.options.Args, rank, s.options.Named),
		&syscall.ProcAttr{
			Env:   append(s.env, layout.BootVariable+"="+boot.String()),
			Files: []uintptr{stdin.Fd(), writers[0].Fd(), writers[1].Fd(), s.memory.file.Fd()},
			Sys:   &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL},
		})
}

// imageArgs are the words with which an image is started. Its own name is that of the program with
// the image, prog[3], as ps shows it; a compiled program takes that away before it runs
// (capi/boot.c).
func imageArgs(args []string, rank int, named bool) []string {
	if !named || len(args) == 0 {
		return args
	}
	return append([]string{fmt.Sprintf("%s[%d]", args[0], rank+1)}, args[1:]...)
}

// imageEnv is the environment of images. To a terminal, lines are to appear when they are written:
// an image's own output is a pipe, which Fortran's runtime would fill before it writes.
func imageEnv(env []string, terminal bool) []string {
	const unbuffered = "GFORTRAN_UNBUFFERED_PRECONNECTED="
	var result []string
	for _, entry := range env {
		if strings.HasPrefix(entry, layout.BootVariable+"=") {
			continue
		}
		if strings.HasPrefix(entry, unbuffered) {
			terminal = false
		}
		result = append(result, entry)
	}
	if terminal {
		result = append(result, unbuffered+"y")
	}
	return result[:len(result):len(result)]
}
