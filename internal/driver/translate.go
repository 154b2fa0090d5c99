package driver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	xmp "github.com/coral-pgas/coral/capi/xmp/headers"
	"github.com/coral-pgas/coral/internal/assumptions"
	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/lower"
	"github.com/coral-pgas/coral/internal/fortran/sums"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// maxSource bounds a source file: offsets in trees have 31 bits.
const maxSource = 1 << 30

// parallel is how many files are worked on at once.
func parallel() int { return runtime.GOMAXPROCS(0) }

// frugality is from how much memory on it is collected before more is taken: sources of some ten
// megabytes get there.
const frugality = 1800 << 20

// generosity is how much of the memory in use may be garbage, in percent, before it is collected:
// a quarter of the processor's time went into that with Go's 100. From frugality on less is.
const generosity = 400

// collectRarely has memory collected as above, but for what the user has set (GOGC, GOMEMLIMIT).
func collectRarely() {
	if before := debug.SetGCPercent(generosity); before != 100 {
		debug.SetGCPercent(before)
	}
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(frugality)
	}
}

// translate reads, parses and lowers all Fortran files. Diagnostics go to the user; errors among
// them end the command.
func (b *build) translate(ctx context.Context) error {
	var diags diag.List
	files, err := b.parseAll(ctx, &diags)
	if err != nil {
		return err
	}
	var outputs []lower.Output
	if !diags.HasErrors() && len(files) > 0 {
		if outputs, err = b.lower(ctx, files, &diags); err != nil {
			return err
		}
	}
	if b.onlyMessages && diags.HasErrors() {
		return ErrReported // consequences of what was left out
	}
	if !b.onlyMessages {
		obeyWarningOptions(&diags, b.request.Compile)
		b.tell(&diags)
	}
	if diags.HasErrors() && !b.violated {
		// directives of OpenMP would miss the statements that they are about
		b.others = !b.request.OpenMP && b.leaveOut(files, &diags)
		return ErrReported
	}
	for i, u := range b.units {
		u.text, u.changed = outputs[i].Text, outputs[i].Changed
		if !outputs[i].Changed && u.unmarked {
			u.text = "# 1 \"" + u.input + "\"\n" + u.text
		}
		outputs[i] = lower.Output{}
	}
	return arrange(b.units)
}

// parseAll parses the Fortran files of the request, several at once, and gives their trees.
func (b *build) parseAll(ctx context.Context, diags *diag.List) ([]*syntax.File, error) {
	for _, in := range b.request.Inputs {
		if in.Kind == Fortran && !b.onlyMessages {
			b.units = append(b.units, &unit{input: in.Name})
		}
	}
	collectRarely()
	lists := make([]diag.List, len(b.units))
	errs := make([]error, len(b.units))
	slots := make(chan struct{}, parallel())
	var group sync.WaitGroup
	for i, u := range b.units {
		group.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			errs[i] = b.protect(u.input, func() error { return b.parse(ctx, u, &lists[i]) })
		})
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, firstOf(errs)
	}
	files := make([]*syntax.File, len(b.units))
	for i, u := range b.units {
		for _, d := range lists[i].All() {
			diags.Add(d)
		}
		files[i] = u.file
		u.modules = modulesOf(u.file)
		u.file = nil // trees are large: they last as long as the translation
	}
	return files, nil
}

// lower translates all files together.
func (b *build) lower(ctx context.Context, files []*syntax.File, diags *diag.List) (
	[]lower.Output, error) {
	modules, err := b.search().modules(ctx, files...)
	if err != nil {
		return nil, err
	}
	holds, err := b.probed(ctx)
	if err != nil {
		return nil, err
	}
	audits, err := auditWanted()
	if err != nil {
		return nil, err
	}
	options, err := b.loweringOptions(files, modules, holds)
	if err != nil {
		return nil, err
	}
	options.Once = !audits && !b.asksForForm()
	options.Readable = b.readable && !audits
	var outputs []lower.Output
	err = b.protect("the program", func() error {
		outputs = lower.Translate(files, options, diags)
		b.tellForms(files, outputs, options)
		if audits && !diags.HasErrors() {
			b.audit(files, outputs, options, diags)
		}
		return nil
	})
	return outputs, err
}

