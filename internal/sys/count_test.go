package sys

import (
	"os"
	"os/signal"
	"runtime"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Each signal that this process is sent is counted, and no goroutine begins for that. Then a
// program that asks for the signal gets it.
func TestCountSignal(t *testing.T) {
	page, err := unix.Mmap(-1, 0, 4096, unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_SHARED|unix.MAP_ANONYMOUS)
	if err != nil {
		t.Fatal(err)
	}
	word := (*uint32)(unsafe.Pointer(unsafe.SliceData(page)))
	before := runtime.NumGoroutine()
	if err := CountSignal(syscall.SIGQUIT, word); err != nil {
		t.Fatal(err)
	}
	const times = 1000
	for sent := uint32(1); sent <= times; sent++ {
		if err := syscall.Kill(os.Getpid(), syscall.SIGQUIT); err != nil {
			t.Fatal(err)
		}
		for atomic.LoadUint32(word) != sent {
			runtime.Gosched()
		}
	}
	if runtime.GOARCH == "amd64" && runtime.NumGoroutine() > before {
		t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGQUIT)
	defer signal.Stop(signals)
	if err := syscall.Kill(os.Getpid(), syscall.SIGQUIT); err != nil {
		t.Fatal(err)
	}
	select {
	case <-signals:
	case <-time.After(time.Minute):
		t.Error("package os/signal has not got the signal")
	}
}
