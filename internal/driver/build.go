// Package driver turns a command line into an executable or generated source: it finds the back-end
// compilers, preprocesses, translates, compiles in the order that modules demand, and links with
// the embedded runtime.
package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/driver/argv"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// unit is one Fortran file on its way.
type unit struct {
	input    string // as the user named it
	language string // by -x
	original *diag.Source
	source   *diag.Source // what is parsed: original, or preprocessed
	unmarked bool         // source has no markers of a preprocessor
	included []string     // files that INCLUDE lines name
	leftOut  []leftOut    // statements of source with errors
	form     syntax.Form
	file     *syntax.File
	modules  modules
	after    []*unit // must be compiled before
	text     string  // generated source
	changed  bool    // by the translator
	// backwards: it adds numbers in an order that the compiler gets wrong (loopVersions)
	backwards bool
	object    string
	done      chan struct{} // closed when compiled, or not to be
	failed    bool
	unplaced  bool // the compiler has failed, and named no line
}

// build is the state of one command.
type build struct {
	request   *Request
	compiler  *Compiler
	work      *work
	rt        rtSupport
	modules   string // where module files go without -J
	units     []*unit
	objects   map[int]string // of request.Inputs, by index
	summary   []string       // of the linker (takeSummary)
	readable  bool           // what is translated is shown, not compiled
	onlyCache bool           // what cannot be kept in the cache is an error
	// Coral has found errors, all in statements that can be left out
	others       bool
	onlyMessages bool // they are left out, for what the compilers say

	translated atomic.Int32 // C files so far, by which their translations are named

	ownModules sync.Once
	ownDirs    []string // compilerModules

	violated bool // the audit objects to a text

	mu     sync.Mutex // guards stderr
	stderr io.Writer
}

// Build makes the executable output. What is wrong with sources is printed to stderr, and the error
// is then ErrReported.
func Build(ctx context.Context, r *Request, output string, stderr io.Writer) error {
	b, err := newBuild(ctx, r, stderr)
	if err != nil {
		return err
	}
	defer b.end()
	if err := CheckOutput(r, output); err != nil {
		return err
	}
	return b.executable(ctx, output)
}

// BuildTemporary makes the executable in a private directory and gives it open for reading; its
// name is gone already (unless the request says that files are kept).
func BuildTemporary(ctx context.Context, r *Request, stderr io.Writer) (*os.File, error) {
	b, err := newBuild(ctx, r, stderr)
	if err != nil {
		return nil, err
	}
	defer b.end()
	output := filepath.Join(b.work.dir, "program")
	if err := b.executable(ctx, output); err != nil {
		return nil, err
	}
	file, err := os.Open(output)
	if err != nil {
		return nil, failure(CodeWrite, "%w", err)
	}
	return file, nil
}

func (b *build) executable(ctx context.Context, output string) (err error) {
	if err := b.translate(ctx); err != nil {
		b.showTheCompilers(ctx)
		return err
	}
	if b.violated {
		if err := b.writeTexts(); err != nil {
			return err
		}
		return ErrReported
	}
	if b.rt, err = b.support(ctx); err != nil {
		return err
	}
	if err := b.compile(ctx); err != nil {
		return err
	}
	return b.link(ctx, output)
}

// Translate writes the generated source of every file.
func Translate(ctx context.Context, r *Request, output, stderr io.Writer) error {
	b, err := newBuild(ctx, r, stderr)
	if err != nil {
		return err
	}
	defer b.end()
	b.readable = true
	if err := b.translate(ctx); err != nil {
		return err
	}
	files, err := b.translationsOfC(ctx)
	if err != nil {
		return err
	}
	next := 0
	for _, in := range r.Inputs {
		if file := files[in.Name]; file != nil {
			if err := file.copyTo(output); err != nil {
				return err
			}
		}
		if in.Kind != Fortran {
			continue
		}
		next++
		if _, err := io.WriteString(output, b.units[next-1].text); err != nil {
			return failure(CodeWrite, "%w", err)
		}
	}
	if b.violated {
		return ErrReported
	}
	return nil
}

