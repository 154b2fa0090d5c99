// Package waitstate has what the images of a run wait for and where, reports of it, and the
// detection of deadlocks: that all wait for each other.
// Coral's own launcher sees all images (internal/launch) and applies the rule of one host
// (suspicion.go); of a run that a library's launcher has
// started each image says itself whether it stands still (still.go), the first of each machine adds
// up (round.go), and the first of all decides (detector.go).
package waitstate

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/sys"
)

// Group is images that stand in the same place.
type Group struct {
	Images  []int // numbers, from 1, increasing
	Place   string
	Seconds int // the shortest wait of them
}

// Groups are the images of some groups that may have places in common.
func Groups(parts []Group) (groups []Group) {
	at := map[string]int{}
	for _, part := range parts {
		i, there := at[part.Place]
		if !there {
			at[part.Place] = len(groups)
			groups = append(groups, Group{slices.Clone(part.Images), part.Place, part.Seconds})
			continue
		}
		g := &groups[i]
		g.Images = append(g.Images, part.Images...)
		g.Seconds = min(g.Seconds, part.Seconds)
	}
	for _, g := range groups {
		slices.Sort(g.Images)
	}
	slices.SortStableFunc(groups, func(a, b Group) int { return a.Images[0] - b.Images[0] })
	return groups
}

