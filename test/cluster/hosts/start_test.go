package hosts

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coral-pgas/coral/internal/provider"
	"github.com/coral-pgas/coral/test/turns"
)

// Commands by which a host lacks something (Hosts.Own). hidden: files that are there, but are
// nothing. noCache: what other hosts have made is not seen.
const (
	hidden = `empty=$2/$1/empty; : >"$empty"; hide() { for f; do [ ! -e "$f" ] || mount --bind "$empty" "$(readlink -f "$f")"; done; }
`
	cacheDir    = `cache=${CORAL_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}}; mkdir -p "$cache"; `
	noCache     = cacheDir + "mount -t tmpfs -o mode=700 none \"$cache\"\n"
	closedCache = cacheDir + "mount -t tmpfs -o mode=700,ro none \"$cache\"\n"
	noCompilers = hidden +
		"for c in gcc cc clang mpicc mpicc.openmpi mpicc.mpich; do hide $(command -v $c); done\n"
	noLibraries = hidden +
		"hide $(ldconfig -p | " +
		"sed -n 's/.*=> \\(.*lib\\(mpi\\|mpich\\|ucp\\|fabric\\)\\.so.*\\)/\\1/p')\n"
)

// TestFailureAtStart: what one host lacks, or has otherwise, ends the run on all hosts when it
// starts, with a message that says where, and nothing stays. Compilers may be missing where what
// they make is kept.
func TestFailureAtStart(t *testing.T) {
	program := build(t, "start", "print '(a,i0)', 'READY', num_images()\nsync all\nend\n")
	another := build(t, "another", "print '(a,i0)', 'another', num_images()\nsync all\nend\n")
	old, version := anotherVersion(t, program)
	h := Up(t)
	for _, c := range []struct {
		name, own string
		said      string // READY: it ends well
	}{
		{"nothing", "", "READY6"},
		{"compilers", noCompilers, "READY6"},
		{"compilers and cache", noCompilers + noCache,
			"on host coral-2 cannot be bound to {library}: "},
		{"cache", closedCache,
			"read-only file system: name a directory of yours that can be written " +
				"(CORAL_CACHE) [R0516]"},
		{"libraries", noLibraries,
			"install what is missing on this host, or say where it is (LD_LIBRARY_PATH) [R0516]"},
		{"executable", "mount --bind '" + another + "' '" + program + "'",
			"on host coral-2 runs another executable than image 1 on host coral-1: "},
		{"version", "mount --bind '" + old + "' '" + program + "'", ", Coral " + version + "\n"},
		{"another MPI", noCache + "{another MPI}",
			"on host coral-2 cannot be bound to MPI: {another MPI}"},
		{"program", hidden + "hide '" + program + "'", program},
	} {
		for _, way := range turns.Of(t.Name()+c.name, Ways...) {
			t.Run(c.name+"/"+way, func(t *testing.T) {
				if err := Missing(way); err != nil {
					t.Skip(err)
				}
				if c.name == "another MPI" && anotherMPI[way].commands == "" {
					t.Skip("it needs no MPI")
				}
				h.Own(t, 2, strings.ReplaceAll(c.own, "{another MPI}", anotherMPI[way].commands))
				h := *h
				if c.name == "program" && way == "mpich" {
					// its mpiexec says so, and lets the others wait
					h.Connect = 5 * time.Second
				}
				words := slices.Concat(h.words(), []string{way, "6", program})
				r := begin(t, &h, way, words)
				r.await("it does not end", r.over)
				well, said := strings.HasPrefix(c.said, "READY"), r.said()
				if r.cmd.ProcessState.Success() != well ||
					!strings.Contains(said, strings.NewReplacer("{library}", libraryOf(way),
						"{another MPI}", anotherMPI[way].said).Replace(c.said)) {
					t.Errorf("%v, want %q in:\n%s", r.cmd.ProcessState, c.said, said)
				}
				if c.name == "executable" {
					r.tellsApart(program, another)
				}
				if n := strings.Count(said, "coral: error: "); !well && c.name != "program" &&
					n != 1 {
					t.Errorf("%d messages:\n%s", n, said)
				}
				for end := time.Now().Add(limit); len(r.Processes()) > 0; time.Sleep(
					20 * time.Millisecond) {
					if time.Now().After(end) {
						t.Fatalf("processes stay:\n%s", r.list())
					}
				}
				if files := slices.DeleteFunc(r.Files(), leftByOpenMPI); len(files) > 0 {
					t.Errorf("files stay: %v", files)
				}
			})
		}
	}
}