func newBuild(ctx context.Context, r *Request, stderr io.Writer) (*build, error) {
	b := &build{request: r, stderr: stderr, objects: map[int]string{}}
	if err := r.refuseNamedOutputs(); err != nil {
		return nil, err
	}
	for _, in := range r.Inputs {
		if in.Kind == Library {
			continue
		}
		if err := readable(in.Name); err != nil {
			return nil, err
		}
	}
	var err error
	if !r.onlyC() {
		if b.compiler, err = Find(ctx, r.Backend); err != nil {
			return nil, err
		}
		if b.compiler.Family == Flang {
			r.takeChecks(b.compiler, stderr)
		}
		if err := b.takeSummary(); err != nil {
			return nil, err
		}
	}
	var verbose io.Writer
	if r.Verbose {
		verbose = stderr
	}
	if b.work, err = newWork(verbose); err != nil {
		return nil, err
	}
	b.modules, err = b.work.path("modules", ".")
	if err == nil {
		err = os.MkdirAll(b.modules, 0o700)
	}
	if err != nil {
		b.work.remove()
		return nil, failure(CodeWrite, "%w", err)
	}
	return b, nil
}

func readable(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return failure(CodeFile, "%s cannot be read: %w", name, errors.Unwrap(err))
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return failure(CodeFile, "%s is a directory", name)
	}
	return nil
}

// refuseOverwriting refuses an output that is the same file as an input, by whatever name, but for
// the source that it is made of.
func refuseOverwriting(outputs []argv.Output, inputs []string) error {
	for _, out := range outputs {
		info, err := os.Stat(out.File)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		for _, name := range inputs {
			other, err := os.Stat(name)
			if err == nil && os.SameFile(info, other) && !sameFile(info, out.Of) {
				return failure(CodeUsage, "%s %s would overwrite %s, an input: give the output "+
					"another name", out.Option, out.File, name)
			}
		}
	}
	return nil
}

func sameFile(info os.FileInfo, path string) bool {
	other, err := os.Stat(path)
	return err == nil && os.SameFile(info, other)
}

// refuseNamedOutputs refuses options of the compilers by which these would overwrite an input.
func (r *Request) refuseNamedOutputs() error {
	words := slices.Concat(r.Compile, r.Link)
	for _, in := range r.Inputs {
		if in.Kind == Library {
			words = append(words, in.Name)
		}
	}
	return refuseOverwriting(argv.Outputs(words), r.inputNames())
}

func (r *Request) inputNames() []string {
	names := make([]string, len(r.Inputs))
	for i, in := range r.Inputs {
		names[i] = in.Name
	}
	return names
}

// CheckOutput finds out early what the linker would find late, and that no input is overwritten.
func CheckOutput(r *Request, output string) error {
	if info, err := os.Stat(output); err == nil {
		if info.IsDir() {
			return failure(CodeWrite, "%s cannot be written: it is a directory", output)
		}
	}
	named := []argv.Output{{Option: "-o", File: output}}
	if err := refuseOverwriting(named, r.inputNames()); err != nil {
		return err
	}
	probe, err := os.CreateTemp(filepath.Dir(output), ".coral-")
	if err != nil {
		return failure(CodeWrite, "%s cannot be written: %w", output, errors.Unwrap(err))
	}
	probe.Close()
	os.Remove(probe.Name())
	return nil
}

// end removes the build's directory, or says where it is.
func (b *build) end() {
	if b.request.Keep {
		b.work.private.Keep()
		fmt.Fprintf(b.stderr, "coral: the generated files are in %s\n", b.work.dir)
		return
	}
	b.work.remove()
}

