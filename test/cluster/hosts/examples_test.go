package hosts

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/coral-pgas/coral/test/turns"
)

var clusterFlag = flag.Bool("cluster", false, "run all examples on three hosts, not only some")

func TestMain(m *testing.M) {
	flag.Parse()
	if *clusterFlag {
		os.Exit(m.Run())
	}
	os.Exit(turns.Main(m, 3))
}

// ours is where the examples are.
const ours = "../../../examples/go"

// onHost is an example on several machines, on these numbers of images.
type onHost struct {
	command string
	images  []int
	want    string
}

var onHosts = []onHost{
	{"cluster", []int{2, 3, 6}, "pi is 3.14159265"},
	{"himeno -size XS -iterations 5", []int{2, 3, 6}, "equal to the serial computation"},
	{"sort -m 2000", []int{2, 3, 6}, "images sorted"},
	{"treesearch", []int{2, 3, 6}, "as many as the serial search finds"},
	{"treesearch -roots 500", []int{2, 3, 6}, "as many as the serial search finds"},
	{"heat", []int{2, 3, 6}, "equal to the serial computation"},
	{"pipeline", []int{2, 3, 6}, "blocks have come through"},
	{"wordcount ../../../README.md", []int{2, 3, 6}, "as many as one image counts"},
	{"nascg", []int{2, 4}, "verification successful"},
	{"nasis", []int{2, 3, 6}, "verification successful"},
	{"nasis -class W", []int{3}, "verification successful"},
	{"pingpong -t 0.001", []int{2}, "8388608"},
}

// always are the places of those that are run without -cluster, in turns.
var always = []int{2, 3, 5}

// TestExamples: with one more import, the examples in Go run on three hosts.
func TestExamples(t *testing.T) {
	h := Up(t)
	examples := onHosts
	if !*clusterFlag {
		examples = nil
		for _, i := range turns.Of(t.Name(), always...) {
			examples = append(examples, onHosts[i])
			examples[len(examples)-1].images = []int{3}
		}
	}
	bin := buildForHosts(t, examples)
	for _, way := range Ways {
		t.Run(way, func(t *testing.T) {
			if err := Missing(way); err != nil {
				t.Skip(err)
			}
			for _, example := range examples {
				for _, n := range example.images {
					h.example(t, way, n, bin, example.command, example.want)
				}
			}
		})
	}
}

// example runs one on some images.
func (h *Hosts) example(t *testing.T, way string, n int, dir, command, want string) {
	t.Run(command+" on "+strconv.Itoa(n), func(t *testing.T) {
		program := strings.Fields(command)
		words := slices.Concat(h.Launcher(way),
			[]string{strconv.Itoa(n), filepath.Join(dir, program[0])}, program[1:])
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		defer cancel()
		c := exec.CommandContext(ctx, words[0], words[1:]...)
		c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
		out, err := c.CombinedOutput()
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%v, want %q in:\n%s", err, want, out)
		}
	})
}

// TestExamplesXMP: so do those in XMP/C.
func TestExamplesXMP(t *testing.T) {
	h := Up(t)
	command, err := filepath.Abs(*coral)
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	for _, name := range []string{"cg", "is"} {
		source, err := filepath.Abs(filepath.Join("../../../examples/xmp", name+".c"))
		if err != nil {
			t.Fatal(err)
		}
		c := exec.Command(command, "build", "-o", filepath.Join(bin, name), source, "-lm")
		c.Dir = bin
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	ways := Ways
	if !*clusterFlag {
		ways = turns.Of(t.Name(), ways...)
	}
	for _, way := range ways {
		t.Run(way, func(t *testing.T) {
			if err := Missing(way); err != nil {
				t.Skip(err)
			}
			h.example(t, way, 2, bin, "cg S", "verification successful")
			if *clusterFlag {
				h.example(t, way, 4, bin, "cg S", "verification successful")
				h.example(t, way, 3, bin, "is S", "verification successful")
				h.example(t, way, 6, bin, "is W", "verification successful")
			}
		})
	}
}

// buildForHosts builds the examples with the import that they need for it, in a file that is not
// there.
func buildForHosts(t *testing.T, examples []onHost) (bin string) {
	bin = t.TempDir()
	source := filepath.Join(bin, "hosts.go")
	text := "package main\n\nimport _ \"github.com/coral-pgas/coral/coarray/cluster\"\n"
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var packages []string
	replace := map[string]string{}
	for _, example := range examples {
		dir := "./" + strings.Fields(example.command)[0]
		place, err := filepath.Abs(filepath.Join(ours, dir, "hosts.go"))
		if err != nil {
			t.Fatal(err)
		}
		if replace[place] == "" {
			packages = append(packages, dir)
		}
		replace[place] = source
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(bin, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("go", append([]string{"build", "-overlay", list, "-o", bin}, packages...)...)
	c.Dir, c.Env = ours, append(os.Environ(), "CGO_ENABLED=1")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}
