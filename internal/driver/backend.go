package driver

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/lower"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// base are the options for every compilation.
func (c *Compiler) base() []string {
	if c.Family == GNU {
		return []string{"-fPIE", "-ffree-line-length-none", "-fdiagnostics-plain-output"}
	}
	return []string{"-fPIE"}
}

// aliasing are options for translated files. In Fortran what a pointer reaches is no variable
// without the TARGET attribute, and flang 20 and later let LLVM know it; a coarray and its view are
// one memory all the same (docs/design/translator.md, Aliasing).
func (c *Compiler) aliasing() []string {
	if c.Family == Flang && c.Major >= 20 {
		return []string{"-mllvm", "-disable-fir-alias-tags"}
	}
	return nil
}

// translated are the options for a file of a program with coarrays, of coral build and coral fc
// alike, beside those that the user gives. generated: the translator has written some of its text.
// That uses LOC, which -std= would hide; the user's names are told from those of other intrinsic
// procedures that are not the standard's (resolve.Options.NoExtensions).
func (c *Compiler) translated(given []string, generated bool) []string {
	args := append(c.base(), c.aliasing()...)
	if c.Family == GNU && generated {
		// Blocks of another image's memory are copied by whole cache lines, if arrays begin at one.
		args = append(args, allIntrinsics, "-malign-data=cacheline")
	}
	// a warning about a constant that the runtime's module only mentions
	if c.Family == Flang && c.Major >= 20 && slices.Contains(given, defaultIntegers) {
		args = append(args, "-Wno-folding-value-checks")
	}
	return args
}

// form are the options that say what source form a generated text has. If it begins with a line
// marker, gfortran takes the file's name from there, which its runtime has in messages (`In file
// '..'`) and debuggers show. Lines of fixed form end where the user's do: those that are copied,
// and those of INCLUDE files, may have anything behind.
func (c *Compiler) form(form syntax.Form, fixedLen int, text string) []string {
	var args []string
	if form == syntax.Fixed {
		args = []string{"-ffixed-form"}
		switch {
		case fixedLen < 0:
			args = append(args, fixedLength+"none")
		case fixedLen > 0:
			args = append(args, fixedLength+strconv.Itoa(fixedLen))
		}
	}
	if c.Family == GNU && strings.HasPrefix(text, firstMarker) {
		if form != syntax.Fixed {
			args = append(args, "-ffree-form")
		}
		args = append(args, "-fpreprocessed")
	}
	return args
}

// fixedLength begins the option that says how long lines of fixed form are.
const fixedLength = "-ffixed-line-length-"

// firstMarker begins a text that names its file.
const firstMarker = "# 1 \""

// written is the text as the compiler is to read it: gfortran takes the name from a first marker
// only if a second follows.
func (c *Compiler) written(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	if c.Family == GNU && strings.HasPrefix(text, firstMarker) {
		return first + "\n" + text
	}
	return text
}

// pie asks for a position-independent executable. Flang has no option for it, and makes one by
// default.
func (c *Compiler) pie() []string {
	if c.Family == Flang {
		return nil
	}
	return []string{"-pie"}
}

// compileArgs are the words after the compiler's name that compile one translated file. Options of
// the user come after ours.
func (b *build) compileArgs(u *unit, generated, object string) []string {
	args := b.compiler.translated(b.request.Compile, u.changed)
	args = append(args, b.optimisation()...)
	args = append(args, b.loopVersions(u)...)
	args = append(args, b.lineTables()...)
	// first: others may hold a module of the runtime's that another version has left
	args = append(args, "-I"+b.rt.modules)
	given := absolutePaths(b.searched(u.input))
	if b.request.Standard != "" {
		given = append(given, "-std="+b.request.Standard)
	}
	if u.changed {
		given = b.compiler.generatedOptions(given)
		if b.compiler.Family == GNU && lower.NeedsCrayPointers(b.request.Local, b.request.Remote) {
			given = append(given, "-fcray-pointer")
		}
	}
	args = append(args, given...)
	args = append(args, b.compiler.form(u.form, b.request.FixedLen, u.text)...)
	// gfortran looks for include files beside the user's, whose directory is none from where it
	// runs
	if slices.Contains(args, "-fpreprocessed") {
		args = append(args, "-Wno-missing-include-dirs")
	}
	if here, err := os.Getwd(); err == nil && b.compiler.Family == GNU {
		args = append(args, "-fdebug-prefix-map="+b.compileDir()+"="+here)
	}
	args = append(args, "-J", absolute(b.moduleOut()))
	if b.onlyMessages {
		return append(args, "-fsyntax-only", absolute(generated))
	}
	return append(args, "-c", "-o", absolute(object), absolute(generated))
}

// compileDir is where the back end works. Compilers look for module files in their working
// directory before any other, and the user's may hold files of the same name that another compiler
// has made.
func (b *build) compileDir() string { return absolute(b.moduleOut()) }

// searched are the user's options, and those for the folders in which a compiler that were called
// for a file itself would look for module files: the current one, and with gfortran that of the
// file, before it looks where -I says. flang looks beside the file for INCLUDE files alone.
func (b *build) searched(input string) []string {
	here, beside := "-I.", "-I"+filepath.Dir(input)
	if b.compiler.Family == GNU {
		return append([]string{here, beside}, b.request.Compile...)
	}
	return append(append([]string{here}, b.request.Compile...), beside)
}

