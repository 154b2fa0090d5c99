package driver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/assumptions"
	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/driver/argv"
	"github.com/coral-pgas/coral/internal/fortran/lower"
	"github.com/coral-pgas/coral/internal/fortran/modfile"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// fc is one command of `coral fc`, a compiler as gfortran is one: it reads gfortran's command line,
// and files without coarrays are gfortran's alone, as if it had been called itself. Other files are
// translated first. The runtime is linked when an object needs it.
type fc struct {
	*build
	line    *fcLine
	stdout  io.Writer
	files   []*fcFile
	modules map[string]modfile.Module // of this command's files, by name
	failed  bool                      // of some file nothing has come
}

// fcFile is one Fortran source of the command.
type fcFile struct {
	unit
	parallel bool
	modules  []modfile.Module
	output   string // object or assembly
	// newer: a part of the language stands in it that the compiler does not know, and Coral does.
	newer bool
	// options are those by which a file with coarrays was translated.
	options lower.Options
}

// RunFC does one command of `coral fc` and gives its exit code.
func RunFC(ctx context.Context, args []string, stdout, stderr io.Writer) (code int, err error) {
	line, err := readFcLine(args)
	if err != nil {
		return 1, err
	}
	defer func() { err = inFiles(err, line.files) }()
	if line.lacksFile {
		return 1, failure(CodeUsage, "no file is given: `coral help fc` shows the options")
	}
	compiler, err := Find(ctx, line.backendName())
	if err != nil {
		return 1, err
	}
	f := &fc{line: line, stdout: stdout, modules: map[string]modfile.Module{}}
	f.build = &build{request: line.request, compiler: compiler, stderr: stderr,
		objects: map[int]string{}}
	if err := f.takeSummary(); err != nil {
		return 1, err
	}
	var sources []string
	for _, in := range f.request.Inputs {
		sources = append(sources, in.Name)
	}
	outputs := append(argv.Outputs(line.plain), argv.Beside(line.plain, sources)...)
	if err := refuseOverwriting(outputs, append(f.linked(), sources...)); err != nil {
		return 1, err
	}
	if line.stage == stageNothing || line.sources == 0 && line.stage != stageLink {
		return f.passOn(ctx, line.plain)
	}
	if f.work, err = newWork(nil); err != nil {
		return 1, err
	}
	defer f.end()
	collectRarely()
	if err := f.readInput(os.Stdin); err != nil {
		return 1, err
	}
	return f.run(ctx)
}

func (f *fc) run(ctx context.Context) (int, error) {
	if err := f.translateAll(ctx); err != nil {
		return 1, err
	}
	parallel := slices.ContainsFunc(f.files, func(f *fcFile) bool { return f.parallel })
	if f.line.stage == stageRules && (parallel || f.failed) {
		return f.writeRules()
	}
	if !parallel && !f.failed {
		code, err := f.linkOrCompile(ctx, f.line.plain)
		if code != 0 || err != nil {
			return code, err
		}
		return 0, f.writeModules()
	}
	if f.line.sources > 1 && f.request.Output != "" && f.line.stage != stageLink {
		return 1, failure(CodeUsage, "-o with -c or -S and several files")
	}
	if parallel {
		var err error
		if f.rt, err = f.neededSupport(ctx); err != nil {
			return 1, err
		}
	}
	if err := f.compileAll(ctx); err != nil {
		return 1, err
	}
	if err := f.writeModules(); err != nil {
		return 1, err
	}
	for _, file := range f.files {
		if err := errors.Join(f.writeDepends(file), f.keepObject(file)); err != nil {
			return 1, err
		}
	}
	if f.failed {
		return 1, nil
	}
	if f.line.stage != stageLink {
		return 0, nil
	}
	return f.linkOrCompile(ctx, f.linkWords())
}

// neededSupport gives what the command needs of the runtime for its files.
func (f *fc) neededSupport(ctx context.Context) (rtSupport, error) {
	if f.line.stage == stageLink {
		return f.support(ctx)
	}
	return f.moduleSupport(ctx)
}

