package bench

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/coral-pgas/coral/bench/harness"
	"github.com/coral-pgas/coral/bench/operations"
)

// OperationsOptions are those of `coral bench operations`.
type OperationsOptions struct {
	Options
	Only string // patterns of operations' names, separated by commas; "": all
	On   string // likewise, of the ways by which the images reach each other
	CSV  string // a file for the rows; "": none
	JSON string // likewise
}

const (
	operationsTime    = 6 * time.Minute        // of all programs together
	operationsProgram = 45 * time.Second       // of one program that hangs
	operationsRounds  = 3                      // of which the best counts
	operationsFactor  = 2                      // × what is expected: a row beyond it is marked
	operationTime     = 10                     // ms that one operation is measured in a round
	operationsName    = "operations"           // of their samples
	baseLanguage      = "base"                 // of what they are compared with
	goLink            = "go, several machines" // its program
)

// operationsWay is one way by which the two images reach each other.
type operationsWay struct {
	title string
	id    string // in files
	base  operations.Base
	env   []string
	start []string // what starts the program, before its name
}

// operationsBench is one run.
type operationsBench struct {
	*bench
	o        OperationsOptions
	chosen   map[string][]operations.Operation // by the language's ID
	programs map[string][]string               // commands, likewise
	ways     []operationsWay
	failed   map[string]bool // systems whose program has failed, and is not run again
	deadline time.Time
	left     []string // what there was no time for
	rounds   int
}

// Errors where a pattern selects nothing.
var (
	ErrNoOperation = errors.New("no operation has a name with")
	ErrNoWay       = errors.New("no way has a name with")
)

// Unselected is the error for patterns that select nothing; nil: there are none.
func (o OperationsOptions) Unselected() error {
	for _, p := range operations.Unmatched(o.Only, operations.Names()) {
		return fmt.Errorf("bench operations: --only: %w %q: `coral bench operations --list` prints "+
			"all names; commas separate several", ErrNoOperation, p)
	}
	return unselectedWays("operations", o.On, OperationsWays())
}

// ListOperations writes the full names of the operations that Only selects, one a line.
func ListOperations(o OperationsOptions) error {
	for _, name := range operations.Names() {
		if !operations.Matches(o.Only, name) {
			continue
		}
		if _, err := fmt.Fprintln(o.Out, name); err != nil {
			return fmt.Errorf("bench operations: %w", err)
		}
	}
	return nil
}

// Operations measures every operation of all languages between two images, beside what its
// messages and bytes cost.
func Operations(ctx context.Context, o OperationsOptions) error {
	m := &operationsBench{
		o: o, chosen: map[string][]operations.Operation{}, programs: map[string][]string{},
		failed: map[string]bool{},
	}
	if err := o.Unselected(); err != nil {
		return err
	}
	for _, l := range operations.Languages {
		m.chosen[l.ID] = l.Select(o.Only)
	}
	err := run(ctx, o.Options, benchmark{
		name:    operationsName,
		unpack:  func(b *bench) error { m.bench = b; return m.unpack() },
		measure: func(_ *bench, ctx context.Context) { m.measure(ctx) },
		head:    func(_ *bench, ctx context.Context) { m.head(ctx) },
		groups:  func(*bench) []*group { return m.groups() },
		summary: operationsSummary,
	})
	if m.bench == nil {
		return err
	}
	return joinFiles(err, o, m.records())
}

// dirOf is where a language's sources are.
func (m *operationsBench) dirOf(language string) string {
	return filepath.Join(m.dir, "operations", language)
}

// unpack writes the sources, and for each language the program of the operations that were chosen.
func (m *operationsBench) unpack() error {
	if err := m.bench.unpack(); err != nil {
		return err
	}
	write := func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == "." {
			return err
		}
		if entry.IsDir() {
			return os.MkdirAll(m.dirOf(path), 0o777)
		}
		text, err := operations.Sources.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(m.dirOf(path), text, 0o666)
	}
	if err := fs.WalkDir(operations.Sources, ".", write); err != nil {
		return fmt.Errorf("bench: unpacking the programs: %w", err)
	}
	for _, l := range operations.Languages {
		if l.Source == "" {
			continue
		}
		text := []byte(l.Program(m.chosen[l.ID]))
		if err := os.WriteFile(filepath.Join(m.dirOf(l.Dir), l.Source), text, 0o666); err != nil {
			return fmt.Errorf("bench: unpacking the programs: %w", err)
		}
	}
	return nil
}

