package rt

import (
	"slices"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/sys"
)

// Stage is memory of this image's slot that others read where it is, each once: what long
// collectives move does not lie in a slot, in general. It is used again when all have read it. All
// methods are for the image's own goroutine.
type Stage struct {
	Offset  uint64 // in the slot
	Data    []byte // of the length that was asked for
	room    int
	readers uint64
	shown   *layout.Stage
}

// stagesKept is up to how many bytes of stages that nobody reads are kept.
const stagesKept = 16 << 20

// NewStage gives a stage of so many bytes, for so many readers.
func (w *World) NewStage(bytes, readers int) (*Stage, error) {
	kept := 0
	var best *Stage
	for _, s := range w.stages {
		if !s.free() {
			continue
		}
		kept += s.room
		if s.room >= bytes && (best == nil || s.room < best.room) {
			best = s
		}
	}
	if best == nil {
		if kept+bytes > stagesKept {
			w.dropStages()
		}
		offset, err := w.privateBlock(uint64(layout.StageSize + bytes))
		if err != nil {
			return nil, err
		}
		best = &Stage{Offset: offset, room: bytes, shown: w.stage(w.rank, offset)}
		w.stages = append(w.stages, best)
	}
	best.Data = w.bytes(w.rank, best.Offset+layout.StageSize, bytes)
	best.readers = uint64(readers)
	atomic.StoreUint64(&best.shown.Ready, 0)
	atomic.StoreUint64(&best.shown.Read, 0)
	return best, nil
}

// free says whether all have read it.
func (s *Stage) free() bool { return atomic.LoadUint64(&s.shown.Read) == s.readers }

// Publish lets the first bytes be read.
func (s *Stage) Publish(bytes int) { atomic.StoreUint64(&s.shown.Ready, uint64(bytes)) }

// dropStages gives back the memory of stages that nobody reads.
func (w *World) dropStages() {
	w.stages = slices.DeleteFunc(w.stages, func(s *Stage) bool {
		if s.free() {
			w.drop(s.Offset, w.blocks[s.Offset])
			return true
		}
		return false
	})
}

// StagesInUse is how many stages of this image others have still to read.
func (w *World) StagesInUse() int {
	count := 0
	for _, s := range w.stages {
		if !s.free() {
			count++
		}
	}
	return count
}

// Staged is another image's Stage.
type Staged struct {
	Data  []byte
	shown *layout.Stage
}

// StagedAt is the stage at an offset of a mapped rank's slot.
func (w *World) StagedAt(rank int, offset uint64, bytes int) Staged {
	return Staged{w.bytes(rank, offset+layout.StageSize, bytes), w.stage(rank, offset)}
}

// Ready is how many bytes may be read.
func (s Staged) Ready() int { return int(atomic.LoadUint64(&s.shown.Ready)) }

// From is the word that has come to its value when so many bytes may be read.
func (s Staged) From(bytes int) sys.Word {
	return sys.Word{At: &s.shown.Ready,
		Value: uint64(bytes)}
}

// Release says that this image will read no more of it.
func (s Staged) Release() { atomic.AddUint64(&s.shown.Read, 1) }
