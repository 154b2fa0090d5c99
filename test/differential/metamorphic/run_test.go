package metamorphic

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coral-pgas/coral/test/conformance"
	"github.com/coral-pgas/coral/test/differential/seeds"
)

var (
	seedFlags  = seeds.Define(1, 6*time.Second, "../../../bin/coral")
	chainFlag  = flag.String("chain", "", "all programs by these transformations, e.g. block,fixed")
	filterFlag = flag.String("filter", "", "with -chain: only programs whose names contain this")
	everyFlag  = flag.Int("every", 1, "with -chain: one of so many programs")
	skipFlag   = flag.Int("skip", 0, "with -every: not the first of them, but so many later")
	keepFlag   = flag.String("keep", "", "write the files of programs that fail into this folder")
	optFlag    = flag.String("opt", "-O0", "options of coral build")
	onlyFlag   = flag.Bool("translate", false, "translate alone")
	fcFlag     = flag.String("fc", "", "the compiler")
)

// TestMetamorphic runs programs of the conformance suite, each rewritten in some way that a seed
// chooses; with -chain all of them in one way.
func TestMetamorphic(t *testing.T) {
	programs := suite(t)
	if *chainFlag != "" {
		all(t, programs)
		return
	}
	programs = slices.DeleteFunc(programs, func(p *conformance.Program) bool {
		return backEnds[p.Name] != ""
	})
	list := names()
	seedFlags.Each(t, func(coral string, seed uint64) bool {
		r := seed * 0x9e3779b97f4a7c15 // neighbours have nothing in common
		p := programs[r>>8%uint64(len(programs))]
		var chain []string
		for range 1 + r>>62 {
			r = r*6364136223846793005 + 1442695040888963407
			chain = append(chain, list[r>>33%uint64(len(list))])
		}
		_, err := try(t, coral, p, chain)
		if err != nil {
			t.Errorf("seed %d, %s: %s: %v\nagain: go test ./test/differential/metamorphic -seed %d",
				seed, p.Name, strings.Join(chain, ","), err, seed)
		}
		return err == nil
	})
}

// backEnds are programs that gfortran alone gets wrong, too, once they have been rewritten.
var backEnds = map[string]string{
	"components/procedure_results": "gfortran 12 to 16 crash where a module function in a " +
		"submodule has a CLASS(*) result",
	"dummy/procedure_kinds": "gfortran 12 takes a procedure pointer of the host that is called " +
		"in an inner scope for a procedure there",
	"scope/entry_forms": "gfortran 12 forgets in an inner scope that the name of an ENTRY is the " +
		"result of the function",
}

// ofText are programs that mean something else once they have been rewritten.
var ofText = map[string]string{
	"legacy/result_holds_source": "the statement in front of the collective tells what an " +
		"argument is that the standard does not know",
	"legacy/co_sum_two_arguments": "what defines a variable tells whether it is such an argument",
}

// all runs every program by the chain of the command line.
func all(t *testing.T, programs []*conformance.Program) {
	coral, err := filepath.Abs("../../../bin/coral")
	if err != nil {
		t.Fatal(err)
	}
	if given := flag.Lookup("coral").Value.String(); filepath.IsAbs(given) {
		coral = given
	}
	chain := strings.Split(*chainFlag, ",")
	ran, failed := 0, 0
	for k, p := range programs {
		if backEnds[p.Name] != "" && !strings.Contains(*fcFlag, "flang") {
			continue
		}
		if !strings.Contains(p.Name, *filterFlag) || k%*everyFlag != *skipFlag%*everyFlag {
			continue
		}
		did, err := try(t, coral, p, chain)
		if did {
			ran++
		}
		if err != nil {
			failed++
			t.Errorf("%s: %v", p.Name, err)
		}
	}
	t.Logf("%s: %d programs, %d failed", *chainFlag, ran, failed)
}

// suite are the programs that check themselves and whose output does not depend on their text.
func suite(t *testing.T) (list []*conformance.Program) {
	root, err := filepath.Abs("../../conformance/fortran")
	if err != nil {
		t.Fatal(err)
	}
	programs, err := conformance.Load(root)
	if err != nil {
		t.Fatal(err)
	}
	prevented := prevented(t)
	for _, p := range programs {
		if prevented[p.Name] || ofText[p.Name] != "" {
			continue
		}
		if p.Exit == "0" && p.Stage == "now" && p.Memory == 0 && len(p.Expected) == 0 &&
			len(p.Stderr) == 0 && len(p.Stdout) == 0 && p.Family == "" &&
			!slices.ContainsFunc(p.BuildArgs, func(a string) bool { return formOption(a) }) {
			list = append(list, p)
		}
	}
	return list
}

