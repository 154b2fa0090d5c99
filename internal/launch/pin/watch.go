package pin

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// Beside other load, another run or anything else, an image that may not leave its core gets half
// of it, and all others wait for that image. So the launcher looks how long images have stood in
// line for their cores, and lets those that have go where the kernel finds room. The kernel counts
// that for each thread (schedstat). It is looked at while the run runs, not before: what a machine
// does in one moment says little of the next, and a pinned run on a quiet one must not depend on
// that. Before the launcher lets any image go, it exchanges busy cores for free ones
// (choose.go).

const (
	firstLook    = 50 * time.Millisecond
	lateLook     = time.Second
	earlyLooks   = 20  // early looks, each of twice firstLook
	crowdedShare = 0.1 // of the time, in line
	// of its cores' time: an image that uses that much itself has too many threads of its own, and
	// they stand in line for each other
	ownShare     = 0.85
	crowdedLooks = 2 // in a row
)

// Process is what the launcher knows of an image's process.
type Process struct {
	PID   int // 0: it has not started
	Ended bool
}

// Watch is what the launcher knows of pinned images. One goroutine at a time may use it.
type Watch struct {
	allowed unix.CPUSet
	places  []unix.CPUSet
	cores   []core
	before  map[int]coreTimes // what the cores had done before the images started
	chosen  bool              // images have exchanged busy cores for free ones
	images  []pinnedImage
	looks   int
	verbose io.Writer // nil: says nothing
}

type pinnedImage struct {
	at      time.Time
	before  schedule
	crowded int // looks in a row
	freed   bool
}

// schedule is how long the threads of a process have run, and have stood in line.
type schedule struct{ ran, inLine time.Duration }

// NewWatch is nil where images are not pinned: where there are no places. verbose is told which
// images leave their cores.
func NewWatch(places []unix.CPUSet, verbose io.Writer) *Watch {
	if places == nil {
		return nil
	}
	w := &Watch{places: slices.Clone(places), before: readCores(),
		images: make([]pinnedImage, len(places)), verbose: verbose}
	if unix.SchedGetaffinity(0, &w.allowed) != nil {
		return nil
	}
	w.cores = topology(w.allowed)
	return w
}

// First tells when to look for the first time.
func (w *Watch) First() (first <-chan time.Time) {
	if w == nil {
		return nil
	}
	return time.After(firstLook)
}

// Look looks at the images that run, by rank, and gives the time of the next look.
func (w *Watch) Look(images []Process) (next <-chan time.Time) {
	w.choose(images)
	left := 0
	for rank, im := range images {
		if im.PID == 0 || im.Ended || w.images[rank].freed {
			continue
		}
		left++
		if now, err := scheduleOf(im.PID); err == nil {
			w.judge(rank, im.PID, now, time.Now())
		}
	}
	if left == 0 && w.looks > 0 {
		return nil
	}
	if w.looks++; w.looks < earlyLooks {
		return time.After(2 * firstLook)
	}
	return time.After(lateLook)
}

// judge lets an image go if it has stood in line for its cores in several looks.
func (w *Watch) judge(rank, pid int, now schedule, at time.Time) {
	p := &w.images[rank]
	share, own := p.shares(now, at, w.places[rank].Count())
	first := p.at.IsZero()
	p.before, p.at = now, at
	if first || share < crowdedShare || own > ownShare {
		p.crowded = 0
		return
	}
	if p.crowded++; p.crowded < crowdedLooks {
		return
	}
	p.freed = true
	free(pid, &w.allowed)
	if w.verbose != nil {
		fmt.Fprintf(w.verbose,
			"coral: note: image %d has waited %.0f %% of the time for core %s, which is busy "+
				"with other work: it may run on any core now\n",
			rank+1, 100*share, listOf(&w.places[rank]))
	}
}

// shares are the parts of the time since the last look that an image's threads stood in line, and
// that they used of all of its cores.
func (p *pinnedImage) shares(now schedule, at time.Time, cores int) (inLine, own float64) {
	since := at.Sub(p.at).Seconds()
	inLine = (now.inLine - p.before.inLine).Seconds() / since
	return inLine, (now.ran - p.before.ran).Seconds() / since / float64(cores)
}

// scheduleOf adds up the threads of a process.
func scheduleOf(pid int) (all schedule, err error) {
	for _, tid := range threads(pid) {
		one, err := readSchedule(fmt.Sprintf("/proc/%d/task/%d/schedstat", pid, tid))
		if errors.Is(err, errNoSchedule) {
			return all, err
		} else if err != nil {
			continue // it has just ended
		}
		all.ran, all.inLine = all.ran+one.ran, all.inLine+one.inLine
	}
	return all, nil
}

var errNoSchedule = errors.New("schedstat has another form")

// readSchedule reads what the kernel has counted for a thread.
func readSchedule(file string) (s schedule, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return s, err
	}
	var ran, inLine, turns int64
	if _, err := fmt.Sscan(string(text), &ran, &inLine, &turns); err != nil {
		return s, errNoSchedule
	}
	return schedule{time.Duration(ran), time.Duration(inLine)}, nil
}

// threads lists the threads of a process; none: it has ended.
func threads(pid int) (tids []int) {
	entries, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	for _, e := range entries {
		if tid, err := strconv.Atoi(e.Name()); err == nil {
			tids = append(tids, tid)
		}
	}
	return tids
}

// free lets all threads of a process run anywhere.
func free(pid int, allowed *unix.CPUSet) {
	for _, tid := range threads(pid) {
		_ = unix.SchedSetaffinity(tid, allowed) // it may have ended
	}
}

// listOf names the cores of a set.
func listOf(set *unix.CPUSet) string {
	var names []string
	for core := 0; len(names) < set.Count(); core++ {
		if set.IsSet(core) {
			names = append(names, strconv.Itoa(core))
		}
	}
	return strings.Join(names, ",")
}
