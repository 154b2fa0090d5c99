//go:build cgo

package shutdown

import (
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coral-pgas/coral/internal/layout"
)

// TestAwaitReaders: an image waits until its message has been read and passed on, however long the
// process that does so has not run, and not where nobody reads.
func TestAwaitReaders(t *testing.T) {
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer out.Close()
	file, err := os.Create(t.TempDir() + "/file")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, to := range []*os.File{out, file} {
		if _, err := to.WriteString("error"); err != nil {
			t.Fatal(err)
		}
	}
	job := &layout.Job{Reporter: layout.ReporterRests}
	awaitReaders(job, int(file.Fd()))
	var read, passed atomic.Bool
	go func() {
		time.Sleep(50 * time.Millisecond)
		atomic.StoreUint32(&job.Reporter, layout.ReporterPasses)
		read.Store(true)
		if _, err := in.Read(make([]byte, 10)); err != nil {
			t.Error(err)
		}
		time.Sleep(50 * time.Millisecond)
		passed.Store(true)
		atomic.StoreUint32(&job.Reporter, layout.ReporterRests)
	}()
	awaitReaders(job, int(file.Fd()), int(out.Fd()))
	if !read.Load() || !passed.Load() {
		t.Errorf("the image has waited until it was read: %v, and passed on: %v", read.Load(),
			passed.Load())
	}
}
