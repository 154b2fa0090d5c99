// Package options tests that a compiler's options mean for programs with coarrays what they mean
// for others.
package options

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/test/turns"
)

var coralFlag = flag.String("coral", "../../bin/coral", "the coral command")

// program is a program of testdata. Its first comment lines say how it is compiled and what is
// expected:
//
//	! options: -std=f2018   options of the compiler
//	! refused: text         it is an error with this text; else it compiles without a message, and prints PASS
type program struct {
	path, options, refused string
}

func programs(t *testing.T) []program {
	paths, err := filepath.Glob("testdata/*.[fF]*")
	if err != nil || len(paths) == 0 {
		t.Fatal("no programs", err)
	}
	var all []program
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		p := program{path: path}
		for line := range strings.Lines(string(text)) {
			if len(line) < 2 || !strings.ContainsAny(line[:1], "!cC") {
				break
			}
			key, value, _ := strings.Cut(strings.TrimSpace(line[1:]), ": ")
			switch key {
			case "options":
				p.options = value
			case "refused":
				p.refused = value
			}
		}
		all = append(all, p)
	}
	return all
}

// run gives what a command prints and how it ends.
func run(t *testing.T, env []string, words ...string) (output string, ok bool) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), words[0], words[1:]...)
	cmd.Env = append(os.Environ(), env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return out.String(), err == nil
}

// Each program by `coral build`, and by `coral fc -fcoarray=lib` in two steps.
func TestPrograms(t *testing.T) {
	coral, err := filepath.Abs(*coralFlag)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("gfortran"); err != nil {
		t.Skip("the options are gfortran's, which is not installed")
	}
	for _, p := range programs(t) {
		if !turns.Takes(filepath.Base(p.path), 3) {
			continue
		}
		t.Run(filepath.Base(p.path), func(t *testing.T) {
			t.Parallel()
			given, dir := strings.Fields(p.options), t.TempDir()
			object, made := filepath.Join(dir, "object.o"), filepath.Join(dir, "made")
			env := []string{"CORAL_FC=gfortran", "LC_ALL=C.UTF-8"}
			commands := [][]string{{"build", "-J", dir, "-o", made},
				{"fc", "-fcoarray=lib", "-J", dir, "-c", "-o", object}}
			for _, words := range commands {
				words = append(append([]string{coral, words[0]}, given...),
					append(words[1:], p.path)...)
				out, ok := run(t, env, words...)
				if p.refused != "" {
					if ok || !strings.Contains(out, p.refused) {
						t.Errorf("%s: expected %q, got\n%s", strings.Join(words, " "), p.refused,
							out)
					}
					continue
				}
				if !ok || out != "" {
					t.Fatalf("%s:\n%s", strings.Join(words, " "), out)
				}
				if words[1] == "fc" {
					words = append(append([]string{coral, "fc"}, given...), "-o", made, object)
					if out, ok := run(t, env, words...); !ok || out != "" {
						t.Fatalf("%s:\n%s", strings.Join(words, " "), out)
					}
				}
				for _, unmapped := range []string{"0", "1"} {
					out, ok := run(t, []string{"CORAL_NUM_IMAGES=2", "CORAL_SMP_UNMAPPED=" +
						unmapped}, made)
					if !ok || strings.TrimSpace(out) != "PASS" {
						t.Errorf("%s, CORAL_SMP_UNMAPPED=%s:\n%s", strings.Join(words, " "),
							unmapped, out)
					}
				}
			}
		})
	}
}