// translateAll translates the files of the command. One that cannot be read or translated does not
// keep the others from being compiled, as it does not with gfortran; only nothing is linked.
func (f *fc) translateAll(ctx context.Context) error {
	for i, in := range f.request.Inputs {
		file := &fcFile{unit: unit{input: in.Name, language: in.Language}}
		if err := f.translateOne(ctx, file); err != nil {
			if err = f.tellOf(ctx, err); err != nil {
				return err
			}
			continue
		}
		file.output = f.outputOf(i, file)
		f.files = append(f.files, file)
	}
	return nil
}

// compileAll compiles the files one by one, and keeps those of which something has come.
func (f *fc) compileAll(ctx context.Context) error {
	var compiled []*fcFile
	for _, file := range f.files {
		code, err := f.compileOne(ctx, file)
		if err != nil {
			if err = f.tellOf(ctx, err); err != nil {
				return err
			}
			continue
		}
		if code != 0 {
			f.failed = true
			continue
		}
		compiled = append(compiled, file)
	}
	f.files = compiled
	return nil
}

// tellOf tells what is wrong with one file, and notes that something is. An error that does not
// concern the file alone is given back.
func (f *fc) tellOf(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	f.failed = true
	var failure *Error
	switch {
	case errors.Is(err, ErrReported):
		return nil
	case ctx.Err() == nil && errors.As(err, &failure):
		failure.Show(f.stderr)
		return nil
	}
	return err
}

// translateOne reads a file and rewrites it if it has to do with coarrays. A file that has nothing
// of them is the compiler's, and so are the errors in it.
func (f *fc) translateOne(ctx context.Context, file *fcFile) error {
	var diags diag.List
	if err := readable(file.input); err != nil {
		return err
	}
	err := f.protect(file.input, func() error { return f.parse(ctx, &file.unit, &diags) })
	if err != nil {
		return err
	}
	file.newer = f.preparable() && hasNewerForms(file.file, f.compiler.Family)
	if diags.HasErrors() {
		if !mentionsCoarrays(file.file) && !file.newer { // else the compiler would blame those
			return nil
		}
		f.tell(&diags)
		return ErrReported
	}
	if !mentionsCoarrays(file.file) {
		if hasLongLines(&diags) {
			return nil // the compiler refuses them, and is not to be given others
		}
		diags = diag.List{} // the compiler gives the warnings about such files that its user wants
	}
	search := f.search(file.input)
	// other files are compiled as they stand: what foreign modules have in them does not matter
	forced := f.line.forced && f.preparable() && !ofAutoconf(file.file)
	search.foreign = mentionsCoarrays(file.file) || forced
	modules, err := search.modules(ctx, file.file)
	if err == nil && !search.foreign && modules.hasTranslated() {
		search.foreign = true
		modules, err = search.modules(ctx, file.file)
	}
	if err != nil {
		return err
	}
	holds := assumptions.All()
	if search.foreign { // the compiler itself is to take other files as they stand, whatever it is
		if holds, err = f.probed(ctx); err != nil {
			return err
		}
	}
	options, err := f.loweringOptions([]*syntax.File{file.file}, modules, holds)
	if err != nil {
		return err
	}
	var found diag.List
	outputs, options := f.lowerApart(file, options, forced, &found)
	for _, d := range found.All() {
		diags.Add(d)
	}
	obeyWarningOptions(&diags, f.request.Compile)
	if diags.HasErrors() && !file.parallel && !mentionsCoarrays(file.file) && !file.newer {
		return nil
	}
	if diags.HasErrors() && f.line.stage == stageRules {
		// its modules may be still to come, and its rule needs no more than its statements
		file.parallel = true
		file.modules = modfile.Of(file.file, f.dialect(nil).ModulePrivate)
		return nil
	}
	audits, err := auditWanted()
	if err != nil {
		return err
	}
	if audits && file.parallel && !diags.HasErrors() {
		f.audit([]*syntax.File{file.file}, outputs, options, &diags)
	}
	f.tell(&diags)
	if diags.HasErrors() {
		return ErrReported
	}
	f.take(file, &outputs[0], modules.hasTranslated())
	return nil
}