// anotherMPI has the other MPI under the name of a launcher's; said: what tells that it is another
// one.
var anotherMPI = map[string]struct{ commands, said string }{
	"openmpi": {standsFor("mpicc.openmpi", "mpicc.mpich"), "MPICH"},
	"mpich":   {standsFor("mpicc.mpich", "mpicc.openmpi"), "Open MPI"},
}

func standsFor(name, other string) string {
	return "printf '#!/bin/sh\\nexec " + other +
		" \"$@\"\\n' >\"$2/$1/another\"; chmod +x \"$2/$1/another\"; mount --bind " +
		"\"$2/$1/another\" \"$(readlink -f \"$(command -v " + name + ")\")\"\n"
}

// tellsApart expects a line for each of two executables, with its images and what distinguishes it.
func (r *run) tellsApart(first, second string) {
	r.Helper()
	images := [2]string{"images 1-2, 5-6 on coral-1, coral-3: ", "images 3-4 on coral-2: "}
	if !ByCoral(r.way) {
		images = [2]string{"images 1, 3-4, 6 on coral-1, coral-3: ", "images 2, 5 on coral-2: "}
	}
	for i, file := range []string{first, second} {
		info, err := os.Stat(file)
		if err != nil {
			r.Fatal(err)
		}
		want := regexp.MustCompile(
			fmt.Sprintf(
				`(?m)^coral: note: %s%s, %d bytes of %s UTC, checksum [0-9a-f]{16}, Coral \S+$`,
				images[i], regexp.QuoteMeta(first), info.Size(),
				info.ModTime().UTC().Format(time.DateTime)))
		if !want.MatchString(r.said()) {
			r.Errorf("nothing is like %v in:\n%s", want, r.said())
		}
	}
}

// anotherVersion is a program as another version of Coral would have built it, and what that calls
// itself: a name as long as this one's, which is put in its place in the file.
func anotherVersion(t *testing.T, program string) (file, version string) {
	t.Helper()
	dir := t.TempDir()
	shell, file := filepath.Join(dir, "shell"), filepath.Join(dir, "old")
	if err := os.WriteFile(shell, []byte("#!/bin/sh\nprintf 'a\\0\\0\\0\\0\\0\\0\\0\\0'\n"),
		0o700); err != nil {
		t.Fatal(err)
	}
	// it takes what the shell says for that of an older version, and says its own
	c := exec.Command(program)
	c.Env = append(os.Environ(), "CORAL_HOSTS=far", "CORAL_NUM_IMAGES=1", "CORAL_RSH="+shell)
	said, _ := c.CombinedOutput()
	found := regexp.MustCompile(`is from Coral (\S+): build it by one Coral`).FindSubmatch(said)
	if found == nil {
		t.Fatalf("it does not say its version:\n%s", said)
	}
	text, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(text, found[1]); len(found[1]) < 6 || n == 0 || n > 9 {
		t.Fatalf("%q is %d times in the program: a version that cannot be changed there", found[1],
			n)
	}
	version = strings.Repeat("0", len(found[1]))
	if err := os.WriteFile(file, bytes.ReplaceAll(text, found[1], []byte(version)),
		0o700); err != nil {
		t.Fatal(err)
	}
	return file, version
}

func libraryOf(way string) string {
	if p := provider.Named(way); p != nil {
		return p.Title
	}
	return provider.MPI.Title
}