// Text is what the user is told, a line a group.
func Text(groups []Group) string {
	var b strings.Builder
	for _, g := range groups {
		noun := "image"
		if len(g.Images) > 1 {
			noun = "images"
		}
		fmt.Fprintf(&b, "coral: note: %s %s: %s", noun, Ranges(g.Images), g.Place)
		if g.Seconds > 0 {
			fmt.Fprintf(&b, ", for %d s", g.Seconds)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// position says what an image was last known to do.
func position(s *layout.Status, dead bool) string {
	switch state := atomic.LoadUint32(&s.State); {
	case state == layout.StateFailed:
		return "failed"
	case state == layout.StateStopped:
		return "stopped"
	case dead || state == layout.StateDone:
		return "ended"
	case state == layout.StateStarting:
		return "starting"
	}
	wait := atomic.LoadUint32(&s.Wait) &^ layout.WaitFlags
	if wait == layout.WaitNone {
		return running
	}
	at := line(s)
	text := "waiting " + WaitNameAt(at, wait, int(atomic.LoadUint32(&s.Target)))
	what, _, _ := bytes.Cut(s.What[:], []byte{0})
	if len(what) > 0 && (wait == layout.WaitColl || wait == layout.WaitTeam) {
		text = "waiting in " + string(what)
	}
	if at != "" {
		text += " at " + at
	}
	if atomic.LoadUint32(&s.Wait)&layout.WaitUnknown != 0 {
		text += NotRegistered
	}
	return text
}

// NotRegistered follows what an image waits for, where functions have been shipped to it that it
// has not registered.
const NotRegistered = " (it has not registered a function that another image has shipped to it)"

// line is the source line of a wait.
func line(s *layout.Status) string {
	file, _, _ := bytes.Cut(s.File[:], []byte{0})
	line := atomic.LoadUint32(&s.Line)
	if len(file) == 0 || line == 0 {
		return ""
	}
	return fmt.Sprintf("%s:%d", file, line)
}

// waited is for how many whole seconds an image has been in its wait; 0 when it is in none.
func waited(s *layout.Status) int {
	since := atomic.LoadUint64(&s.Since)
	if atomic.LoadUint32(&s.State) == layout.StateStopped {
		return 0 // it waits for the others to stop, which is none of its statements
	}
	if since == 0 || atomic.LoadUint32(&s.Wait) == layout.WaitNone {
		return 0
	}
	return int(time.Duration(sys.Monotonic() - since).Seconds())
}

// IsCAF2 tells whether a source file is in CAF 2.0, by its ending.
func IsCAF2(file string) bool {
	ending := path.Ext(file)
	return ending == ".caf" || ending == ".CAF"
}

// WaitNameAt names the statement in which an image waits, in the words of the language in which the
// file of a place is written: a layout.WaitX, and the image or count that it waits for, 0 for none.
func WaitNameAt(place string, wait uint32, target int) string {
	names, known := waitNames[wait]
	if !known {
		return "for others"
	}
	name := names.fortran
	file, _, _ := strings.Cut(place, ":")
	var own waitName
	switch ending := path.Ext(file); {
	case ending == ".c", ending == ".h":
		own = names.c
	case IsCAF2(file):
		own = caf2Names[wait]
	case ending == ".go":
		own = names.inGo
	}
	if own.text != "" {
		name = own
	}
	if target != 0 && name.image != "" {
		return name.text + fmt.Sprintf(name.image, target)
	}
	return name.text
}

// waitName is what is said of a wait; image is added where the image that it waits for is known.
type waitName struct{ text, image string }

// waitNames has the names of Fortran's statements, and where they have others, those of XcalableMP
// in C and of package coarray.
var waitNames = map[uint32]struct{ fortran, c, inGo waitName }{
	layout.WaitSyncAll: {waitName{text: "in SYNC ALL"}, waitName{text: "in barrier or sync_all"},
		waitName{text: "in SyncAll"}},
	layout.WaitImages: {waitName{"in SYNC IMAGES", " for image %d"},
		waitName{"in sync_images", " for image %d"}, waitName{"in SyncImages", " for image %d"}},
	layout.WaitEvent: {waitName{text: "in EVENT WAIT"}, waitName{text: "in wait"},
		waitName{text: "in Wait of an event"}},
	layout.WaitLock: {waitName{"in LOCK", ", held by image %d"},
		waitName{"in lock", ", held by image %d"}, waitName{"in Lock", ", held by image %d"}},
	layout.WaitCrit: {fortran: waitName{"before CRITICAL", ", image %d is inside"},
		inGo: waitName{"in Critical.Do", ", image %d is inside"}},
	layout.WaitColl: {waitName{text: "in a collective subroutine"},
		waitName{text: "in bcast, reduction or gmove"}, waitName{text: "in a collective function"}},
	layout.WaitAlloc: {waitName{text: "in ALLOCATE of a coarray"}, waitName{text: "in xmp_malloc"},
		waitName{text: "in New, or another function that makes a coarray"}},
	layout.WaitFree: {waitName{text: "in DEALLOCATE of a coarray"}, waitName{text: "in xmp_free"},
		waitName{text: "in Free"}},
	layout.WaitMove: {fortran: waitName{text: "in MOVE_ALLOC of coarrays"}},
	layout.WaitChange: {waitName{text: "in CHANGE TEAM"}, waitName{text: "in task or tasks"},
		waitName{text: "at the beginning of InTeam"}},
	layout.WaitLeave: {waitName{text: "in END TEAM"}, waitName{text: "in task or tasks"},
		waitName{text: "at the end of InTeam"}},
	layout.WaitForm: {waitName{text: "in FORM TEAM"}, waitName{text: "in task or tasks"},
		waitName{text: "in FormTeam"}},
	layout.WaitSplit: {waitName{text: "in team_split"}, waitName{text: "in task or tasks"},
		waitName{text: "in SplitTeam"}},
	layout.WaitTeam: {waitName{text: "in a team statement"}, waitName{text: "in task or tasks"},
		waitName{text: "in a function of a team"}},
	layout.WaitFinish: {fortran: waitName{text: "at the end of finish"},
		inGo: waitName{text: "at the end of Finish"}},
	layout.WaitFence: {fortran: waitName{text: "in cofence"}},
	layout.WaitBefore: {fortran: waitName{text: "for the event (ev_before) of copy_async"},
		inGo: waitName{text: "for the event (Before) of a copy"}},
	layout.WaitEnd: {fortran: waitName{text: "for the end of the program"}},
	layout.WaitAsync: {fortran: waitName{
		text: "at the end of the program for asynchronous operations"}},
}

// caf2Names has the names of waits that CAF 2.0 has statements of its own for.
var caf2Names = map[uint32]waitName{
	layout.WaitEvent: {text: "for an event"}, // event_wait, eventset_waitany and others
	layout.WaitLock:  {"for a lock", ", held by image %d"},
}

// Sorted gives numbers in increasing order, each once.
func Sorted(numbers []int) []int {
	sorted := slices.Clone(numbers)
	slices.Sort(sorted)
	return slices.Compact(sorted)
}

// Ranges writes increasing numbers as "1-3, 7".
func Ranges(numbers []int) string {
	var parts []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		if j == i {
			parts = append(parts, fmt.Sprint(numbers[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", numbers[i], numbers[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}
