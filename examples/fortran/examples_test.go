// Package examples builds the mini-applications and runs small cases of them.
package examples

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/coral-pgas/coral/test/turns"
)

var coralFlag = flag.String("coral", "../../bin/coral", "the coral command")

// example is an example's directory, the sources in the order of its Makefile, and the arguments of
// a small run.
type example struct {
	name      string
	sources   []string
	arguments []string
}

var assignment = regexp.MustCompile(`(?m)^(SRC|SMALL) *= *(.*)$`)

// read takes what is to be built and run from the example's own Makefile.
func read(t *testing.T, name string) example {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(name, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	e := example{name: name}
	for _, m := range assignment.FindAllStringSubmatch(string(text), -1) {
		words := strings.Fields(m[2])
		if m[1] == "SMALL" {
			e.arguments = words
			continue
		}
		for _, w := range words {
			e.sources = append(e.sources, filepath.Join(name, w))
		}
	}
	if len(e.sources) == 0 || len(e.arguments) == 0 {
		t.Fatalf("%s/Makefile does not say what SRC and SMALL are", name)
	}
	return e
}

// compilers are those that coral finds: the default one and, where there is one, flang.
func compilers(t *testing.T, coral string) []string {
	t.Helper()
	out, err := exec.Command(coral, "info").Output()
	if err != nil {
		t.Fatalf("coral info: %v: make it by `make build`, or name another by -coral", err)
	}
	list := []string{""}
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "(flang ") {
			list = append(
				list, strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "compilers"))[0])
			break
		}
	}
	return list
}

func environment(compiler string) []string {
	if compiler == "" {
		return nil
	}
	return []string{"CORAL_FC=" + compiler}
}

func run(env []string, words ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, words[0], words[1:]...)
	c.Env = append(os.Environ(), env...)
	out, err := c.CombinedOutput()
	return string(out), err
}

func TestExamples(t *testing.T) {
	coral, err := filepath.Abs(*coralFlag)
	if err != nil {
		t.Fatal(err)
	}
	for i, compiler := range compilers(t, coral) {
		for _, name := range []string{"euler2d", "cgmesh", "particles", "taskfarm"} {
			if !turns.Takes(name, []int{2, 8}[min(i, 1)]) {
				continue
			}
			t.Run(name+" "+filepath.Base(compiler), func(t *testing.T) {
				e := read(t, name)
				program := filepath.Join(t.TempDir(), name)
				if out, err := run(environment(compiler),
					append([]string{coral, "build", "-O2", "-o", program},
						e.sources...)...); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				for unmapped := range 2 {
					for _, images := range turns.Of(fmt.Sprint(t.Name(), unmapped), 1, 2, 3, 5) {
						env := []string{fmt.Sprintf("CORAL_NUM_IMAGES=%d", images),
							fmt.Sprintf("CORAL_SMP_UNMAPPED=%d", unmapped)}
						if out, err := run(env, append([]string{program},
							e.arguments...)...); err != nil || !strings.Contains(out, name+
							": PASSED") {
							t.Errorf("%s: %v\n%s", strings.Join(env, " "), err, out)
						}
					}
				}
			})
		}
	}
}
