package conformance

import (
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coral-pgas/coral/internal/driver"
	"github.com/coral-pgas/coral/test/turns"
)

var (
	imagesFlag = flag.String("images", "",
		"run only these image counts, e.g. 2,3 (default: each program's own)")
	filterFlag   = flag.String("filter", "", "run only programs whose name contains this text")
	featureFlag  = flag.String("feature", "", "run only programs whose feature contains this text")
	libFlag      = flag.Bool("lib", false, "only with other images unmapped (the library path)")
	directFlag   = flag.Bool("direct", false, "only with other images mapped")
	launcherFlag = flag.String("launcher", "",
		"start programs by this command, which ends before the number of images: 'mpirun -n'")
	backendFlag = flag.String("backend", "",
		"run with this back-end compiler only (default: one of each family that is installed)")
	optionsFlag = flag.String("options", "",
		"further options of every compilation, in front of those that a program asks for")
	everyFlag = flag.Int("every", 1, "run one of about so many programs, chosen by their names")
	skipFlag  = flag.Int("skip", 0,
		"with -every: not the first of them, but the one behind so many")
	sampleFlag = flag.String("sample", "",
		"all (or false): all programs with all back ends; first: with the others but the first "+
			"a program of each feature, on three images; "+
			"each: each program with the first back end, in one way on each path, few optimised "+
			"or with other back ends (the default, but first with -all or where -filter, "+
			"-feature, -images or -every chooses)")
	stageFlag    = flag.String("stage", "now", "now, later, all (both) or soak")
	tableFlag    = flag.String("table", "", "write the feature table as Markdown to this file")
	xmpTableFlag = flag.String("xmp-table", "",
		"write the feature table of XcalableMP in C to this file")
	coralFlag   = flag.String("coral", "../../bin/coral", "the coral command")
	jobsFlag    = flag.Int("jobs", 2, "programs built and run at a time")
	timeoutFlag = flag.Duration("run-timeout", 90*time.Second, "limit for one run of a program")
	costsFlag   = flag.String("costs", "",
		"write what building and running each program takes to this file")
	buildLimFlag = flag.Duration("build-timeout", 6*time.Minute, "limit for building a program")
)

// TestMain writes what the programs took, where that is asked for.
func TestMain(m *testing.M) {
	code := m.Run()
	if *costsFlag != "" {
		if err := os.WriteFile(*costsFlag, []byte(costs.String()), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = max(code, 1)
		}
	}
	os.Exit(code)
}

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

// TestFortran builds and runs every selected program with one compiler of each family that is
// installed, as much of that as -sample says. With -short each runs on two images only, by the
// direct path, and with the first compiler alone.
func TestFortran(t *testing.T) {
	coral, programs := fortranSuite(t)
	prevented := readPrevented(t, programs, families)
	s := newSuite(t, fortranTime)
	features := map[string]int{}
	for _, p := range programs {
		if len(p.Expected) == 0 {
			features[p.Feature]++
		}
	}
	var columns []string
	used := map[string]bool{}
	for i, tools := range toolchains(t, coral) {
		used[tools.Name] = true
		for _, p := range s.paths {
			columns = append(columns, column(tools, p))
		}
		inFeature := map[string]int{}
		chosen := sparse(programs)
		takes := make([]bool, len(chosen))
		for place, p := range chosen {
			takes[place] = i == 0
			if len(p.Expected) == 0 { // Coral refuses without a back end
				takes[place] = s.sample.Takes(i, place, inFeature[p.Feature], features[p.Feature])
				inFeature[p.Feature]++
			}
		}
		for _, place := range s.order(t, len(chosen)) {
			p := chosen[place]
			if !takes[place] || !p.IsFor(tools.Name) || tools.NoC && p.HasC() ||
				tools.NoOpenMP && slices.Contains(p.BuildArgs, "-fopenmp") {
				continue
			}
			t.Run(tools.Name+"/"+p.Name, func(t *testing.T) {
				t.Parallel()
				s.program(t, tools, p, i, place, reasonOf(prevented, tools, p))
			})
		}
	}
	prevented = slices.DeleteFunc(prevented, func(p Prevented) bool { return !used[p.Backend] })
	t.Cleanup(func() { report(t, s.table, columns, prevented, *tableFlag) })
}