// take notes what has come of a file. translated: Coral has translated a module that it uses.
func (f *fc) take(file *fcFile, output *lower.Output, translated bool) {
	file.text, file.changed = output.Text, output.Changed
	// the compiler does not know such files
	asItStands := !file.parallel && file.newer && output.Changed
	if (file.file.CAF2 || includesXMP(file.file) || asItStands) && !file.parallel {
		file.parallel = true
		if !output.Changed {
			file.text = "# 1 \"" + file.input + "\"\n" + file.text
		}
	}
	if !file.parallel && f.compiler.Family == Flang && translated {
		// Flang's module files name the modules that they come from: who uses one of Coral's needs
		// coral_rt.mod.
		file.parallel = true
		if !output.Changed && file.source == file.original {
			file.text = "# 1 \"" + file.input + "\"\n" + file.text
		}
	}
	file.modules = modfile.Of(file.file, f.dialect(nil).ModulePrivate)
	for i := range file.modules {
		file.modules[i].Bare = !file.parallel || asItStands
		file.modules[i].OwnEnv = output.OwnEnv || !output.Changed
		file.modules[i].Fetches = output.Fetches[file.modules[i].Name]
		f.modules[file.modules[i].Name] = file.modules[i]
	}
}

// hasLongLines tells whether the parser has warned of lines that the compiler would cut.
func hasLongLines(diags *diag.List) bool {
	return slices.ContainsFunc(diags.All(),
		func(d *diag.Diagnostic) bool { return d.Code == "C0036" })
}

// lowerApart translates a file for the files, too, that will use its modules, if it has to do with
// images, or if its modules are to be prepared. It gives the options that the file was translated
// with at last.
func (f *fc) lowerApart(file *fcFile, options lower.Options, forced bool,
	diags *diag.List) ([]lower.Output, lower.Options) {
	forced = forced && len(modfile.Of(file.file, false)) > 0
	apart, images := options, lower.DealsWithImages(file.file)
	apart.Separate, apart.ForOthers = true, !images
	// errors are reported from the translation of the file alone
	if (images || forced) && !diags.HasErrors() {
		var found diag.List
		outputs := f.lower(file, apart, &found)
		if !found.HasErrors() && (images || outputs[0].Alone) {
			*diags = found
			file.parallel, file.options = outputs[0].Changed, apart
			return outputs, apart
		}
	}
	outputs := f.lower(file, options, diags)
	if diags.HasErrors() || !outputs[0].Parallel && !outputs[0].Prepared && !forced {
		if file.newer && !outputs[0].Parallel && !diags.HasErrors() {
			options.ForOthers = true // it ends as the language says
			*diags = diag.List{}
			outputs = f.lower(file, options, diags)
		}
		return outputs, options
	}
	*diags = diag.List{}
	apart.ForOthers = !outputs[0].Parallel
	outputs = f.lower(file, apart, diags)
	file.parallel, file.options = outputs[0].Changed, apart
	return outputs, apart
}

func (f *fc) lower(file *fcFile, options lower.Options, diags *diag.List) (outputs []lower.Output) {
	err := f.protect(file.input, func() error {
		outputs = lower.Translate([]*syntax.File{file.file}, options, diags)
		return nil
	})
	if err != nil {
		diags.Errorf(CodeInternal, diag.Range{}, "%v", err)
		return make([]lower.Output, 1)
	}
	return outputs
}

// mentionsCoarrays tells whether a file, which perhaps cannot be parsed, seems to be one with
// coarrays.
func mentionsCoarrays(file *syntax.File) bool {
	if file.CAF2 || file.XMP {
		return true
	}
	words := map[string]bool{"codimension": true, "this_image": true, "num_images": true,
		"image_index": true, "co_sum": true, "co_min": true,
		"co_max": true, "co_broadcast": true, "co_reduce": true, "event_type": true,
		"lock_type": true, "team_type": true, "notify_type": true, "sync": true, "critical": true}
	for _, s := range file.Stmts {
		before := syntax.Token{}
		for _, t := range s.Info().Tokens() {
			if t.Kind == syntax.NameTok && (words[t.Text] || resolve.AboutImages(t.Text)) ||
				t.Kind == syntax.LBracket &&
					(before.Kind == syntax.NameTok || before.Kind == syntax.RParen) {
				return true
			}
			before = t
		}
	}
	return false
}

