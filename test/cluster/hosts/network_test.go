package hosts

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coral-pgas/coral/test/turns"
)

// TestNetworkAtStart: a host whose cable is pulled when its images are being started, and have not
// met the others, ends the run.
func TestNetworkAtStart(t *testing.T) {
	program := build(t, "start", "print '(a,i0)', 'READY', num_images()\nsync all\nend\n")
	// Where the launcher notices it says who; else those that are there say so.
	said := map[string]struct {
		connect time.Duration
		said    string
	}{
		"openmpi": {12 * time.Second, `on node 10\.77\.0\.2`},
		"mpich": {5 * time.Second,
			`images 1, 4 on host coral-1 waited 5s for those on other machines, .*\[R0512\](?s:.*)images 3, 6 on host coral-3 |images 3, 6 on host coral-3 (?s:.*)images 1, 4 on host coral-1 `},
		"coral": {5 * time.Second,
			`images 1-2 on host coral-1 waited 5s for those on other machines, .*\[R0512\]|images 5-6 on host coral-3 waited 5s ` +
				// by OFI the host itself may have begun to connect
				`|image [34] on host coral-2 cannot be bound to OFI .*\[R0516\]`},
	}
	for _, way := range turns.Of(t.Name(), Ways...) {
		c := said[kind(way)]
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			h := up(t, way)
			h.Connect = c.connect
			cut := filepath.Join(t.TempDir(), "cut")
			until := fmt.Sprintf(
				"if [ $(hostname) = coral-2 ]; then echo WAITING >&2; until [ -e '%s' ]; do "+
					"sleep 0.1; done; fi\n", cut)
			command := program
			if ByCoral(way) { // whose agent is the program itself
				h.Own(t, 2, until)
			} else {
				command = filepath.Join(t.TempDir(), "start")
				if err := os.WriteFile(command, []byte("#!/bin/sh\n"+until+"exec '"+program+"'\n"),
					0o700); err != nil {
					t.Fatal(err)
				}
			}
			r := begin(t, h, way, append(h.Launcher(way), "6", command))
			r.await("host 2 starts nothing",
				func() bool { return r.over() || strings.Contains(r.said(), "WAITING") })
			r.Cut(t, 2)
			if err := os.WriteFile(cut, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			r.await("the launcher stays", r.over)
			said := r.said()
			told := lostByPRTE(said) ||
				!r.cmd.ProcessState.Success() && regexp.MustCompile(c.said).MatchString(said)
			if !told || strings.Contains(said, "READY") {
				t.Errorf("%v, want %q in:\n%s", r.cmd.ProcessState, c.said, said)
			}
			// Open MPI's daemon on that host has something on its way to mpirun, and stays until
			// TCP gives it up, after a quarter of an hour.
			r.await("processes stay", func() bool {
				return !slices.ContainsFunc(r.Processes(),
					func(pid int) bool {
						return way != "openmpi" ||
							strings.Contains(about(pid, "cmdline"), program)
					})
			})
		})
	}
}