// loweringOptions are those that the request and the compiler ask for, whichever command it is.
func (b *build) loweringOptions(files []*syntax.File, modules known,
	holds map[assumptions.Name]bool) (lower.Options, error) {
	runtime, err := longIntegers(b.request.Compile, files)
	if err != nil {
		return lower.Options{}, err
	}
	return lower.Options{
		Runtime:    runtime,
		Resolve:    b.dialect(modules.unread),
		Check:      b.request.checks(),
		Interfaces: modules.files, Bare: modules.lowered(), Withheld: modules.withheld,
		OwnEnv: modules.ownEnv, EnvHas: envHas(holds),
		Fetches:  modules.fetches,
		Bounds:   checksBounds(b.request.Compile),
		Threads:  b.request.OpenMP,
		Locality: b.compiler.knowsLocality(),
		Local:    b.request.Local, Remote: b.request.Remote,

		Unparameterized:  b.compiler.failsOnParameterized(),
		ComplexByLock:    b.compiler.locksComplex(),
		PartByName:       !holds[assumptions.DeferredComponent],
		NoWideSubstrings: !holds[assumptions.WideSubstring],
		ComponentsApart:  !holds[assumptions.ForallAlias],
		HiddenSubscripts: b.compiler.overlooksSubscripts(),
		NamedInterfaces:  b.compiler.needsNamedInterfaces(),

		InlinePointers: b.compiler == nil || b.compiler.Family == GNU,
		Interoperable:  beforeF2018(b.request.Standard),
	}, nil
}

// search finds the modules that the files of this command use and that are not among them, where
// the compiler does, and in the same order (compileDir, compileArgs): beside the module files that
// it writes, in the current directory, beside the files, and where -I says.
func (b *build) search() *moduleSearch {
	var dirs []string
	if b.request.ModDir != "" {
		dirs = append(dirs, b.request.ModDir)
	}
	var beside []string
	for _, u := range b.units {
		if dir := filepath.Dir(u.input); dir != "." && !slices.Contains(beside, dir) {
			beside = append(beside, dir)
		}
	}
	dirs = append(dirs, ".")
	if b.compiler == nil || b.compiler.Family == GNU {
		dirs = append(append(dirs, beside...), b.request.Includes...)
	} else {
		dirs = append(append(dirs, b.request.Includes...), beside...)
	}
	return &moduleSearch{b: b, dirs: dirs, foreign: true}
}

// protect turns a fault of Coral itself into an error: users never see a trace, unless they ask for
// it by -v.
func (b *build) protect(what string, work func() error) (err error) {
	defer func() {
		fault := recover()
		if fault == nil {
			return
		}
		if b.request.Verbose {
			b.show(debug.Stack())
		}
		err = failure(CodeInternal, "Coral itself has failed on %s: %v", what,
			fault).help(
			"this is a fault of Coral, not of the program; please report it, with what -v prints")
	}()
	return work()
}

// firstOf prefers an error that has not been reported yet.
func firstOf(errs []error) error {
	var reported error
	for _, err := range errs {
		if err != nil && !errors.Is(err, ErrReported) {
			return err
		}
		if err != nil {
			reported = err
		}
	}
	return reported
}

// parse reads one file, through the preprocessor where its name or an option asks for it.
func (b *build) parse(ctx context.Context, u *unit, diags *diag.List) error {
	if info, err := os.Stat(u.input); err == nil && info.Size() >= maxSource {
		return failure(CodeFile, "%s is larger than 1 GiB", u.input)
	}
	read, err := os.ReadFile(u.input)
	if err != nil {
		return failure(CodeFile, "%s cannot be read: %w", u.input, errors.Unwrap(err))
	}
	text := plainText(string(read))
	u.original = diag.NewSource(u.input, text)
	u.source = u.original
	if b.wantsPreprocessor(u) {
		preprocessed, err := b.preprocess(ctx, u)
		if err != nil {
			return err
		}
		u.source = diag.NewSource(u.input, plainText(preprocessed))
	} else if plain := gnuMarkers(text); plain != text {
		// what flang has preprocessed in another command, as CMake does for Ninja
		u.source = diag.NewSource(u.input, plain)
	}
	u.unmarked = u.source == u.original
	u.form = syntax.FormOf(u.input)
	switch b.request.Form {
	case "free":
		u.form = syntax.Free
	case "fixed":
		u.form = syntax.Fixed
	}
	if b.onlyMessages && len(u.leftOut) > 0 {
		u.source = diag.NewSource(u.input, without(u.source.Text, u.leftOut))
	}
	u.file = syntax.Parse(u.source, syntax.Options{
		Form: u.form, CAF2: isCAF2(u.input),
		FixedLineLength: b.request.FixedLen, OpenMP: b.request.OpenMP,
		FreeLineLength: b.freeLength(u.input),
		Unpadded:       slices.Contains(b.request.Compile, "-fno-pad-source"),
		DLines: lastOf(b.request.Compile, "-fd-lines-as-code",
			"-fd-lines-as-comments") == "-fd-lines-as-code",
		Open: func(name string, from *diag.Source) (*diag.Source, error) {
			source, err := b.open(name, from)
			if err == nil {
				u.included = append(u.included, source.Name)
			}
			return source, err
		},
	}, diags)
	u.backwards = b.compiler.addsBackwards() && sums.Backwards(u.file)
	return nil
}

// lastOf gives the one of two options that stands last and counts, "" if neither is there.
func lastOf(options []string, one, other string) string {
	for i := len(options) - 1; i >= 0; i-- {
		if options[i] == one || options[i] == other {
			return options[i]
		}
	}
	return ""
}

