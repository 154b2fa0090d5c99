// Package rt is the upper layer of the runtime: what a coarray program does,
// said in terms of a conduit. It knows no concrete conduit.
//
// One World is one image's view of the run. Where images are mapped, the
// operations work on the words of package layout directly, by the protocols
// that are written there and that compiled code follows too; else the same
// words are reached through the conduit.
//
// # Who may call
//
// Image control (synchronization, collectives, allocation, teams, ending) is for
// one goroutine of the image at a time. Transfers, atomics, event posts and
// queries, lock and unlock may be called by any goroutine at any time.
//
// # Ranks
//
// "rank" is the rank in the initial team (image number minus 1) wherever memory is
// addressed, and "member" a rank in the current team where a statement's
// meaning depends on the team: SyncImages, Broadcast, Reduce.
package rt

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/rt/heap"
	"github.com/coral-pgas/coral/internal/rt/plan"
	"github.com/coral-pgas/coral/internal/sys"
)

// Site is a place in the user's source.
type Site struct {
	File string
	Line int
	What string // the statement's name, as messages have it; "": its kind says all
}

// Options adapt a World to its surroundings. The zero value is good.
type Options struct {
	// MemoryLimit bounds what all images together may allocate, in bytes: more
	// than that cannot be there. 0: no limit.
	MemoryLimit uint64
	// KeepFreed is how many bytes of freed coarrays this image keeps for others.
	KeepFreed uint64
	// Where finds the user's statement that is running. It is called when a
	// wait becomes long. nil: the site given by SetSite.
	Where func() Site
	// Compare: members of a team compare, beside the lengths, what each statement brings
	// (World.Bring), and which statement it is.
	Compare bool
	// PlaceErrors: errors of other images' ends and of wrong images tell that place. Where who
	// reports them knows the statement, they do not.
	PlaceErrors bool
	// Done is of the context that ends with the run: the program goes on behind the end of others.
	Done <-chan struct{}
	// Alone tells whether nothing in this process but the statement that waits can go on, so that
	// only other images can end its wait. nil: not known here.
	Alone func() bool
	// Blocking: a put to an image that is not mapped is complete when it returns, not only at the
	// end of the segment.
	Blocking bool
	// OwnGoroutine: only the goroutine that opened the world may wait for other images, and the
	// caller of SetProgress is that goroutine. Other waits than for locks are refused when they
	// become long, or at once with CheckGoroutine, which costs each wait a microsecond.
	OwnGoroutine, CheckGoroutine bool
	// Exit ends the process or goroutine; nil: the conduit's Exit.
	Exit func(code int)
	// Before an image ends, Flush writes what the program has buffered.
	Flush func()
}

// World is one image's view of the run.
type World struct {
	memory
	c       conduit.Conduit
	ops     conduit.Operations // of the conduit, completed by active messages
	seg     *conduit.Segment
	size    int
	options Options
	crowded bool          // more images than cores, by the launcher's count: alike on all images
	spins   int           // before the first yield
	pauses  bool          // after each of them
	longest time.Duration // sleep while waiting
	look    func() bool   // Poll of who waits
	shows   bool          // what others do to this image's memory shows without a look
	site    Site
	met     []meeting // by rank; nil: none yet
	// where memory is not mapped: how often this image has come to each rank by SYNC IMAGES
	told      map[int]uint64
	posted    posted
	remote    conduit.RemoteCompletion // nil: posts have been counted when Post returns
	heap      *heap.Heap
	freed     freed
	blocks    map[uint64]*block // by offset of the data
	allocated uint64            // allocations so far
	initial   *Team
	current   *Team
	teams     []*Team // by ID
	// hasFailed: FAIL IMAGE has done all that it does here.
	hasFailed atomic.Bool
	ended     atomic.Bool
	heardEnd  atomic.Pointer[time.Time] // when a wait of this image has heard that the run ends

	stages     []*Stage // all that there are
	planMemory plan.Memory

	onMachine sync.Once
	machine   []int // of neighbours

	published published
	progress  Progress       // nil: there are no asynchronous operations
	owner     uintptr        // the goroutine that advances them (sys.Goroutine)
	shipped   uint64         // atomic; not 0: a shipped function runs
	shipper   atomic.Uintptr // the goroutine on which they do; 0: none has run yet
}

// New makes the World of an image on its conduit. All images do so; it does not
// synchronize. It installs the handlers of active messages.
func New(c conduit.Conduit, o Options) (*World, error) {
	seg := c.Segment()
	w := &World{
		memory:  newMemory(seg, c.Rank()),
		c:       c,
		ops:     conduit.Complete(c),
		seg:     seg,
		size:    c.Size(),
		options: o,
		heap:    heap.New(seg.HeapOffset(), seg.HeapSize()),
		blocks:  map[uint64]*block{},
		longest: longestSleep * time.Duration(1+(c.Size()-1)/looksEach),
	}
	w.remote, _ = w.ops.FencedSignal.(conduit.RemoteCompletion)
	if job := w.jobArea(); job.Version != layout.Version || int(job.Images) != w.size {
		return nil, fmt.Errorf(
			"memory object is of version %d for %d images, this image expects version %d for %d",
			job.Version, job.Images, layout.Version, w.size)
	}
	w.crowded = w.size > int(w.jobArea().Cores)
	w.look = c.Poll
	_, rings := c.(conduit.Doorbell)
	w.shows = w.mapped || rings // of one machine, then
	if !w.crowded {
		look := sys.HowToLook()
		w.spins, w.pauses = look.Looks, look.Pauses
		if poller, ok := c.(conduit.SpinPoller); ok {
			w.look = poller.PollSoon
		}
	}
	w.initial = newInitialTeam(w)
	w.current = w.initial
	w.teams = []*Team{w.initial}
	w.setState(layout.StateRunning)
	return w, nil
}

// Rank is this image's rank in the initial team; Size how many images there are.
func (w *World) Rank() int { return w.rank }
func (w *World) Size() int { return w.size }

// Mapped says whether all images are mapped, so that plain loads and stores reach them.
func (w *World) Mapped() bool { return w.mapped }

// Shows says whether what others do to this image's memory shows without a look at the network.
// Puts are complete when they return, then.
func (w *World) Shows() bool { return w.shows }

// Crowded says whether there are more images than cores.
func (w *World) Crowded() bool { return w.crowded }

// Initial is the team of all images; Current the one that is executing.
func (w *World) Initial() *Team { return w.initial }
func (w *World) Current() *Team { return w.current }

// SetSite notes the statement that is about to run, for reports.
func (w *World) SetSite(s Site) { w.site = s }

// Conduit is the conduit that the world stands on.
func (w *World) Conduit() conduit.Conduit { return w.c }

func (w *World) checkRank(rank int) error {
	if uint(rank) >= uint(w.size) {
		return w.noImage(rank, "", w.size)
	}
	return nil
}

// pause stands between two looks at a word that another image is going to change.
func (w *World) pause() {
	if w.pauses {
		sys.Pause()
	}
}

// wake ends the sleep of rank, if it sleeps. To be called after the change of a
// word on which it may wait; see layout.Control.
func (w *World) wake(rank int) {
	if !w.mapped || atomic.LoadUint32(&w.control(rank).Sleepers) != 0 {
		w.c.Wake(rank)
	}
}
