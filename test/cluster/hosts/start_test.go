package hosts

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// Commands by which a host lacks something (Hosts.Own). hidden: files that are there, but are nothing. noCache: what other hosts have made is not seen.
const (
	hidden = `empty=$2/$1/empty; : >"$empty"; hide() { for f; do [ ! -e "$f" ] || mount --bind "$empty" "$(readlink -f "$f")"; done; }
`
	cacheDir    = `cache=${CORAL_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}}; mkdir -p "$cache"; `
	noCache     = cacheDir + "mount -t tmpfs -o mode=700 none \"$cache\"\n"
	closedCache = cacheDir + "mount -t tmpfs -o mode=700,ro none \"$cache\"\n"
	noCompilers = hidden + "hide $(command -v gcc cc clang mpicc mpicc.openmpi mpicc.mpich)\n"
	noLibraries = hidden + "hide $(ldconfig -p | sed -n 's/.*=> \\(.*lib\\(mpi\\|mpich\\|ucp\\)\\.so.*\\)/\\1/p')\n"
)

// TestFailureAtStart: what one host lacks, or has otherwise, ends the run on all hosts when it starts, with a message that says where, and nothing stays. Compilers may be missing where
// what they make is kept.
func TestFailureAtStart(t *testing.T) {
	program := build(t, "start", "print '(a,i0)', 'READY', num_images()\nsync all\nend\n")
	another := build(t, "another", "print '(a,i0)', 'another', num_images()\nsync all\nend\n")
	h := Up(t)
	for _, c := range []struct {
		name, own string
		said      string // READY: it ends well
	}{
		{"nothing", "", "READY6"},
		{"compilers", noCompilers, "READY6"},
		{"compilers and cache", noCompilers + noCache, "on host coral-2 cannot be bound to {library}: "},
		{"cache", closedCache, "read-only file system: name a directory of yours that can be written (CORAL_CACHE) [R0516]"},
		{"libraries", noLibraries, "install what is missing on this host, or say where it is (LD_LIBRARY_PATH) [R0516]"},
		{"executable", "mount --bind '" + another + "' '" + program + "'", "on host coral-2 runs another executable than image 1 on host coral-1: "},
		{"program", hidden + "hide '" + program + "'", program},
	} {
		for _, way := range Ways {
			t.Run(c.name+"/"+way, func(t *testing.T) {
				if err := Missing(way); err != nil {
					t.Skip(err)
				}
				h.Own(t, 2, c.own)
				words := slices.Concat(h.words(), []string{way, "6", program})
				if c.name == "program" && way == "mpich" {
					words = append([]string{"env", "CORAL_CONNECT=5s"}, words...) // its mpiexec says so, and lets the others wait
				}
				r := begin(t, h, way, words)
				r.await("it does not end", r.over)
				well, said := strings.HasPrefix(c.said, "READY"), r.said()
				if r.cmd.ProcessState.Success() != well || !strings.Contains(said, strings.ReplaceAll(c.said, "{library}", libraryOf(way))) {
					t.Errorf("%v, want %q in:\n%s", r.cmd.ProcessState, c.said, said)
				}
				if n := strings.Count(said, "coral: error: "); !well && c.name != "program" && n != 1 {
					t.Errorf("%d messages:\n%s", n, said)
				}
				for end := time.Now().Add(limit); len(r.Processes()) > 0; time.Sleep(20 * time.Millisecond) {
					if time.Now().After(end) {
						t.Fatalf("processes stay:\n%s", r.list())
					}
				}
				if files := slices.DeleteFunc(r.Files(), func(name string) bool { return strings.HasPrefix(filepath.Base(name), "ompi.") }); len(files) > 0 {
					t.Errorf("files stay: %v", files)
				}
			})
		}
	}
}

func libraryOf(way string) string {
	if way == "ucx" {
		return "UCX"
	}
	return "MPI"
}