// wantsPreprocessor follows gfortran: an upper-case ending or the language's name, unless an option
// says otherwise.
func (b *build) wantsPreprocessor(u *unit) bool {
	if b.request.Cpp != "" {
		return b.request.Cpp == "-cpp"
	}
	if u.language != "" {
		return strings.HasSuffix(u.language, preprocessed)
	}
	ending := filepath.Ext(u.input)
	return ending != strings.ToLower(ending) || ending == ".fpp"
}

// open finds an INCLUDE file where the compiler would find it. flang looks beside the file that
// includes it, in the current directory, and where -I says; gfortran beside the file of the command
// line, and where -I says. Last come the places that the one has and the other has not.
func (b *build) open(name string, from *diag.Source) (*diag.Source, error) {
	beside := filepath.Dir(from.Name)
	dirs := append([]string{beside, "."}, b.request.Includes...)
	if b.compiler == nil || b.compiler.Family == GNU {
		first := from
		for first.Parent != nil {
			first = first.Parent
		}
		dirs = append([]string{filepath.Dir(first.Name)}, b.request.Includes...)
		dirs = append(dirs, beside, ".")
	}
	if xmp.FortranHeaders[name] != "" {
		own, err := b.xmpHeaders()
		if err != nil {
			return nil, err
		}
		dirs = append(dirs, own)
	}
	if filepath.IsAbs(name) {
		dirs = []string{""}
	}
	var problem error
	for _, dir := range dirs {
		path := filepath.Join(dir, name)
		text, err := readRegular(path)
		if err == nil {
			return diag.NewSource(path, plainText(string(text))), nil
		}
		if problem == nil || errors.Is(problem, os.ErrNotExist) {
			problem = err
		}
	}
	return nil, errors.Unwrap(problem)
}

// errIrregular is what is wrong with a FIFO or a device as a file that is to be read as a part of a
// program: the read could wait for ever.
var errIrregular = errors.New("it is no regular file")

// readRegular reads a file that the program's text names. Unlike the files of the command line it
// must be a regular one, as it is for gfortran.
func readRegular(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, &os.PathError{Op: "read", Path: path, Err: errors.New("it is a directory")}
	case !info.Mode().IsRegular():
		return nil, &os.PathError{Op: "read", Path: path, Err: errIrregular}
	case info.Size() >= maxSource:
		return nil, &os.PathError{Op: "read", Path: path,
			Err: errors.New("it is larger than 1 GiB")}
	}
	return os.ReadFile(path)
}

// plainText leaves out what no compiler takes for text: a byte order mark, which would come to lie
// behind a line marker, and the carriage returns of a text in which some do not end a line together
// with a line feed. gfortran skips them all.
func plainText(text string) string {
	text = strings.TrimPrefix(text, "\ufeff")
	if strings.Count(text, "\r") == strings.Count(text, "\r\n") && !strings.Contains(text, "\r\r") {
		return text
	}
	return strings.ReplaceAll(text, "\r", "")
}

// beforeF2018 tells whether the back end is asked for an older standard.
func beforeF2018(standard string) bool {
	return standard == "f95" || standard == "f2003" || strings.HasPrefix(standard, "f2008")
}

// checksBounds tells whether the back end is asked for checks of subscripts: by gfortran's
// -fcheck=, whose words add up from left to right, or its old name.
func checksBounds(options []string) bool {
	bounds := false
	for _, o := range options {
		list, found := strings.CutPrefix(o, "-fcheck=")
		if found {
			for _, word := range strings.Split(list, ",") {
				switch word {
				case "all", "bounds":
					bounds = true
				case "no-all", "no-bounds":
					bounds = false
				}
			}
		}
		bounds = bounds || o == "-fbounds-check"
	}
	return bounds
}

// isCheck tells whether an option asks gfortran for checks at run time.
func isCheck(option string) bool {
	return strings.HasPrefix(option, "-fcheck=") || option == "-fbounds-check"
}

// takeChecks keeps gfortran's options for checks from a compiler that has none, with a note of what
// is checked all the same.
func (r *Request) takeChecks(c *Compiler, stderr io.Writer) {
	at := slices.IndexFunc(r.Compile, isCheck)
	if at < 0 {
		return
	}
	done := "nothing is checked while the program runs"
	if r.Check = r.checks(); r.Check {
		done = "Coral checks image indices, cosubscripts, and the subscripts of coindexed " +
			"objects; those of other arrays are not checked"
	}
	fmt.Fprintf(stderr, "coral: note: %s has no %s: %s\n", c.Name(), r.Compile[at], done)
	r.Compile = slices.DeleteFunc(slices.Clone(r.Compile), isCheck)
}

// checks tells whether the program is to check image indices, subscripts and shapes of coindexed
// objects while it runs. Who asks for checks of subscripts means those of coindexed objects, too.
func (r *Request) checks() bool { return r.Check || checksBounds(r.Compile) }
