package rt

import (
	"bytes"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/layout"
)

// WaitState is whether an image waits and for what, as it has published it (layout.Status).
type WaitState struct {
	State           uint32 // layout.StateX
	Wait, Target    uint32 // layout.WaitX without flags, 0: it does not wait; image or count
	Unknown         bool   // functions were shipped to it that it has not registered
	Others          bool   // something else than other images may end the wait
	Progress, Looks uint32
}

// WaitState reads the wait state of an image. Any goroutine may call it.
func (w *World) WaitState(rank int) WaitState {
	s := w.status(rank)
	wait := atomic.LoadUint32(&s.Wait)
	return WaitState{
		State: atomic.LoadUint32(&s.State), Wait: wait &^ layout.WaitFlags,
		Target: atomic.LoadUint32(&s.Target), Unknown: wait&layout.WaitUnknown != 0,
		Others: wait&layout.WaitOthers != 0, Progress: atomic.LoadUint32(&s.Progress),
		Looks: atomic.LoadUint32(&s.Looks),
	}
}

// Runs tells whether this image has not ended, and the run does not end.
func (w *World) Runs() bool { return !w.ended.Load() && !w.Ends() }

// Ends tells whether the run ends, before its images have.
func (w *World) Ends() bool { return atomic.LoadUint32(&w.jobArea().Ending) != 0 }

// SiteOf is the statement in which an image waits that has not left its wait since WaitState
// was read.
func (w *World) SiteOf(rank int) Site {
	s := w.status(rank)
	if atomic.LoadUint32(&s.Wait) == layout.WaitNone {
		return Site{}
	}
	file, _, _ := bytes.Cut(s.File[:], []byte{0})
	return Site{File: string(file), Line: int(atomic.LoadUint32(&s.Line))}
}

// EndRun makes all images end, as if one had begun error termination; the caller is none of them.
func (w *World) EndRun(code int) {
	job := w.jobArea()
	if atomic.LoadUint32(&job.Ending) == 0 {
		atomic.StoreInt32(&job.ExitCode, int32(code))
		atomic.StoreUint32(&job.Ending, 1)
	}
	w.alert()
}