// compileAll builds the programs of the languages, and the one that measures what they are
// compared with.
func (m *operationsBench) compileAll(ctx context.Context) {
	src := filepath.Join(m.dir, "src")
	fortran := m.dirOf("fortran")
	m.compile(ctx, baseLanguage, []string{
		filepath.Join(src, "support.f90"), filepath.Join(src, "bare_line.f90"),
		filepath.Join(fortran, "touch.f90"), filepath.Join(fortran, "base.f90"),
		filepath.Join(src, "line.c"),
	})
	for _, l := range operations.Languages {
		switch {
		case len(m.chosen[l.ID]) == 0:
		case l.Source == "":
			m.programs[l.ID] = append(slices.Clone(m.GoMicro), operationsName)
			m.buildGoCluster(ctx)
		default:
			var files []string
			for _, f := range l.Files {
				files = append(files, m.dirOf(f))
			}
			m.compile(ctx, l.ID, append(files, filepath.Join(m.dirOf(l.Dir), l.Source)))
		}
	}
}

// names are those of operations, separated by commas.
func names(list []operations.Operation) string {
	var words []string
	for _, o := range list {
		words = append(words, o.Name)
	}
	return strings.Join(words, ",")
}

// goCluster is the Go program for several machines, which this command is not built for.
const goCluster = "github.com/coral-pgas/coral/bench/micro/gocluster"

// buildGoCluster builds it, which needs a Go compiler, a C compiler, and Coral's source where
// the command is executed.
func (m *operationsBench) buildGoCluster(ctx context.Context) {
	if len(m.wanted(m.linkWays(ctx, "", ""))) == 0 {
		return
	}
	m.progress("compiling the operations: go for several machines")
	executable := filepath.Join(m.dir, "operations", "gocluster")
	cmd := exec.CommandContext(ctx, "go", "build", "-o", executable, goCluster)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=1")
	if output, err := cmd.CombinedOutput(); err != nil {
		m.left = append(m.left, fmt.Sprintf("Go between two hosts: `go build %s` says: %v: %s",
			goCluster, err, firstLine(harness.Tail(output))))
		return
	}
	m.programs[goLink] = []string{executable, operationsName}
}

func (m *operationsBench) compile(ctx context.Context, id string, files []string) {
	if ctx.Err() != nil {
		return
	}
	m.progress("compiling the operations: %s", id)
	dir := filepath.Join(m.dir, "operations", "built", id)
	executable := filepath.Join(dir, id)
	err := os.MkdirAll(dir, 0o777)
	if err == nil {
		command := []string{m.Coral, "build", "-O2", "-o", executable}
		err = harness.Compile(ctx, dir, append(command, files...))
	}
	if err != nil {
		m.results.fail(fmt.Errorf("operations, %s: building: %w", id, err))
		return
	}
	m.programs[id] = []string{executable}
}

// machineWays are those on this machine.
func machineWays() []operationsWay {
	two := "CORAL_NUM_IMAGES=2"
	return []operationsWay{
		{
			title: "One machine", id: "smp-mapped", base: operations.Base{Mapped: true},
			env: []string{two},
		}, {
			title: "One machine, memory not mapped", id: "smp-unmapped",
			env: []string{two, "CORAL_SMP_UNMAPPED=1"},
		},
	}
}

// OperationsWays are the names of all ways of `coral bench operations`, of those too that this
// machine does not have.
func OperationsWays() (list []string) {
	for _, w := range machineWays() {
		list = append(list, w.id)
	}
	for _, w := range netWays {
		list = append(list, w.id())
	}
	return list
}

// linkWays are those between two hosts that this machine can have.
func (m *operationsBench) linkWays(ctx context.Context, script, hosts string) []operationsWay {
	var ways []operationsWay
	for _, w := range netWays {
		if w.missing(ctx) != nil {
			continue
		}
		ways = append(ways, operationsWay{
			title: "Two hosts, " + w.name, id: w.id(),
			base:  operations.Base{Link: true},
			env:   slices.Concat(netEnvironment, w.env, []string{hosts}),
			start: []string{"sh", script, w.start, "2"},
		})
	}
	return ways
}

// wanted are the ways that On has.
func (m *operationsBench) wanted(ways []operationsWay) []operationsWay {
	return slices.DeleteFunc(ways, func(w operationsWay) bool {
		return !operations.Matches(m.o.On, w.id)
	})
}

// withoutLinks notes the ways that are wanted and that this machine does not have.
func (m *operationsBench) withoutLinks(ctx context.Context) {
	for _, w := range netWays {
		if !operations.Matches(m.o.On, w.id()) {
			continue
		}
		if err := w.missing(ctx); err != nil {
			m.left = append(m.left, w.id()+": "+firstLine(err.Error()))
		}
	}
}

