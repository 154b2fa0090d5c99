package holders

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coral-pgas/coral/test/differential/seeds"
)

var (
	seedFlags = seeds.Define(1, 6*time.Second, "../../../bin/coral")
	casesFlag = flag.Int("cases", 12, "cases of a program")
	caseFlag  = flag.Int("case", 0, "with -seed: this case alone")
	keepFlag  = flag.String("keep", "", "write the cases that fail here")
	goOnFlag  = flag.Bool("go-on", false, "go on after a failure")
	optFlag   = flag.String("opt", "", "options of the compiler in place of those of the seed")
	fcFlag    = flag.String("fc", "", "the compiler in place of that of the seed")
	checkFlag = flag.Bool("check", false, "build with -check")
	apartFlag = flag.Bool("apart", false, "compile each module by itself, by coral fc")
	fixedFlag = flag.Int("fixed", -1, "the style of fixed form, 0: none; -1: of the seed")
	cafFlag   = flag.Bool("caf", false, "programs of CAF 2.0")
	printFlag = flag.Bool("print", false, "print the program and do not run it")
)

// TestHolders runs programs of one seed after the other. A case that fails is run alone, and its
// control tells whether the compiler does without coarrays what is wrong.
func TestHolders(t *testing.T) {
	seedFlags.Each(t, func(coral string, seed uint64) bool {
		m := modeOf(seed)
		keep := func(k int) bool { return *caseFlag == 0 || k == *caseFlag }
		if *printFlag {
			fmt.Println(m.text(m.generate(seed, false, keep).Source()))
			return true
		}
		dir := t.TempDir()
		out := m.run(dir, coral, m.generate(seed, false, keep))
		if out == "" {
			return true
		}
		failed := false
		for k := 1; k <= *casesFlag; k++ {
			if keep(k) && suspect(out, k) {
				failed = m.judge(t, coral, seed, k) || failed
			}
		}
		if !failed {
			t.Errorf("seed %d, %s: fails as a whole only: %.2000s", seed, m, out)
		}
		return *goOnFlag || !t.Failed()
	})
}

// TestUses: every use fits often enough, and the same seed makes the same program.
func TestUses(t *testing.T) {
	count := map[string]int{}
	for seed := range uint64(100) {
		p := Generate(seed+1, Options{Count: 12})
		for _, c := range p.cases {
			for _, told := range c.told {
				if use, is := strings.CutPrefix(told, "use: "); is {
					count[use]++
				}
			}
		}
		if again := Generate(seed+1, Options{Count: 12}); again.Source() != p.Source() {
			t.Errorf("seed %d gives different programs", seed+1)
		}
	}
	t.Log(count)
	for _, u := range uses {
		if count[u.name] < 3 {
			t.Errorf("%s fits %d times", u.name, count[u.name])
		}
	}
}

// suspect tells whether a case is to be run alone: the output names it, or the program was not run.
func suspect(out string, k int) bool {
	return !strings.Contains(out, "DIFFERS") || strings.Contains(out, fmt.Sprintf(
		"DIFFERS case %d ", k))
}

// judge runs a case alone; true: it fails.
func (m mode) judge(t *testing.T, coral string, seed uint64, k int) bool {
	dir := t.TempDir()
	only := func(other int) bool { return other == k }
	p := m.generate(seed, false, only)
	if len(p.cases) == 0 {
		return false
	}
	out := m.run(dir, coral, p)
	if out == "" {
		return false
	}
	control := m.generate(seed, true, only)
	whose := "CORAL"
	if bad := m.plain(dir, control); bad != "" {
		whose = "COMPILER"
		out += "control: " + bad
	} else if _, code, is := strings.Cut(out, "[C0"); is {
		whose = "REFUSED C0" + code[:2]
	}
	name := fmt.Sprintf("%s-%d-%d-%s%s", strings.Fields(whose)[0], seed, k,
		strings.ReplaceAll(strings.Trim(m.String(), " -"), " ", "_"), m.suffix())
	if *keepFlag != "" {
		text := m.text(p.Source())
		for _, l := range strings.Split(out, "\n") {
			text += "! " + l + "\n"
		}
		os.WriteFile(filepath.Join(*keepFlag, name), []byte(text), 0o666)
		os.WriteFile(filepath.Join(*keepFlag, "control-"+name), []byte(m.text(control.Source())),
			0o666)
	}
	report := t.Errorf
	if whose != "CORAL" {
		report = t.Logf
	}
	report("%s seed %d case %d, %s: %.3500s\n%s\nagain: -seed %d -case %d", whose, seed, k, m, out,
		strings.Join(p.cases[0].told, "\n"), seed, k)
	return true
}

type mode struct {
	compiler string
	option   string
	check    bool // -check
	apart    bool // each module is compiled by itself
	caf      bool // CAF 2.0
	fixed    fixedStyle
}

// text is a program's text in the form of the mode.
func (m mode) text(free string) string {
	if m.fixed == freeForm {
		return free
	}
	return inFixedForm(free, m.fixed)
}