// absolutePaths makes the directories of search options independent of the working directory.
func absolutePaths(options []string) []string {
	made := make([]string, len(options))
	for i, option := range options {
		made[i] = option
		for _, search := range []string{"-I", "-J", "-isystem", "-iquote"} {
			if dir, ok := strings.CutPrefix(option, search); ok && dir != "" {
				made[i] = search + absolute(dir)
				break
			}
		}
	}
	return made
}

// absolute is path from the root; a path that has none stays what it is.
func absolute(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}

// optimisation is -O2 when the user has said nothing about it and does not debug.
func (b *build) optimisation() []string {
	for _, option := range b.request.Compile {
		if strings.HasPrefix(option, "-O") || option == "-g" || strings.HasPrefix(option, "-g") &&
			option != "-g0" {
			return nil
		}
	}
	return []string{"-O2"}
}

// loopVersions lets gfortran ask at run time whether what an array statement reads from another
// image overlaps what it defines, and use vector instructions if not, at -O2 as it does at -O3.
// Without, -O2 vectorizes only where names alone tell that they are apart: the same statement over
// own arrays, but none with a coindexed operand. It changes no results but for a fault of
// GCC (test/conformance/faults/sum_backwards.f90), for which a file may have to go without; an
// option of the user's takes its place.
func (b *build) loopVersions(u *unit) []string {
	if b.compiler.Family != GNU || u.backwards {
		return nil
	}
	return []string{"-fvect-cost-model=dynamic"}
}

// addsBackwards tells whether GCC may count numbers twice that loops add, where it vectorizes them
// by the dynamic cost model: GCC before 13, if it meets elements against their order in memory.
func (c *Compiler) addsBackwards() bool { return c != nil && c.Family == GNU && c.Major < 13 }

// lineTables asks for what is needed to name the lines of a backtrace, gfortran's or the
// launcher's. It changes no code; a -g of the user's takes its place, -g0 too.
func (b *build) lineTables() []string {
	if b.compiler.Family == Flang {
		return []string{"-gline-tables-only"}
	}
	return []string{"-g1"}
}

// moduleOut is where module files are written: the user's -J, or the build's own directory.
func (b *build) moduleOut() string {
	if b.request.ModDir != "" {
		return b.request.ModDir
	}
	return b.modules
}

// preprocess runs the back end's C preprocessor.
func (b *build) preprocess(ctx context.Context, u *unit) (string, error) {
	args := append([]string{"-E", "-cpp"}, ofPreprocessor(b.request.Compile)...)
	if b.compiler.Family == GNU {
		args = append(args, "-fdiagnostics-plain-output")
	}
	args = append(args, b.request.Macros...)
	language := u.language
	if language == "" && isCAF2(u.input) { // an ending that compilers do not know
		language = "f95"
		form := "-ffree-form"
		if b.request.Form == "fixed" {
			form = "-ffixed-form"
		}
		args = append(args, form)
	}
	if language != "" {
		args = append(args, "-x", strings.TrimSuffix(language, preprocessed)+preprocessed)
	}
	out, err := b.work.run(ctx, b.compiler.Path, append(args, u.input)...)
	b.showBackend(u, u.original.Text, string(out.stderr))
	if isExit(err) {
		return "", ErrReported
	}
	if err != nil {
		return "", failure(CodePreprocess, "%s: preprocessing failed: %w", u.input, err)
	}
	text := string(out.stdout)
	if b.compiler.Family == Flang {
		text = gnuMarkers(text)
		if strings.Contains(text, `\\`) && b.doublesBackslashes(ctx, args) {
			text = singleBackslashes(text)
		}
	}
	return text, nil
}

// ofPreprocessor are those of a compiler's options that say where the preprocessor looks, or which
// macros there are.
func ofPreprocessor(options []string) (given []string) {
	for i := 0; i < len(options); i++ {
		o := options[i]
		switch {
		case slices.Contains(searchApart, o) && i+1 < len(options):
			given = append(given, o, options[i+1])
			i++
		case slices.Contains([]string{"-pthread", "-undef", "-nostdinc"}, o),
			startsWithAny(o, "-I", "-f", "-m", "-O", toPreprocessorList, "-isystem",
				"-idirafter", "-iquote"):
			given = append(given, o)
		}
	}
	return given
}

// searchApart are options of the preprocessor whose argument may be the next word.
var searchApart = []string{"-isystem", "-idirafter", "-iquote", toPreprocessor}

// toPreprocessor hands the next word to the preprocessor, toPreprocessorList what follows it.
const (
	toPreprocessor     = "-Xpreprocessor"
	toPreprocessorList = "-Wp,"
)

func startsWithAny(text string, beginnings ...string) bool {
	return slices.ContainsFunc(beginnings, func(b string) bool {
		return strings.HasPrefix(text, b)
	})
}

// gnuMarkers turns flang's `#line "file" 7` into `# 7 "file"`.
func gnuMarkers(text string) string {
	if !strings.Contains(text, `#line "`) {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, `#line "`); ok {
			if end := strings.LastIndexByte(rest, '"'); end >= 0 {
				number := strings.TrimSpace(rest[end+1:])
				line = "# " + number + ` "` + strings.TrimPrefix(rest[:end], "./") + "\"\n"
			}
		}
		b.WriteString(line)
	}
	return b.String()
}