func (m *operationsBench) measure(ctx context.Context) {
	m.deadline = time.Now().Add(operationsTime)
	m.withoutLinks(ctx)
	m.ways = m.wanted(machineWays())
	links := m.wanted(m.linkWays(ctx, "", ""))
	if len(links) > 0 {
		if err := harness.HostsCanBe(operationsName); err != nil {
			m.left = append(m.left, err.Error())
			links = nil
		}
	}
	if len(m.ways)+len(links) == 0 {
		m.results.fail(errNoWays)
		return
	}
	m.compileAll(ctx)
	if len(links) == 0 {
		m.allRounds(ctx)
		return
	}
	m.withHosts(ctx, func(script, hosts string) {
		m.ways = append(m.ways, m.wanted(m.linkWays(ctx, script, hosts))...)
		m.allRounds(ctx)
	})
}

// errNoWays is the failure where none of the ways that were asked for can be measured.
var errNoWays = errors.New("this machine has none of the ways that were asked for")

// allRounds runs all programs, as often as there is time for: no round begins that would not
// end in time, if it takes as long as the one before.
func (m *operationsBench) allRounds(ctx context.Context) {
	most := operationsRounds
	if m.Quick {
		most = 1
	}
	for m.round = 0; m.round < most && ctx.Err() == nil; m.round++ {
		start := time.Now()
		for _, w := range m.ways {
			m.oneWay(ctx, w)
		}
		m.rounds++
		if time.Until(m.deadline) < time.Since(start) {
			return
		}
	}
}

// oneWay runs all programs on one of the ways.
func (m *operationsBench) oneWay(ctx context.Context, w operationsWay) {
	var args []string
	if !w.base.Link {
		args = []string{"line"}
	}
	m.once(ctx, w, w.system(baseLanguage, false), baseLanguage, args)
	for _, l := range operations.Languages {
		for _, busy := range []bool{false, true} {
			list := m.measuredWith(l, busy)
			args := []string{fmt.Sprint(operationTime)}
			if l.Source == "" {
				args = append([]string{names(list)}, args...)
			}
			if busy {
				args = append(args, "computes")
			}
			program, in := l.ID, w
			if l.Source == "" && w.base.Link {
				program = goLink
				in.env = append(slices.Clone(w.env), goProcessors())
			}
			if len(list) > 0 {
				m.once(ctx, in, w.system(l.ID, busy), program, args)
			}
		}
	}
}

// goProcessors gives each of two hosts on this machine half of its processors for goroutines: Go's
// threads that look for work would take those of the other host's image.
func goProcessors() string { return fmt.Sprintf("GOMAXPROCS=%d", max(1, runtime.NumCPU()/2)) }

// measuredWith are the operations of a language that are measured with such a target.
func (m *operationsBench) measuredWith(l operations.Language, busy bool) []operations.Operation {
	return slices.DeleteFunc(slices.Clone(m.chosen[l.ID]), func(o operations.Operation) bool {
		return busy && !o.Busy()
	})
}

// system is the name under which the samples of a program stand.
func (w operationsWay) system(language string, busy bool) string {
	return fmt.Sprintf("%s, %s, %s", w.title, language, targetText(busy))
}

func targetText(busy bool) string {
	if busy {
		return "target computes"
	}
	return "target waits"
}

// once runs a program, if there is time, and it has not failed before.
func (m *operationsBench) once(ctx context.Context, w operationsWay,
	system, program string, args []string) {
	command, there := m.programs[program]
	if !there || m.failed[system] {
		return
	}
	left := time.Until(m.deadline)
	if left < time.Second {
		m.left = append(m.left, fmt.Sprintf("round %d: %s", m.round+1, system))
		return
	}
	m.timeLimit = min(left, operationsProgram)
	before := len(m.results.failures)
	m.onLink(ctx, system, slices.Concat(os.Environ(), w.env), slices.Concat(w.start, command), args)
	m.failed[system] = len(m.results.failures) > before
}

// least is the best round of a figure; NaN: none.
func (m *operationsBench) least(system, name, kind, field string) float64 {
	least := math.NaN()
	for _, s := range m.results.samples[key{system, name, kind}] {
		if v := s[field]; !(v >= least) {
			least = v
		}
	}
	return least
}

// lowerQuartile is what the programs give of an operation's turns, too; NaN: there are no values.
func lowerQuartile(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	return slices.Sorted(slices.Values(values))[(len(values)-1)/4]
}

// baseOf is what was measured of a way.
func (m *operationsBench) baseOf(w operationsWay, busy bool) operations.Base {
	b := w.base
	b.Busy = busy
	figure := func(kind string) float64 {
		k := key{w.system(baseLanguage, false), operationsName, "base/" + kind}
		return lowerQuartile(m.results.series(k, "ns"))
	}
	b.Line, b.Call, b.Fresh = figure("line"), figure("call"), figure("fresh")/mib
	b.Byte = figure("copy") / mib
	if b.Link {
		b.Trip, b.Byte = figure("trip"), (figure("put")-figure("trip")/2)/mib
	}
	return b
}

const mib = 1 << 20