// sparse leaves one of each so many programs that are selected (-every). Their names choose: a new
// program does not put others into the sample that nobody has run with that compiler.
func sparse(programs []*Program) []*Program {
	var out []*Program
	for _, p := range programs {
		sum := fnv.New32a()
		sum.Write([]byte(p.Name))
		if selected(p) && int(sum.Sum32()>>8)%*everyFlag == *skipFlag%*everyFlag {
			out = append(out, p)
		}
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
	_, noC := driver.FindC()
	if noC != nil {
		t.Logf("programs with a part in C are not run: %v", noC)
	}
	seen := map[driver.Family]bool{}
	for _, c := range found {
		if seen[c.Family] || testing.Short() && len(out) > 0 {
			continue
		}
		seen[c.Family] = true
		tools := Toolchain{Coral: coral, Backend: c.Path,
			Name: fmt.Sprintf("%v %d", c.Family, c.Major), BuildTimeout: *buildLimFlag,
			RunTimeout: *timeoutFlag, Launcher: strings.Fields(*launcherFlag),
			Options: strings.Fields(*optionsFlag), NoC: noC != nil}
		if err := openMP(t, c.Path); err != nil {
			tools.NoOpenMP = true
			t.Logf("%s has no OpenMP library (Debian: libomp-%d-dev): programs with OpenMP are "+
				"not run: %v", tools.Name, c.Major, err)
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

// openMP tells whether the compiler can link programs with OpenMP: flang's library for it is a
// package of its own.
func openMP(t *testing.T, compiler string) error {
	source := filepath.Join(t.TempDir(), "openmp.f90")
	if err := os.WriteFile(source, []byte("!$omp parallel\n!$omp end parallel\nend\n"),
		0o644); err != nil {
		t.Fatal(err)
	}
	output, err := exec.Command(compiler, "-fopenmp", "-o", source+".out", source).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, clip(string(output)))
	}
	return nil
}

// readPrevented gives what is listed for programs, which are those of some families of back ends.
func readPrevented(t *testing.T, programs []*Program, families []string) []Prevented {
	f, err := os.Open("prevented.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, err := LoadPrevented(f)
	if err != nil {
		t.Fatalf("prevented.txt: %v", err)
	}
	list = slices.DeleteFunc(list, func(entry Prevented) bool {
		family, _, _ := strings.Cut(entry.Backend, " ")
		return !slices.Contains(families, family)
	})
	for _, entry := range list {
		if entry.Program != noProgram && !slices.ContainsFunc(programs,
			func(p *Program) bool { return p.Name == entry.Program }) {
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
	table  *Table
	paths  []Path
	only   []int
	sample Sample
	slots  chan struct{}
	budget *turns.Budget // of samples of Each
}

// For how long samples of Each begin programs: together so long that make test takes five minutes.
const (
	fortranTime = 32 * time.Second
	xmpTime     = 8 * time.Second
	delaysTime  = 6 * time.Second
	hostsTime   = 12 * time.Second
)

// newSuite is for a test that begins programs for so long, if it takes a sample of Each.
func newSuite(t *testing.T, most time.Duration) *suite {
	s := &suite{table: &Table{}, paths: selectedPaths(), only: selectedImages(t),
		sample: selectedSample(t), slots: make(chan struct{}, *jobsFlag)}
	if s.sample.Extent == Each {
		s.budget = turns.NewBudget(t, most)
	}
	return s
}

// order is that in which programs begin: any part of a sample of Each has some of each feature.
func (s *suite) order(t *testing.T, n int) []int {
	if s.sample.Extent == Each {
		return turns.Order(t.Name(), n)
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

// program runs the program at a place in the suite with one back end, the first or a later one. It
// passes unless there is a reason why it cannot.
func (s *suite) program(t *testing.T, tools Toolchain, p *Program, backend, place int,
	reason string) {
	s.slots <- struct{}{}
	defer func() { <-s.slots }()
	if s.budget.Over() {
		t.SkipNow()
	}
	if p.Memory > 0 {
		if free, err := availableMemory(); err != nil || free < p.Memory {
			t.Skipf("needs %d GiB of memory, %d are available (%v)", p.Memory, free, err)
		}
	}
	s.table.Count(p)
	var failures []error
	complete := true
	if len(p.Expected) > 0 {
		err := tools.Refuse(p, t.TempDir())
		s.table.Record(p, tools.Name, "refused", err)
		if err != nil {
			failures = append(failures, err)
		}
	} else {
		if !s.sample.Optimises(backend, place) {
			tools.Options = slices.Concat([]string{"-O0"}, tools.Options)
		}
		ways := s.sample.Ways(backend, place, p.Images, s.paths)
		failures, complete = s.run(t, tools, p, ways)
	}
	switch {
	case reason == "":
		for _, err := range failures {
			t.Error(err)
		}
	case len(failures) > 0:
		t.Logf("prevented by %s: %s", tools.Name, reason)
	case complete:
		t.Errorf("prevented.txt says that %s keeps this program from passing (%s), but it passes: "+
			"take it off the list", tools.Name, reason)
	}
}

// run builds and runs a program, and answers whether it was run in every way that it asks for.
func (s *suite) run(t *testing.T, tools Toolchain, p *Program, ways []way) (failures []error,
	complete bool) {
	exe, buildErr := tools.Build(p, t.TempDir())
	if buildErr != nil {
		failures = append(failures, buildErr)
	}
	for _, path := range s.paths {
		failure := buildErr
		for _, w := range ways {
			if buildErr != nil || w.path != path || s.only != nil &&
				!slices.Contains(s.only, w.images) {
				continue
			}
			if err := tools.Run(p, exe, w.images, path); err != nil {
				failures = append(failures, err)
				failure = err
			}
		}
		s.table.Record(p, tools.Name, column(tools, path), failure)
	}
	return failures, s.only == nil && len(ways) == 2*len(p.Images)
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

func selectedSample(t *testing.T) Sample {
	s := Sample{Extent: Extent(*sampleFlag), Turn: turns.Now()}
	switch s.Extent {
	case "":
		if s.Extent = Each; turns.All() || *everyFlag > 1 || *filterFlag != "" ||
			*featureFlag != "" || *imagesFlag != "" || testing.Short() {
			s.Extent = First
		}
	case "false":
		s.Extent = All
	case All, First, Each:
	default:
		t.Fatalf("-sample %s: all, first or each are known", s.Extent)
	}
	t.Logf("the sample is -sample %s -turn %d", s.Extent, s.Turn)
	return s
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
