package phases

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coral-pgas/coral/test/differential/seeds"
)

var (
	// The same programs judge every change; `make differential` has new ones.
	seedFlags  = seeds.Define(1, 8*time.Second, "../../../bin/coral")
	keepFlag   = flag.String("keep", "", "write the programs that fail here")
	casesFlag  = flag.Int("cases", 4, "cases of a program")
	goOnFlag   = flag.Bool("go-on", false, "go on after a failure")
	reduceFlag = flag.Bool("reduce", false, "make a program that fails as small as it may be")
	optFlag    = flag.String("opt", "", "options of coral build in place of those of the seed")
	cafFlag    = flag.Bool("caf2", false, "only programs of CAF 2.0")
	fcFlag     = flag.String("fc", "", "the compiler in place of that of the seed")
)

// TestPhases runs programs of one seed after the other. A failure says how the program is run
// again.
func TestPhases(t *testing.T) {
	counts := tally{}
	defer func() { t.Logf("by mode:\n%s", counts) }()
	seedFlags.Each(t, func(coral string, seed uint64) bool {
		return try(t, coral, seed, counts) ||
			*goOnFlag
	})
}

// try runs the program of a seed in the modes of the seed.
func try(t *testing.T, coral string, seed uint64, counts tally) bool {
	p := Generate(seed, Options{Cases: *casesFlag, More: *seedFlags.More})
	if *cafFlag && !p.caf {
		return true
	}
	m := modeOf(seed)
	if *optFlag != "" {
		m.options = strings.Fields(*optFlag)
	}
	if *fcFlag != "" {
		m.compiler = *fcFlag
	}
	count := counts.of(m, p)
	count.ran++
	out := m.run(t.TempDir(), coral, p)
	if out == "" {
		return true
	}
	if known := backEnd(out); known != "" {
		count.leftOut++
		t.Logf("seed %d, %s: left out, %s", seed, m, known)
		return true
	}
	count.failed++
	t.Errorf("seed %d, %s: %s\nagain: go test ./test/differential/phases -seed %d -more=%t -reduce",
		seed, m, out, seed, *seedFlags.More)
	if *reduceFlag {
		reduce(t, m, coral, p, out)
	}
	if *keepFlag != "" {
		os.WriteFile(filepath.Join(*keepFlag, fmt.Sprintf("s%d.f90", seed)), []byte(p.Source()),
			0o666)
	}
	return false
}

// reduce keeps what is needed for a failure of the same kind.
func reduce(t *testing.T, m mode, coral string, p *Program, out string) {
	dir, kind := t.TempDir(), kindOf(out)
	Reduce(p, func(p *Program) bool { return kindOf(m.run(dir, coral, p)) == kind })
	p.Run()
	t.Errorf("reduced:\n%s", p.Source())
}

// kindOf is the line of an output that tells what has gone wrong, without names and numbers.
func kindOf(out string) string {
	var b strings.Builder
	for _, l := range strings.Split(out, "\n") {
		if !strings.Contains(l, "rror") && !strings.Contains(l, "DIFFERS") && !strings.Contains(l,
			"signal") {
			continue
		}
		if at := strings.Index(l, "rror:"); at > 0 {
			l = l[at:]
		}
		quoted := false
		for _, c := range l {
			if c == '\'' || c == '‘' || c == '’' {
				quoted = !quoted
			}
			if !quoted && (c < '0' || c > '9') {
				b.WriteRune(c)
			}
		}
		if at := strings.Index(l, "[C"); at > 0 {
			b.WriteString(l[at:])
		}
		l = b.String()
		if at := strings.Index(l, "DIFFERS"); at >= 0 {
			return "DIFFERS"
		}
		return l
	}
	return out
}

// mode is how a program is built and run.
type mode struct {
	compiler string
	options  []string
	apart    bool // each file by itself, by coral fc -c
}

func modeOf(seed uint64) mode {
	m := mode{options: []string{"-O0"}}
	// They cost three times as much.
	if seed%16 == 0 {
		m.options = []string{"-O2"}
	}
	if _, err := exec.LookPath("flang-22"); err == nil && seed%16 == 3 {
		m.compiler = "flang-22"
	}
	if seed%5 == 0 {
		m.options = append(m.options, "-check")
	}
	m.apart = seed%3 == 0
	return m
}

func (m mode) String() string {
	if m.apart {
		return "apart " + mode{m.compiler, m.options, false}.String()
	}
	return strings.TrimSpace(m.compiler + " " + strings.Join(m.options, " "))
}

// run builds a program and runs it with the other images mapped and not; "" is success.
func (m mode) run(dir, coral string, p *Program) string {
	program := filepath.Join(dir, "random")
	files, err := m.write(dir, p)
	if err != nil {
		return err.Error()
	}
	if out := m.build(dir, coral, program, files); out != "" {
		return out
	}
	for _, settings := range settingsOf(p) {
		c := command(program)
		c.Env = append(append(os.Environ(), fmt.Sprint("CORAL_NUM_IMAGES=", p.images)),
			settings...)
		out, err := c.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "PASS") {
			return fmt.Sprintf("%v: %v\n%s", settings, err, out)
		}
	}
	return ""
}

// settingsOf are those that a program runs with, one run after the other. Steps of asynchronous
// operations come late at random in some of those of CAF 2.0.
func settingsOf(p *Program) (list [][]string) {
	for _, unmapped := range []string{"0", "1"} {
		setting := "CORAL_SMP_UNMAPPED=" + unmapped
		list = append(list, []string{setting})
		if p.caf {
			fuzz := fmt.Sprint("CORAL_SCHEDULE_FUZZ=", 1+p.seed%1000)
			list = append(list, []string{setting, fuzz})
		}
	}
	return list
}

// write writes the files of a program.
func (m mode) write(dir string, p *Program) (files []string, err error) {
	texts, suffix := []string{p.Source()}, p.Suffix()
	if m.apart {
		texts = p.Files()
	}
	for k, text := range texts {
		name := fmt.Sprintf("random%d%s", k, suffix)
		files = append(files, name)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// build makes the program, of all files at once or of each by itself; "" is success.
func (m mode) build(dir, coral, program string, files []string) string {
	call := func(args ...string) string {
		c := seeds.Compiler(90, coral, args...)
		c.Dir = dir
		c.Env = os.Environ()
		if m.compiler != "" {
			c.Env = append(c.Env, "CORAL_FC="+m.compiler)
		}
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Sprintf("%v: %v\n%s", args, err, out)
		}
		return ""
	}
	options := append(append([]string{}, m.options...), "-w")
	if !m.apart {
		return call(append(append([]string{"build"}, options...), append([]string{"-o", program},
			files...)...)...)
	}
	fc := append([]string{"fc", "-fcoarray=lib"}, options...)
	objects := []string{"-o", program}
	for _, f := range files {
		if out := call(append(append([]string{}, fc...), "-c", f)...); out != "" {
			return out
		}
		objects = append(objects, strings.TrimSuffix(f, filepath.Ext(f))+".o")
	}
	return call(append(fc, objects...)...)
}

// command is one with a time limit.
func command(name string, args ...string) *exec.Cmd {
	return seeds.Command(20*time.Minute, name, args...)
}

// backEnd tells which fault of a compiler's own an output shows, or that the program is one that is
// refused by name; "": none.
func backEnd(out string) string {
	for _, words := range []string{"[C0225]", "[C0237]", "[C0238]", "PLEASE submit a bug report",
		"an asynchronous collective takes a pointer or an associate name only whole",
		"internal compiler error",
		"failed to legalize operation"} {
		if strings.Contains(out, words) {
			return words
		}
	}
	return ""
}
