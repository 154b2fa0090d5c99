package launch

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/coral-pgas/coral/internal/sys"
)

// starterEach is the time between two looks whether what has started an image is there.
const starterEach = time.Second

// WatchStarter calls end, with what is to be said elsewhere, in an image of a library's launcher
// when the process that has started it, an agent of that launcher, is gone. Coral's own launcher
// sees to it that its images end with it; an agent that is killed leaves its images alone, which
// would run on, without output, and stand at their end. A program between both that goes ends the
// image, too.
func WatchStarter(end func(why string)) {
	parent, launcher := os.Getppid(), startedBy()
	key := parentKey(launcher)
	go func() {
		gone := parent
		for os.Getppid() == parent {
			if launcher != parent && !isThere(launcher, key) {
				gone = launcher
				break
			}
			// no timer of Go's, which could be the program's (waitstate.Asleep)
			sys.Nap(starterEach)
		}
		signal.Ignore(syscall.SIGPIPE) // who has read what images write is gone too, as a rule
		host, _ := os.Hostname()
		why := fmt.Sprintf(
			"coral: error: what has started the images on host %s is gone (process %d): "+
				"the run ends [%s]\n", host, gone, CodeOrphan)
		fmt.Fprint(os.Stderr, why) // if anybody reads it
		end(why)
	}()
}

// isThere tells whether a process is still the one that had a key (parentKey), and runs.
func isThere(process int, key string) bool {
	state := statOf(process)
	return len(state) > 0 && state[0] != "Z" && state[0] != "X" && parentKey(process) == key
}
