package conformance

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coral-pgas/coral/internal/driver"
)

var (
	imagesFlag   = flag.String("images", "", "run only these image counts, e.g. 2,3 (default: each program's own)")
	filterFlag   = flag.String("filter", "", "run only programs whose name contains this text")
	featureFlag  = flag.String("feature", "", "run only programs whose feature contains this text")
	libFlag      = flag.Bool("lib", false, "only with other images unmapped (the library path)")
	directFlag   = flag.Bool("direct", false, "only with other images mapped")
	launcherFlag = flag.String("launcher", "", "start programs by this command, which ends before the number of images: 'mpirun -n'")
	backendFlag  = flag.String("backend", "", "run with this back-end compiler only (default: one of each family that is installed)")
	optionsFlag  = flag.String("options", "", "further options of every compilation, in front of those that a program asks for")
	everyFlag    = flag.Int("every", 1, "run the first of each so many programs")
	sampleFlag   = flag.Bool("sample", true, "with all back ends but the first run the first program of each feature only, on three images")
	stageFlag    = flag.String("stage", "now", "now, later, all (both) or soak")
	tableFlag    = flag.String("table", "", "write the feature table as Markdown to this file")
	xmpTableFlag = flag.String("xmp-table", "", "write the feature table of XcalableMP in C to this file")
	coralFlag    = flag.String("coral", "../../bin/coral", "the coral command")
	jobsFlag     = flag.Int("jobs", 2, "programs built and run at a time")
	timeoutFlag  = flag.Duration("run-timeout", 30*time.Second, "limit for one run of a program")
	buildLimFlag = flag.Duration("build-timeout", 2*time.Minute, "limit for building a program")
)

// fortranSuite gives the command that is tested, and the programs.
func fortranSuite(t *testing.T) (string, []*Program) {
	t.Helper()
	coral, err := filepath.Abs(*coralFlag)
	if err == nil {
		_, err = os.Stat(coral)
	}
	if err != nil {
		t.Fatalf("%v: make it with \"make build\", or name another with -coral", err)
	}
	root, err := filepath.Abs("fortran")
	if err != nil {
		t.Fatal(err)
	}
	programs, err := Load(root)
	if err != nil {
		t.Fatal(err)
	}
	return coral, programs
}

// TestFortran builds and runs every selected program with one compiler of each family that is installed: with the first all of them, with the others all
// or a sample (-sample). With -short each runs on two images only, by the direct path, and with the first compiler alone.
func TestFortran(t *testing.T) {
	coral, programs := fortranSuite(t)
	prevented := readPrevented(t, programs)
	s := &suite{table: &Table{}, paths: selectedPaths(), only: selectedImages(t), slots: make(chan struct{}, *jobsFlag)}
	var columns []string
	used := map[string]bool{}
	for i, tools := range toolchains(t, coral) {
		used[tools.Name] = true
		for _, p := range s.paths {
			columns = append(columns, column(tools, p))
		}
		sampled := map[string]bool{}
		for _, p := range sparse(programs) {
			if tools.NoOpenMP && slices.Contains(p.BuildArgs, "-fopenmp") {
				continue
			}
			if i > 0 && (len(p.Expected) > 0 || *sampleFlag && sampled[p.Feature]) {
				continue // Coral refuses without a back end
			}
			sampled[p.Feature] = true
			t.Run(tools.Name+"/"+p.Name, func(t *testing.T) {
				t.Parallel()
				s.program(t, tools, p, reasonOf(prevented, tools, p), i > 0 && *sampleFlag)
			})
		}
	}
	prevented = slices.DeleteFunc(prevented, func(p Prevented) bool { return !used[p.Backend] })
	t.Cleanup(func() { report(t, s.table, columns, prevented, *tableFlag) })
}

// sparse leaves every nth of the programs that are selected (-every).
func sparse(programs []*Program) []*Program {
	var out []*Program
	n := 0
	for _, p := range programs {
		if !selected(p) {
			continue
		}
		if n%*everyFlag == 0 {
			out = append(out, p)
		}
		n++
	}
	return out
}

// toolchains are the compilers to be tested: the one that is named, else the best of each family.
func toolchains(t *testing.T, coral string) []Toolchain {
	var out []Toolchain
	found, unusable := driver.Installed(t.Context())
	for _, err := range unusable {
		t.Log(err)
	}
	if *backendFlag != "" {
		c, err := driver.Find(t.Context(), *backendFlag)
		if err != nil {
			t.Fatal(err)
		}
		found = []*driver.Compiler{c}
	}
	seen := map[driver.Family]bool{}
	for _, c := range found {
		if seen[c.Family] || testing.Short() && len(out) > 0 {
			continue
		}
		seen[c.Family] = true
		tools := Toolchain{Coral: coral, Backend: c.Path, Name: fmt.Sprintf("%v %d", c.Family, c.Major), BuildTimeout: *buildLimFlag, RunTimeout: *timeoutFlag, Launcher: strings.Fields(*launcherFlag), Options: strings.Fields(*optionsFlag)}
		if err := openMP(t, c.Path); err != nil {
			tools.NoOpenMP = true
			t.Logf("%s has no OpenMP library (Debian: libomp-%d-dev): programs with OpenMP are not run: %v", tools.Name, c.Major, err)
		}
		out = append(out, tools)
		t.Logf("%s is %s", tools.Name, c.Path)
	}
	if !seen[driver.Flang] {
		t.Log("flang is not installed, or was not asked for: the suite runs without it")
	}
	if len(out) == 0 {
		t.Fatal("no Fortran compiler was found")
	}
	return out
}

