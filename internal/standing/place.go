// Package standing says where the images of a run stand, and finds that all wait for each other.
// Coral's own launcher sees all images (internal/launch); of a run that a library's launcher has
// started each image says itself whether it stands still (still.go), the first of each machine adds
// up (round.go), and the first of all decides (detector.go).
package standing

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
	return text
}

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

// WaitNameAt is WaitName in the words of the language in which the file of a place is written.
func WaitNameAt(place string, wait uint32, target int) string {
	file, _, _ := strings.Cut(place, ":")
	switch path.Ext(file) {
	case ".c", ".h":
		return waitNameC(wait, target)
	case ".go":
		return waitNameGo(wait, target)
	}
	return WaitName(wait, target)
}

// WaitName names the statement in which an image waits: a layout.WaitX, and the image or count that
// it waits for, 0 for none.
func WaitName(wait uint32, target int) string {
	of := func(text, image string) string {
		if target == 0 {
			return text
		}
		return text + fmt.Sprintf(image, target)
	}
	switch wait {
	case layout.WaitSyncAll:
		return "in SYNC ALL"
	case layout.WaitImages:
		return of("in SYNC IMAGES", " for image %d")
	case layout.WaitEvent:
		return "in EVENT WAIT"
	case layout.WaitLock:
		return of("in LOCK", ", held by image %d")
	case layout.WaitCrit:
		return of("before CRITICAL", ", image %d is inside")
	case layout.WaitColl:
		return "in a collective subroutine"
	case layout.WaitAlloc:
		return "in ALLOCATE of a coarray"
	case layout.WaitFree:
		return "in DEALLOCATE of a coarray"
	case layout.WaitMove:
		return "in MOVE_ALLOC of coarrays"
	case layout.WaitChange:
		return "in CHANGE TEAM"
	case layout.WaitLeave:
		return "in END TEAM"
	case layout.WaitForm:
		return "in FORM TEAM"
	case layout.WaitEnd:
		return "for the end of the program"
	case layout.WaitTeam:
		return "in a team statement"
	case layout.WaitFinish:
		return "at the end of finish"
	case layout.WaitAsync:
		return "at the end of the program for asynchronous operations"
	}
	return "for others"
}

// waitNameGo has the names of package coarray.
func waitNameGo(wait uint32, target int) string {
	of := func(text, image string) string {
		if target == 0 {
			return text
		}
		return text + fmt.Sprintf(image, target)
	}
	switch wait {
	case layout.WaitSyncAll:
		return "in SyncAll"
	case layout.WaitImages:
		return of("in SyncImages", " for image %d")
	case layout.WaitEvent:
		return "in Wait of an event"
	case layout.WaitLock:
		return of("in Lock", ", held by image %d")
	case layout.WaitCrit:
		return of("in Critical.Do", ", image %d is inside")
	case layout.WaitColl:
		return "in a collective function"
	case layout.WaitAlloc:
		return "in New, or another function that makes a coarray"
	case layout.WaitFree:
		return "in Free"
	case layout.WaitChange:
		return "at the beginning of InTeam"
	case layout.WaitLeave:
		return "at the end of InTeam"
	case layout.WaitForm:
		return "in FormTeam or SplitTeam"
	case layout.WaitTeam:
		return "in a function of a team"
	case layout.WaitFinish:
		return "at the end of Finish"
	}
	return WaitName(wait, target)
}

// waitNameC has the names that XcalableMP gives to its statements.
func waitNameC(wait uint32, target int) string {
	switch wait {
	case layout.WaitSyncAll:
		return "in barrier or sync_all"
	case layout.WaitImages:
		if target == 0 {
			return "in sync_images"
		}
		return fmt.Sprintf("in sync_images for image %d", target)
	case layout.WaitEvent:
		return "in wait"
	case layout.WaitLock:
		if target == 0 {
			return "in lock"
		}
		return fmt.Sprintf("in lock, held by image %d", target)
	case layout.WaitColl:
		return "in bcast, reduction or gmove"
	case layout.WaitAlloc:
		return "in xmp_malloc"
	case layout.WaitFree:
		return "in xmp_free"
	case layout.WaitTeam, layout.WaitChange, layout.WaitLeave, layout.WaitForm:
		return "in task or tasks"
	}
	return WaitName(wait, target)
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