func (m mode) suffix() string {
	switch {
	case m.caf:
		return ".caf"
	case m.fixed != freeForm:
		return ".f"
	}
	return ".f90"
}

func (m mode) generate(seed uint64, control bool, keep func(k int) bool) *Program {
	return Generate(seed, Options{Control: control, Narrow: m.compiler != "", CAF: m.caf,
		Count: *casesFlag, Keep: keep})
}

func modeOf(seed uint64) mode {
	m := mode{option: []string{"-O0", "-O2"}[seed%4/3]}
	if *optFlag != "" {
		m.option = *optFlag
	}
	m.compiler, m.check = *fcFlag, *checkFlag
	m.caf = *cafFlag || seed%5 == 2
	m.apart = *apartFlag || !m.caf && seed%5 == 4
	if !m.caf && seed%3 == 1 {
		m.fixed = 1 + fixedStyle(seed/3)%(fixedStyles-1)
	}
	if *fixedFlag >= 0 {
		m.fixed = fixedStyle(*fixedFlag)
	}
	return m
}

func (m mode) String() string {
	text := strings.TrimSpace(m.compiler + " " + m.option)
	if m.check {
		text += " -check"
	}
	if m.apart {
		text += " apart"
	}
	if m.caf {
		text += " CAF 2.0"
	}
	if m.fixed != freeForm {
		text += " " + m.fixed.String()
	}
	return text
}

// run builds a program and runs it mapped and not; "": it passes.
func (m mode) run(dir, coral string, p *Program) string {
	program := filepath.Join(dir, "random")
	if bad := m.build(dir, coral, program, p.Source()); bad != "" {
		return bad
	}
	bad := ""
	for _, unmapped := range []string{"0", "1"} {
		c := seeds.Command(2*time.Minute, program)
		c.Env = append(os.Environ(), fmt.Sprint("CORAL_NUM_IMAGES=", images),
			"CORAL_SMP_UNMAPPED="+unmapped)
		out, err := c.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "PASS") {
			bad += fmt.Sprintf("unmapped %s: %v\n%s", unmapped, err, out)
		}
	}
	return bad
}

// build compiles a program; "": it did.
func (m mode) build(dir, coral, program, text string) string {
	options := []string{m.option, "-w"}
	if m.check {
		options = append(options, "-check")
	}
	var commands [][]string
	if m.apart && !m.caf {
		var objects []string
		for i, unit := range programUnits(text) {
			name := fmt.Sprintf("unit%d", i)
			file := name + m.suffix()
			os.WriteFile(filepath.Join(dir, file), []byte(m.text(unit)), 0o666)
			commands = append(commands, append([]string{"fc", "-c", "-fcoarray=lib", file},
				options...))
			objects = append(objects, name+".o")
		}
		commands = append(commands, append([]string{"fc", "-fcoarray=lib", "-o", program},
			objects...))
	} else {
		source := filepath.Join(dir, "random"+m.suffix())
		os.WriteFile(source, []byte(m.text(text)), 0o666)
		commands = append(commands, append([]string{"build", "-o", program, source}, options...))
	}
	for _, command := range commands {
		c := seeds.Compiler(90, coral, command...)
		c.Dir = dir
		c.Env = os.Environ()
		if m.compiler != "" {
			c.Env = append(c.Env, "CORAL_FC="+m.compiler)
		}
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Sprintf("build: %v\n%s", err, out)
		}
	}
	return ""
}

// programUnits are the modules, submodules and the main program of a text.
func programUnits(text string) (units []string) {
	unit := ""
	for _, line := range strings.SplitAfter(text, "\n") {
		unit += line
		switch strings.TrimSpace(line) {
		case "end module", "end submodule", "end program":
			units = append(units, unit)
			unit = ""
		}
	}
	return units
}

// plain builds and runs the control by the compiler alone.
func (m mode) plain(dir string, p *Program) string {
	source, program := filepath.Join(dir, "control"+strings.Replace(m.suffix(), "caf", "f90", 1)),
		filepath.Join(dir, "control")
	os.WriteFile(source, []byte(m.text(p.Source())), 0o666)
	compiler := m.compiler
	if compiler == "" {
		compiler = "gfortran"
	}
	// what the compiler does wrong often depends on what memory happens to hold
	for _, option := range []string{m.option, "-O1", "-fcheck=all"} {
		if option == "-fcheck=all" && m.compiler != "" {
			break
		}
		c := seeds.Compiler(90, compiler, option, "-w", "-o", program, source)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Sprintf("build: %v\n%s", err, out)
		}
		for image := range images {
			out, err := seeds.Command(2*time.Minute, program, fmt.Sprint(image+1)).CombinedOutput()
			if err != nil || !strings.Contains(string(out), "PASS") {
				return fmt.Sprintf("%s: %v\n%s", option, err, out)
			}
		}
	}
	return ""
}
