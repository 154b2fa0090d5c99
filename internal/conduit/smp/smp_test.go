package smp

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/coral-pgas/coral/internal/conduit/conduittest"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/sys"
	"github.com/coral-pgas/coral/test/turns"
)

// TestMain makes the test binary an image when it is started as one.
func TestMain(m *testing.M) {
	value, isImage := os.LookupEnv(layout.BootVariable)
	if !isImage {
		os.Exit(m.Run())
	}
	if err := image(value); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// image runs the suite in a process of its own and sees that nothing is left behind.
func image(value string) error {
	boot, err := layout.ParseBoot(value)
	if err != nil {
		return err
	}
	held() // the first look opens descriptors of the Go runtime itself
	before := held()
	c, err := Open(boot)
	if err != nil {
		return err
	}
	if err := conduittest.NewImage(c).RunAll(); err != nil {
		return err
	}
	if err := c.Close(); err != nil {
		return err
	}
	before.descriptors-- // the memory object was there when the process began
	for range 100 {
		if held() == before {
			return nil
		}
		time.Sleep(time.Millisecond)
	}
	return fmt.Errorf("image %d: %+v before, %+v after Close", boot.Image, before, held())
}

// holdings are what a process must give back.
type holdings struct{ goroutines, descriptors, mappings int }

func held() (h holdings) {
	h.goroutines = runtime.NumGoroutine()
	if files, err := os.ReadDir("/proc/self/fd"); err == nil {
		h.descriptors = len(files)
	}
	if maps, err := os.ReadFile("/proc/self/maps"); err == nil {
		h.mappings = strings.Count(string(maps), "memfd:")
	}
	return h
}

func TestConduit(t *testing.T) {
	for _, unmapped := range []bool{false, true} {
		for _, n := range turns.Of(fmt.Sprint(t.Name(), unmapped), 1, 2, 3, 5) {
			t.Run(fmt.Sprintf("images=%d,unmapped=%v", n, unmapped), func(t *testing.T) {
				runImages(t, n, unmapped)
			})
		}
	}
}

// patience is how long the images of a run may take; then they are killed, and the test fails.
const patience = 2 * time.Minute

func runImages(t *testing.T, n int, unmapped bool) {
	geometry, err := layout.Plan(n, unmapped)
	if err != nil {
		t.Fatal(err)
	}
	object, err := sys.MemoryObject("conduittest", geometry.FileSize())
	if err != nil {
		t.Fatal(err)
	}
	defer object.Close()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var images []*exec.Cmd
	for image := 1; image <= n; image++ {
		boot := layout.Boot{Geometry: geometry, Image: image, Unmapped: unmapped,
			Descriptor: layout.BootDescriptor}
		c := exec.CommandContext(ctx, "/proc/self/exe")
		// when the test itself is killed
		c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		// Under the race detector every process would end a second later.
		c.Env = append(os.Environ(), layout.BootVariable+"="+boot.String(),
			"GORACE=atexit_sleep_ms=0")
		c.ExtraFiles = []*os.File{object}
		c.Stderr = os.Stderr
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		images = append(images, c)
	}
	for i, c := range images {
		if err := c.Wait(); err != nil {
			t.Errorf("image %d: %v", i+1, err)
			cancel() // the others may wait for it
		}
	}
}

// TestFilling: who ends waits for threads that have taken a position in a mailbox, and lets none
// take another.
func TestFilling(t *testing.T) {
	p := postOffice{own: new(mailbox)}
	var filled atomic.Bool
	p.own.begin()
	go func() {
		for atomic.LoadUint32(&p.own.Ends) == 0 {
			time.Sleep(time.Millisecond)
		}
		filled.Store(true)
		p.own.fill()
	}()
	p.settle()
	if !filled.Load() {
		t.Error("it has not waited")
	}
	var begun atomic.Bool
	go func() {
		p.own.begin()
		begun.Store(true)
	}()
	for atomic.LoadUint32(&p.own.Filling) != 0 {
		time.Sleep(time.Millisecond)
	}
	if begun.Load() {
		t.Error("a thread may take a position")
	}
}

// TestSettle: who ends waits for the handler that runs, and lets none begin; in a handler it does
// not wait for ever.
func TestSettle(t *testing.T) {
	p := postOffice{own: new(mailbox)}
	p.lock()
	var handled atomic.Bool
	go func() {
		handled.Store(true)
		p.unlock()
	}()
	// it gives up after a while, which a busy machine may need
	for p.settle(); !handled.Load(); p.settle() {
	}
	if p.lock() {
		t.Error("a handler may begin")
	}
	p.settle()
}