// newerWords begin the newer forms that a word begins.
var newerWords = map[string]bool{"generic": true, "simple": true, "non_recursive": true}

// hasNewerForms tells whether a file has what compilers of a family do not know, or only their
// newest versions, and Coral writes in older forms: conditional expressions, the prefix SIMPLE, and
// with gfortran the prefix NON_RECURSIVE and GENERIC statements outside of types.
func hasNewerForms(file *syntax.File, family Family) bool {
	if !file.HasAnyName(newerWords) && !file.HasKind(syntax.Question) {
		return false
	}
	found := false
	for _, u := range file.Units {
		syntax.Inspect(u, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.DerivedTypeDef:
				return false
			case *syntax.GenericStmt:
				found = found || family == GNU
			case *syntax.ProcStmt:
				found = found || n.Has("simple") || family == GNU && n.Has("non_recursive")
			case *syntax.CondExpr:
				found = true
			}
			return !found
		})
	}
	return found
}

// outputOf is where a file's object or assembly goes.
func (f *fc) outputOf(i int, file *fcFile) string {
	ending := map[stage]string{stageObject: ".o", stageAsm: ".s"}[f.line.stage]
	switch {
	case f.line.stage == stageLink:
		path, _ := f.work.path("objects", fmt.Sprintf("%d-%s.o", i, stem(file.input)))
		return path
	case ending == "":
		return ""
	case f.request.Output != "":
		return f.request.Output
	}
	return stem(file.input) + ending
}

// compileOne compiles one file of several, or one that was translated.
func (f *fc) compileOne(ctx context.Context, file *fcFile) (int, error) {
	step := map[stage]string{stageLink: "-c", stageObject: "-c", stageAsm: "-S",
		stageCheck: "-fsyntax-only"}[f.line.stage]
	source := file.input
	var args []string
	if file.parallel {
		for _, w := range f.line.args {
			if option := w.words[0]; unsuited(option) {
				return 1, failure(CodeOption,
					"%s: the option %s cannot be obeyed for a file with coarrays", file.input,
					option).help("%s", refused[option])
			}
		}
		if err := f.refuseMeaning(file.input); err != nil {
			return 1, err
		}
		if err := f.noStrayRuntime(); err != nil {
			return 1, err
		}
		if err := f.keepPreprocessed(file); err != nil {
			return 1, err
		}
		source = filepath.Join(f.work.dir, "generated",
			strings.TrimSuffix(filepath.Base(file.output),
				filepath.Ext(file.output))+generatedEnding(file.form))
		args = f.compiler.translated(f.request.Compile, file.changed)
	}
	if file.parallel { // the generated file lies elsewhere
		for _, dir := range f.besideSource(file.input) {
			args = append(args, "-I"+dir)
		}
	}
	for _, w := range f.line.args {
		if file.changed && file.parallel && w.use == forBoth {
			args = append(args, f.compiler.generatedOptions(w.words)...)
			continue
		}
		if w.use == forBoth || !file.parallel && ofPlainFile(w) {
			args = append(args, w.words...)
		}
	}
	if file.parallel {
		args = append(args, "-I"+filepath.Dir(file.input), "-I"+f.rt.modules)
		if f.compiler.Family == GNU {
			args = append(args, "-fdebug-prefix-map="+f.work.dir+"=coral")
		}
		args = append(args, f.compiler.form(file.form, f.request.FixedLen, file.text)...)
	}
	args = append(append(args, step), f.auxiliary(file)...)
	if file.output != "" {
		args = append(args, "-o", file.output)
	}
	if file.language != "" && !file.parallel {
		args = append(args, "-x", file.language)
	}
	args = append(args, source)
	if !file.parallel {
		return f.passOn(ctx, args)
	}
	return f.compileGenerated(ctx, file, source, args)
}

// ofPlainFile tells whether an argument, besides those of every step, is for a file that is
// compiled as it stands. Of the rules for make Coral writes those of all files.
func ofPlainFile(w fcWord) bool {
	word := w.words[0]
	return w.use == forSource && !argv.IsDepends(word) || word == "-ffree-form" ||
		word == "-ffixed-form" || strings.HasPrefix(word, fixedLength)
}