// openMP tells whether the compiler can link programs with OpenMP: flang's library for it is a package of its own.
func openMP(t *testing.T, compiler string) error {
	source := filepath.Join(t.TempDir(), "openmp.f90")
	if err := os.WriteFile(source, []byte("!$omp parallel\n!$omp end parallel\nend\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	output, err := exec.Command(compiler, "-fopenmp", "-o", source+".out", source).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, clip(string(output)))
	}
	return nil
}

func readPrevented(t *testing.T, programs []*Program) []Prevented {
	f, err := os.Open("prevented.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, err := LoadPrevented(f)
	if err != nil {
		t.Fatalf("prevented.txt: %v", err)
	}
	for _, entry := range list {
		if !slices.ContainsFunc(programs, func(p *Program) bool { return p.Name == entry.Program }) {
			t.Errorf("prevented.txt names %s, which is no program of the suite", entry.Program)
		}
	}
	return list
}

func reasonOf(list []Prevented, tools Toolchain, p *Program) string {
	for _, entry := range list {
		if entry.Backend == tools.Name && entry.Program == p.Name {
			return entry.Reason
		}
	}
	return ""
}

func column(tools Toolchain, p Path) string { return tools.Name + " " + p.String() }

// suite is one run of all programs.
type suite struct {
	table *Table
	paths []Path
	only  []int
	slots chan struct{}
}

// program runs one program with one back end, which passes unless there is a reason why it cannot.
func (s *suite) program(t *testing.T, tools Toolchain, p *Program, reason string, sample bool) {
	s.slots <- struct{}{}
	defer func() { <-s.slots }()
	if p.Memory > 0 {
		if free, err := availableMemory(); err != nil || free < p.Memory {
			t.Skipf("needs %d GiB of memory, %d are available (%v)", p.Memory, free, err)
		}
	}
	s.table.Count(p)
	if len(p.Expected) > 0 {
		err := tools.Refuse(p, t.TempDir())
		s.table.Record(p, tools.Name, "refused", err)
		if err != nil {
			t.Error(err)
		}
		return
	}
	only := s.only
	if sample && only == nil && slices.Contains(p.Images, 3) {
		only = []int{3}
	}
	failures, complete := s.run(t, tools, p, only)
	switch {
	case reason == "":
		for _, err := range failures {
			t.Error(err)
		}
	case len(failures) > 0:
		t.Logf("prevented by %s: %s", tools.Name, reason)
	case complete:
		t.Errorf("prevented.txt says that %s keeps this program from passing (%s), but it passes: take it off the list", tools.Name, reason)
	}
}

// run builds and runs a program, and answers whether it was run in every way that it asks for.
func (s *suite) run(t *testing.T, tools Toolchain, p *Program, only []int) (failures []error, complete bool) {
	exe, buildErr := tools.Build(p, t.TempDir())
	if buildErr != nil {
		failures = append(failures, buildErr)
	}
	for _, path := range s.paths {
		failure := buildErr
		for _, n := range p.Images {
			if buildErr != nil || only != nil && !slices.Contains(only, n) {
				continue
			}
			if err := tools.Run(p, exe, n, path); err != nil {
				failures = append(failures, err)
				failure = err
			}
		}
		s.table.Record(p, tools.Name, column(tools, path), failure)
	}
	return failures, only == nil && len(s.paths) == 2
}

func selected(p *Program) bool {
	if p.Stage != *stageFlag && (*stageFlag != "all" || p.Stage == "soak") {
		return false
	}
	return strings.Contains(p.Name, *filterFlag) && strings.Contains(p.Feature, *featureFlag)
}

func selectedImages(t *testing.T) []int {
	if *imagesFlag == "" {
		if testing.Short() {
			return []int{2}
		}
		return nil
	}
	images, err := ParseImages(*imagesFlag)
	if err != nil {
		t.Fatalf("-images: %v", err)
	}
	return images
}

func selectedPaths() []Path {
	switch {
	case *libFlag:
		return []Path{Library}
	case *directFlag || testing.Short():
		return []Path{Direct}
	}
	return []Path{Direct, Library}
}

func report(t *testing.T, table *Table, columns []string, prevented []Prevented, file string) {
	text := table.Markdown(columns, prevented)
	t.Logf("\n%s", text)
	if file != "" {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Error(err)
		}
	}
}
