package rt

import (
	"os"
	"runtime"
)

// LimitProcessors suits Go's runtime to an image of a process of its own: it has one processor
// where there are more images than cores. All cores are busy with images then, and Go's monitor
// would take turns away: it looks after a processor whose thread has returned to C for 10 ms, some
// sixty times, if another processor is free. Else two are left at least, also where the image is
// pinned to one core: a progress thread runs while the program spins. The user's GOMAXPROCS stands.
func (w *World) LimitProcessors() {
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(w.processors())
	}
}

func (w *World) processors() int {
	if w.crowded && w.mapped {
		return 1
	}
	return max(2, runtime.GOMAXPROCS(0))
}
