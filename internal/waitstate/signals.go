package waitstate

import (
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	"github.com/coral-pgas/coral/internal/sys"
)

// CountSignals counts in a word how often somebody sends this image one of some signals, by which
// users ask where images stand. Package os/signal has a goroutine that may wake others by any
// signal, whether the program asks for one or not; so a Go program, which is looked at for that,
// has none of Coral's. embedded: the program is of another language, whose runtime may have
// handlers of its own.
func CountSignals(word *uint32, embedded bool, signals ...syscall.Signal) error {
	if !embedded {
		for _, s := range signals {
			if err := sys.CountSignal(s, word); err != nil {
				return err
			}
		}
		return nil
	}
	came := make(chan os.Signal, 1)
	for _, s := range signals {
		signal.Notify(came, s)
	}
	go func() {
		for range came {
			atomic.AddUint32(word, 1)
		}
	}()
	return nil
}