// compile compiles all files, each as soon as those whose modules it uses are done, as many at once
// as there are cores.
func (b *build) compile(ctx context.Context) error {
	slots := make(chan struct{}, parallel())
	var group sync.WaitGroup
	var mu sync.Mutex
	var first error
	spawn := func(job func() error, after []*unit, u *unit) {
		group.Go(func() {
			err := waitFor(after)
			if err == nil {
				slots <- struct{}{}
				err = job()
				<-slots
			}
			if u != nil {
				u.failed = err != nil
				close(u.done)
			}
			mu.Lock()
			if err != nil && (first == nil || errors.Is(first, ErrReported)) {
				first = err
			}
			mu.Unlock()
		})
	}
	for i, u := range b.units {
		object, err := b.work.path("objects", fmt.Sprintf("%d-%s.o", i, stem(u.input)))
		if err != nil {
			return err
		}
		u.object, u.done = object, make(chan struct{})
	}
	next := 0
	for i, in := range b.request.Inputs {
		switch in.Kind {
		case Fortran:
			u := b.units[next]
			next++
			b.objects[i] = u.object
			spawn(func() error { return b.compileFortran(ctx, u) }, u.after, u)
		case C, Assembler:
			object, err := b.work.path("objects", fmt.Sprintf("%d-%s.o", i, stem(in.Name)))
			if err != nil {
				return err
			}
			b.objects[i] = object
			spawn(func() error { return b.compileC(ctx, in.Name, object) }, nil, nil)
		default:
			b.objects[i] = in.Name
		}
	}
	group.Wait()
	return first
}