func generatedEnding(form syntax.Form) string {
	if form == syntax.Fixed {
		return ".f"
	}
	return ".f90"
}

func (f *fc) compileGenerated(ctx context.Context, file *fcFile, source string, args []string) (int,
	error) {
	if f.line.dry {
		fmt.Fprintln(f.stderr, " "+
			shellLine([]string{"coral", "translate", "-o", source, file.input}))
		fmt.Fprintln(f.stderr, " "+shellLine(append([]string{f.compiler.Path}, args...)))
		return 0, nil
	}
	if err := os.MkdirAll(filepath.Dir(source), 0o700); err != nil {
		return 1, failure(CodeWrite, "%w", err)
	}
	out, err := f.compileText(ctx, file, source, args)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		if own, can := f.ownTypes(file); can {
			if again, failed := f.compileText(ctx, own, source, args); failed == nil ||
				!errors.As(failed, &exit) {
				*file, out, err = *own, again, failed
				f.keepOwnTypes(file)
			}
		}
	}
	if _, err := f.stdout.Write(out.stdout); err != nil { // the assembly of -S -o -
		return 1, failure(CodeWrite, "%w", err)
	}
	if f.request.Verbose && err == nil {
		f.show(out.stderr)
	} else {
		strict := f.showBackend(&file.unit, file.text, string(out.stderr))
		if strict && err == nil {
			if file.output != "" {
				os.Remove(file.output)
			}
			return 1, nil
		}
	}
	if errors.As(err, &exit) {
		return max(exit.ExitCode(), 1), f.withoutLine(&file.unit)
	}
	if err != nil {
		return 1, failure(CodeCompile, "%s: %s could not be run: %w", file.input, f.compiler.Name(),
			err)
	}
	return 0, nil
}

// compileText compiles a file's generated text.
func (f *fc) compileText(ctx context.Context, file *fcFile, source string, args []string) (result,
	error) {
	if err := os.WriteFile(source, []byte(f.compiler.written(file.text)), 0o600); err != nil {
		return result{}, failure(CodeWrite, "%w", err)
	}
	if f.request.Verbose {
		fmt.Fprintln(f.stderr, " "+shellLine(append([]string{f.compiler.Path}, args...)))
	}
	return f.work.run(ctx, f.compiler.Path, args...)
}

// ownTypes translates a file once more, without what other files may need beside its types: no
// compiler takes all of that for every type. What is left out is reported where something of the
// type is sent. False: the text is no other.
func (f *fc) ownTypes(file *fcFile) (*fcFile, bool) {
	own, options := *file, file.options
	if !options.Separate {
		return nil, false
	}
	options.OwnTypes = true
	var diags diag.List
	outputs := f.lower(&own, options, &diags)
	if diags.HasErrors() || outputs[0].Text == file.text {
		return nil, false
	}
	own.text = outputs[0].Text
	if !outputs[0].Changed && file.source == file.original {
		own.text = "# 1 \"" + file.input + "\"\n" + own.text
	}
	return &own, true
}

// keepOwnTypes notes in the interfaces of a file's modules that nothing stands beside their types.
func (f *fc) keepOwnTypes(file *fcFile) {
	for i := range file.modules {
		file.modules[i].OwnTypes = true
		f.modules[file.modules[i].Name] = file.modules[i]
	}
}

// passOn runs the compiler with the words given; its output goes where Coral's goes.
func (f *fc) passOn(ctx context.Context, words []string) (int, error) {
	if f.line.dry && !slices.Contains(words, "-###") {
		words = append([]string{"-###"}, words...)
	}
	return runAs(ctx, f.compiler.Path, words, f.stdout, f.stderr)
}

// linkWords is the command line with objects in place of the Fortran files.
func (f *fc) linkWords() []string {
	var words []string
	next := 0
	for _, w := range f.line.args {
		switch {
		case w.use == isSource:
			words = append(words, f.files[next].output)
			next++
		case w.use == forBoth, w.use == forLink, w.words[0] == "-o",
			strings.HasPrefix(w.words[0], "-o"):
			words = append(words, w.words...)
		}
	}
	return words
}
