//go:build !amd64

package sys

import (
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
)

// CountSignal has a signal count in a word.
func CountSignal(number syscall.Signal, word *uint32) error {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, number)
	go func() {
		for range signals {
			atomic.AddUint32(word, 1)
		}
	}()
	return nil
}
