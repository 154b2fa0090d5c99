package rt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/inproc"
	"github.com/coral-pgas/coral/internal/conduit/smp"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/sys"
	"github.com/coral-pgas/coral/test/turns"
)

// A program is executed by all images of a run, in one process and in several.
type program struct {
	name string
	run  func(w *World) error
	code int // that every image ends with
}

// How images of a test see each other.
type surroundings struct {
	name     string
	unmapped bool
	messages bool // everything goes by active messages
	cores    int
}

var places = []surroundings{
	{name: "mapped", cores: 64},
	{name: "crowded", cores: 1},
	{name: "unmapped", unmapped: true, cores: 64},
	{name: "messages", unmapped: true, messages: true, cores: 64},
}

var sizes = []int{1, 2, 3, 5, 8}

// TestMain makes the test binary an image when it is started as one.
func TestMain(m *testing.M) {
	value, isImage := os.LookupEnv(layout.BootVariable)
	if !isImage {
		os.Exit(m.Run())
	}
	if err := imageProcess(value); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(99)
	}
}

const (
	programVariable = "RT_TEST_PROGRAM"
	placeVariable   = "RT_TEST_PLACE"
)

func imageProcess(value string) error {
	boot, err := layout.ParseBoot(value)
	if err != nil {
		return err
	}
	c, err := smp.Open(boot)
	if err != nil {
		return err
	}
	for _, s := range places {
		for _, p := range programs {
			if p.name == os.Getenv(programVariable) && s.name == os.Getenv(placeVariable) {
				return execute(s.restrict(c), p, 0,
					func(err error) { fmt.Fprintln(os.Stderr, err) })
			}
		}
	}
	return errors.New("no such test")
}

func (s surroundings) restrict(c conduit.Conduit) conduit.Conduit {
	if s.messages {
		return conduit.Restrict(c, conduit.CapMove|conduit.CapSignal|conduit.CapAtomic|
			conduit.CapAccumulate)
	}
	return c
}

// execute runs the program on one image and ends the image. Where sleep is not 0 it bounds a sleep.
func execute(c conduit.Conduit, p program, sleep time.Duration, report func(error)) error {
	w, err := New(c, Options{})
	if err != nil {
		return err
	}
	w.longest = cmp.Or(sleep, w.longest)
	w.SetSite(Site{File: p.name, Line: 42})
	if err := p.run(w); err != nil {
		report(fmt.Errorf("image %d of %d: %w", w.Rank()+1, w.Size(), err))
		w.ErrorStop(98)
	}
	w.Stop(0)
	return nil
}

func TestInProcess(t *testing.T) {
	for _, p := range programs {
		for _, s := range places {
			for _, n := range turns.Of(t.Name()+p.name+s.name, sizes...) {
				t.Run(fmt.Sprintf("%s/%s/%d", p.name, s.name, n), func(t *testing.T) {
					before := runtime.NumGoroutine()
					runInProcess(t, p, s, n, 0)
					for range 60000 {
						if runtime.NumGoroutine() <= before {
							return
						}
						time.Sleep(time.Millisecond)
					}
					t.Errorf("%d goroutines before, %d after", before, runtime.NumGoroutine())
				})
			}
		}
	}
}

// TestWoken shows that nothing depends on the end of a sleep: what ends a wait wakes who waits.
func TestWoken(t *testing.T) {
	for _, p := range programs {
		for _, s := range places {
			t.Run(p.name+"/"+s.name, func(t *testing.T) { runInProcess(t, p, s, 3, time.Hour) })
		}
	}
}

func runInProcess(t *testing.T, p program, s surroundings, n int, sleep time.Duration) {
	conduits, err := inproc.Open(n,
		inproc.Options{Unmapped: s.unmapped, Cores: s.cores, Heap: 8 << 20})
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	report := func(err error) { t.Error(err) }
	for _, c := range conduits {
		wait.Go(func() {
			if err := execute(s.restrict(c), p, sleep, report); err != nil {
				report(err)
			}
		})
	}
	wait.Wait()
	for rank, c := range conduits {
		if c.ExitCode() != p.code {
			t.Errorf("image %d ended with %d, want %d", rank+1, c.ExitCode(), p.code)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestProcesses(t *testing.T) {
	for _, p := range programs {
		for _, s := range places {
			for _, n := range turns.Of(t.Name()+p.name+s.name, sizes...) {
				t.Run(fmt.Sprintf("%s/%s/%d", p.name, s.name, n), func(t *testing.T) {
					runProcesses(t, p, s, n)
				})
			}
		}
	}
}

// patience is how long the images of a run may take; then they are killed, and the test fails.
const patience = 2 * time.Minute

func runProcesses(t *testing.T, p program, s surroundings, n int) {
	geometry, err := layout.Plan(n, s.unmapped)
	if err != nil {
		t.Fatal(err)
	}
	object, err := sys.MemoryObject("rt", geometry.FileSize())
	if err != nil {
		t.Fatal(err)
	}
	defer object.Close()
	area, err := sys.MapShared(int(object.Fd()), geometry.JobOffset(), geometry.JobSize(), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer sys.Unmap(area, geometry.JobSize())
	*(*layout.Job)(area) = layout.Job{Version: layout.Version, Images: uint32(n),
		Stride: geometry.Stride, Cores: uint32(s.cores)}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var images []*exec.Cmd
	for image := 1; image <= n; image++ {
		boot := layout.Boot{Geometry: geometry, Image: image, Unmapped: s.unmapped,
			Descriptor: layout.BootDescriptor}
		c := exec.CommandContext(ctx, "/proc/self/exe")
		// when the test itself is killed
		c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		c.Env = append(os.Environ(), layout.BootVariable+"="+boot.String(), programVariable+"="+
			p.name, placeVariable+"="+s.name,
			// under the race detector every process would end a second later
			"GORACE=atexit_sleep_ms=0")
		c.ExtraFiles = []*os.File{object}
		c.Stderr = os.Stderr
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		images = append(images, c)
	}
	for i, c := range images {
		_ = c.Wait() // its exit code says all
		if code := c.ProcessState.ExitCode(); code != p.code {
			t.Errorf("image %d: %v, want exit code %d", i+1, c.ProcessState, p.code)
			cancel() // the others may wait for it
		}
	}
}