func stem(name string) string {
	base := filepath.Base(name)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// waitFor waits for files that must come first; when one has failed, what uses its modules cannot
// be compiled, and the reason has been printed.
func waitFor(units []*unit) error {
	for _, u := range units {
		<-u.done
		if u.failed {
			return ErrReported
		}
	}
	return nil
}

// writeText writes a generated text where the compiler finds it.
func (b *build) writeText(u *unit, name string) (generated string, err error) {
	ending := ".f90"
	if u.form == syntax.Fixed {
		ending = ".f"
	}
	if generated, err = b.work.path("generated", name+ending); err != nil {
		return "", err
	}
	text := u.text
	if b.compiler.Family == Flang {
		text = rootedMarkers(text)
	}
	if err := os.WriteFile(generated, []byte(b.compiler.written(text)), 0o600); err != nil {
		return "", failure(CodeWrite, "%w", err)
	}
	return generated, nil
}

func (b *build) compileFortran(ctx context.Context, u *unit) error {
	if u.changed {
		if err := b.refuseMeaning(u.input); err != nil {
			return err
		}
	}
	generated, err := b.writeText(u, strings.TrimSuffix(filepath.Base(u.object), ".o"))
	if err != nil {
		return err
	}
	out, err := b.work.runIn(ctx, b.compileDir(), b.compiler.Path,
		b.compileArgs(u, generated, u.object)...)
	strict := b.showBackend(u, u.text, string(out.stderr))
	if isExit(err) {
		if len(out.stderr) == 0 {
			return failure(CodeCompile, "%s failed on %s without a message: %w", b.compiler.Name(),
				u.input, err)
		}
		return cmp.Or(b.withoutLine(u), ErrReported)
	}
	if err != nil {
		return failure(CodeCompile, "%s: %s could not be run: %w", u.input, b.compiler.Name(), err)
	}
	if strict {
		return ErrReported
	}
	return nil
}

// cOptions leaves out the options that only Fortran compilers know.
func cOptions(options []string) []string {
	var result []string
	for _, o := range options {
		switch {
		case strings.HasPrefix(o, "-fdefault-"), strings.HasPrefix(o, "-fcheck"),
			strings.HasPrefix(o, "-ffree-"),
			strings.HasPrefix(o, "-ffixed-"), strings.HasPrefix(o, "-fimplicit-"),
			strings.HasPrefix(o, "-frecursive"),
			strings.HasPrefix(o, "-fbacktrace"), strings.HasPrefix(o, "-fno-backtrace"),
			strings.HasPrefix(o, "-fallow-"),
			strings.HasPrefix(o, "-fbounds-check"), strings.HasPrefix(o, "-fmax-"),
			strings.HasPrefix(o, "-ffpe-"),
			strings.HasPrefix(o, "-fconvert="), strings.HasPrefix(o, "-finit-"),
			o == "-Wimplicit-interface", o == "-Wconversion-extra":
		default:
			result = append(result, o)
		}
	}
	return result
}

// link makes the executable, under a private name first: an old one stays until the new one is
// whole.
func (b *build) link(ctx context.Context, output string) error {
	fresh, err := b.work.path("program")
	if err != nil {
		return err
	}
	linker, args, err := b.linker()
	if err != nil {
		return err
	}
	args = append(args, b.request.Compile...)
	args = append(args, b.request.Link...)
	args = append(args, b.compiler.stackOptions(slices.Collect(maps.Values(b.objects)))...)
	args = append(args, "-o", fresh)
	for i, in := range b.request.Inputs {
		if in.Kind == Library {
			args = append(args, in.Name)
			continue
		}
		args = append(args, b.objects[i])
	}
	if b.rt.object != "" {
		args = append(args, b.rt.object)
	}
	provider, err := b.request.linkedWords(ctx)
	if err != nil {
		return err
	}
	args = append(args, b.rt.archive)
	args = append(args, provider...)
	args = append(args, linkOptions...)
	args = append(args, b.summary...)
	args = append(args, bigDataOptions(args)...)
	if b.compiler == nil {
		args = append(args, "-lm")
	}
	out, err := b.work.run(ctx, linker, args...)
	b.show(out.stderr)
	if left := refuseLeftOut(string(out.stderr), args, fresh, err == nil); left != nil {
		return left
	}
	if isExit(err) {
		failed := failure(CodeLink, "the program could not be linked")
		if beyondReach(string(out.stderr)) {
			return failed.help(
				"static data of more than 2 GiB need -mcmodel=medium, where each file is " +
					"compiled and in the link; with clang, one that puts such data into " +
					"sections of their own (18 or later), or gcc")
		}
		if advice := adviseUndefined(string(out.stderr)); advice != "" {
			return failed.help("%s", advice)
		}
		return failed
	}
	if err != nil {
		return failure(CodeLink, "the linker could not be run: %w", err)
	}
	return move(fresh, output)
}

// pour writes a file into what exists already.
func pour(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return failure(CodeWrite, "%w", err)
	}
	if err := os.WriteFile(to, text, 0o666); err != nil {
		return failure(CodeWrite, "%s cannot be written: %w", to, errors.Unwrap(err))
	}
	return nil
}

// move puts the executable in its place. A running program's file is replaced, not written to; a
// device or a pipe is written to.
func move(from, to string) error {
	if info, err := os.Stat(to); err == nil && info.Mode()&(os.ModeDevice|os.ModeNamedPipe) != 0 {
		return pour(from, to)
	}
	if err := os.Rename(from, to); err == nil {
		return nil
	}
	fresh, err := os.CreateTemp(filepath.Dir(to), ".coral-")
	if err != nil {
		return failure(CodeWrite, "%s cannot be written: %w", to, errors.Unwrap(err))
	}
	defer os.Remove(fresh.Name())
	source, err := os.Open(from)
	if err != nil {
		return failure(CodeWrite, "%w", err)
	}
	defer source.Close()
	_, err = io.Copy(fresh, source)
	info, statErr := source.Stat()
	if err = errors.Join(err, statErr); err == nil {
		err = fresh.Chmod(info.Mode().Perm())
	}
	if err = errors.Join(err, fresh.Close()); err == nil {
		err = os.Rename(fresh.Name(), to)
	}
	if err != nil {
		return failure(CodeWrite, "%s cannot be written: %w", to, err)
	}
	return nil
}