// prevented are the programs that some back end cannot do.
func prevented(t *testing.T) map[string]bool {
	f, err := os.Open("../../conformance/prevented.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, err := conformance.LoadPrevented(f)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, p := range list {
		names[p.Program] = true
	}
	return names
}

// formOption: the option changes what a source means.
func formOption(a string) bool {
	return a == "-cpp" || a == "-fopenmp" || strings.Contains(a, "form") ||
		strings.Contains(a, "line-length") || strings.HasPrefix(a, "-std") ||
		strings.HasPrefix(a, "-fd") || strings.HasPrefix(a, "-I") || strings.HasPrefix(a, "-D")
}

// try builds a program as it has been rewritten, and runs it with the other images mapped and not.
func try(t *testing.T, coral string, p *conformance.Program, chain []string) (did bool, err error) {
	original, err := read(p.Files)
	if err != nil {
		t.Fatal(err)
	}
	files, err := apply(chain, original)
	if errors.Is(err, errNothing) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	dir := t.TempDir()
	changed := *p
	changed.Files = nil
	for _, f := range files {
		path := filepath.Join(dir, f.name)
		changed.Files = append(changed.Files, path)
		if err := os.WriteFile(path, []byte(f.text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if *onlyFlag {
		err = translate(dir, coral, &changed)
	} else {
		err = run(dir, coral, &changed, slices.Contains(chain, "apart"))
	}
	if err != nil && *keepFlag != "" {
		keep(changed.Files, strings.ReplaceAll(p.Name, "/", "-"))
	}
	os.RemoveAll(dir)
	return true, err
}

func run(dir, coral string, p *conformance.Program, apart bool) (err error) {
	tools := conformance.Toolchain{Coral: coral, Backend: *fcFlag, BuildTimeout: 3 * time.Minute,
		RunTimeout: 2 * time.Minute, Options: append(strings.Fields(*optFlag), "-w")}
	var exe string
	if apart {
		exe, err = buildApart(dir, coral, p)
	} else {
		exe, err = tools.Build(p, dir)
	}
	if err != nil {
		return err
	}
	images := p.Images[0]
	if slices.Contains(p.Images, 2) {
		images = 2
	}
	for _, path := range []conformance.Path{conformance.Direct, conformance.Library} {
		if err := tools.Run(p, exe, images, path); err != nil {
			return err
		}
	}
	return nil
}

// translate has Coral translate the files, and no compiler see them.
func translate(dir, coral string, p *conformance.Program) error {
	c := seeds.Compiler(60, coral, append([]string{"translate"}, p.Files...)...)
	c.Dir = dir
	var text strings.Builder
	c.Stderr = &text
	if err := c.Run(); err != nil {
		return fmt.Errorf("%w\n%s", err, text.String())
	}
	return nil
}

// buildApart compiles each file by a command of its own.
func buildApart(dir, coral string, p *conformance.Program) (string, error) {
	fc := append([]string{"fc", "-fcoarray=lib", "-w"}, strings.Fields(*optFlag)...)
	fc = append(fc, p.BuildArgs...)
	call := func(args ...string) error {
		c := seeds.Compiler(90, coral, append(fc, args...)...)
		c.Dir = dir
		c.Env = os.Environ()
		if *fcFlag != "" {
			c.Env = append(c.Env, "CORAL_FC="+*fcFlag)
		}
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("%v: %w\n%s", args, err, out)
		}
		return nil
	}
	objects := []string{"-o", "prog"}
	for _, path := range p.Files {
		name := filepath.Base(path)
		object := strings.TrimSuffix(name, filepath.Ext(name)) + ".o"
		if err := call("-c", "-o", object, name); err != nil {
			return "", err
		}
		objects = append(objects, object)
	}
	return filepath.Join(dir, "prog"), call(objects...)
}

// keep copies files into a folder of their own.
func keep(files []string, name string) {
	dir := filepath.Join(*keepFlag, name)
	_ = os.MkdirAll(dir, 0o777)
	for _, path := range files {
		if text, err := os.ReadFile(path); err == nil {
			_ = os.WriteFile(filepath.Join(dir, filepath.Base(path)), text, 0o666)
		}
	}
}
