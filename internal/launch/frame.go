package launch

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/coral-pgas/coral/internal/config"
)

// What the launcher and its agents on other hosts say to each other goes as frames through the
// standard input and output of the agent, which is whatever the remote shell makes of them: a kind,
// an image's rank, a length, and so many bytes.

type frameKind byte

const (
	// from the agent: its version; nothing comes before, and its form stays as it is
	frameHello  frameKind = 'h'
	frameStart  frameKind = 's' // to the agent: a mission; nothing may come before
	frameInput  frameKind = 'i' // to the agent: for the image's standard input; empty: its end
	frameWords  frameKind = 'w' // both ways: a line of PMI-1
	frameKill   frameKind = 'k' // to the agent: end all images at once
	frameStop   frameKind = 'b' // to the agent: the run ends by an error; a stop
	frameStood  frameKind = 'p' // from the agent: where images stood (waitstate.Group)
	frameAsk    frameKind = 'q' // to the agent: ask the image where all of them stand
	frameAlive  frameKind = 'a' // both ways, every second: nothing but a sign of life
	frameOutput frameKind = 'o' // from the agent: written to standard output
	frameErrors frameKind = 'e' // from the agent: written to standard error
	frameEnded  frameKind = 'x' // from the agent: the image's process has ended; a death
	frameFailed frameKind = 'f' // from the agent: the image could not be started; why
)

const (
	frameLimit = 1 << 20
	// signOfLife is how often each side shows that it is there, and leastSilence how long the other
	// waits at least until it takes it for lost.
	signOfLife   = time.Second
	leastSilence = 3 * signOfLife
)

type frame struct {
	kind frameKind
	rank int
	data []byte
}

// frameWriter may be used by several goroutines.
type frameWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (f *frameWriter) send(kind frameKind, rank int, data []byte) error {
	head := make([]byte, 9, 9+len(data))
	head[0] = byte(kind)
	binary.LittleEndian.PutUint32(head[1:], uint32(rank))
	binary.LittleEndian.PutUint32(head[5:], uint32(len(data)))
	f.mu.Lock()
	defer f.mu.Unlock()
	_, err := f.w.Write(append(head, data...))
	return err
}

// live sends signs of life until stop is closed.
func (f *frameWriter) live(stop <-chan struct{}) {
	tick := time.NewTicker(signOfLife)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
			if f.send(frameAlive, 0, nil) != nil {
				return
			}
		}
	}
}

// forEver is a time that does not come.
const forEver = time.Duration(1<<63 - 1)

// orForEver reads a setting that is a time, 0 for none.
func orForEver(s *config.Setting, least time.Duration) (time.Duration, error) {
	switch t, err := s.Time(); {
	case err != nil:
		return 0, err
	case t == 0:
		return forEver, nil
	default:
		return max(t, least), nil
	}
}

func readFrame(r *bufio.Reader) (frame, error) {
	var head [9]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return frame{}, err
	}
	f := frame{kind: frameKind(head[0]), rank: int(binary.LittleEndian.Uint32(head[1:]))}
	n := binary.LittleEndian.Uint32(head[5:])
	if n > frameLimit {
		return f, fmt.Errorf("a frame of kind %q and %d bytes: something else writes here", head[0],
			n)
	}
	f.data = make([]byte, n)
	_, err := io.ReadFull(r, f.data)
	return f, err
}
