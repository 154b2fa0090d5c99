package driver

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
)

// Some options of the user's say what his text means, and mean something else for the text that the
// translator makes of it. Those the translator obeys itself, and the compiler gets others, or none,
// for generated text. Files that are compiled as they stand get all options as they are.

// dialect are the options by which the names of a program are understood.
func (b *build) dialect(unread map[string]string) resolve.Options {
	r := b.request
	gnu := b.compiler != nil && b.compiler.Family == GNU
	saves := lastOf(r.Compile, "-fno-automatic", "-fautomatic") == "-fno-automatic"
	return resolve.Options{
		Strict: strings.HasPrefix(r.Standard, "f"), Legacy: r.Dialect == "legacy",
		OtherDefaults: otherDefaults(r.Compile), Unread: unread,
		NoExtensions: gnu && strings.HasPrefix(r.Standard, "f") &&
			!slices.Contains(r.Compile, allIntrinsics),
		With2023: r.since2023(),
		ModulePrivate: lastOf(r.Compile, "-fmodule-private",
			"-fno-module-private") == "-fmodule-private",
		SaveLocals: saves, SaveBlocks: saves && gnu,
	}
}

// since2023 tells whether Fortran 2023, or what comes after it, is asked for.
func (r *Request) since2023() bool { return r.Standard == "f2023" || r.Standard == "f202y" }

// allIntrinsics lets programs refer to gfortran's own intrinsic procedures whatever -std= says.
// Generated text refers to LOC.
const allIntrinsics = "-fall-intrinsics"

// lineLength begins the option that says how long lines of free form are. Generated lines are as
// long as they need to be.
const lineLength = "-ffree-line-length-"

// freeLength is the last column of free form that gfortran would read of a file by itself; 0: it
// would read all, or the file is none that it reads.
func (b *build) freeLength(input string) int {
	if b.compiler == nil || b.compiler.Family != GNU || isCAF2(input) ||
		b.request.since2023() {
		return 0
	}
	length := 132
	for _, o := range b.request.Compile {
		if value, is := strings.CutPrefix(o, lineLength); is {
			length, _ = strconv.Atoi(value) // 0 where it is none
		}
	}
	return length
}

// generatedOptions are the user's options as the compiler gets them for generated text.
func (c *Compiler) generatedOptions(given []string) []string {
	var out []string
	for i, o := range given {
		switch {
		// the text has been through the preprocessor
		case strings.HasPrefix(o, toPreprocessorList), o == toPreprocessor,
			i > 0 && given[i-1] == toPreprocessor:
		case o == "-fno-automatic", o == "-fautomatic": // the translator writes SAVE statements
		case strings.HasPrefix(o, lineLength), strings.HasPrefix(o, "-fmax-identifier-length="):
		case o == "-Werror", strings.HasPrefix(o, "-Werror="), o == "-Wno-error",
			strings.HasPrefix(o, "-Wno-error="):
			// showBackend makes errors of the warnings that are about the user's text
		case c.Family == GNU && (o == "-std=f2008" || o == "-std=f2008ts"):
			// what says how the pointers of generated text may be made
			out = append(out, "-std=f2018")
		default:
			out = append(out, o)
		}
	}
	return out
}

// beforeCoarrays are the values of -std= for standards that have no coarrays.
var beforeCoarrays = []string{"f95", "f2003"}

// unobeyed are options that change how procedures are called, those that the runtime calls or is
// called by among them, or what generated text means.
var unobeyed = map[string]string{
	"-ff2c": "the runtime calls procedures of the program, such as the operation of CO_REDUCE, " +
		"as they are without it; " +
		"-fsecond-underscore can be obeyed",
	"-fleading-underscore": "the runtime's names have no leading underscore",
	"-frepack-arrays":      "copies of dummy arguments are no coarrays",
	"-fno-realloc-lhs": "generated text allocates variables by assignment; compile files without " +
		"coarrays with it if they need it",
}

// preparable tells whether modules without coarrays can be compiled for files that have some: else
// they are compiled as they stand.
func (b *build) preparable() bool {
	return b.refuseMeaning("") == nil &&
		!slices.ContainsFunc(b.request.Compile, unsuited)
}

// refuseMeaning refuses the options that cannot be obeyed for generated text.
func (b *build) refuseMeaning(input string) error {
	if slices.Contains(beforeCoarrays, b.request.Standard) {
		return failure(CodeOption,
			"%s: the option -std=%s cannot be obeyed for a file with coarrays", input,
			b.request.Standard).
			help("coarrays came with Fortran 2008: -std=f2008 or later")
	}
	for _, o := range b.request.Compile {
		if why, no := unobeyed[o]; no {
			return failure(CodeOption,
				"%s: the option %s cannot be obeyed for a file with coarrays", input, o).help("%s",
				why)
		}
	}
	return nil
}

// strictness says which warnings are errors, by -Werror, -Werror=NAME and what takes them back; the
// last word about a warning counts.
type strictness struct {
	all   bool
	named map[string]bool
}

func strictnessOf(options []string) strictness {
	s := strictness{named: map[string]bool{}}
	for _, o := range options {
		name, isError := strings.CutPrefix(o, "-Werror=")
		other, isNone := strings.CutPrefix(o, "-Wno-error=")
		switch {
		case o == "-Werror", o == "-Wno-error":
			s.all = o == "-Werror"
		case isError:
			s.named[name] = true
		case isNone:
			s.named[other] = false
		}
	}
	return s
}

// obeyWarningOptions has Coral's own warnings go as the compiler's do: -w drops all, and -Werror
// makes errors of them. They have no names for -Werror=NAME.
func obeyWarningOptions(diags *diag.List, options []string) {
	switch {
	case slices.Contains(options, "-w"):
		diags.DropWarnings()
	case strictnessOf(options).all:
		diags.WarningsToErrors("this warning is an error because of -Werror")
	}
}

// isError tells whether a warning is an error, by the option that gfortran names at its end: "...
// [-Wunused-variable]".
func (s strictness) isError(text string) bool {
	if is, said := s.named[warningOf(text)]; said {
		return is
	}
	return s.all
}

// warningOf is the name of the warning that a message ends with, "" if it has none.
func warningOf(text string) string {
	i := strings.LastIndex(text, "[-W")
	if i < 0 || !strings.HasSuffix(text, "]") {
		return ""
	}
	name := strings.TrimSuffix(text[i+len("[-W"):], "]")
	return strings.TrimSuffix(name, "=")
}

// ofViews are warnings that views and copies cause by themselves, in lines that the translator has
// written.
var ofViews = []string{"conversion-extra", "array-temporaries", "realloc-lhs", "realloc-lhs-all",
	"use-without-only", "function-elimination", "non-target-passed-to-target",
	"uninitialized", "maybe-uninitialized"}

// noStrayRuntime refuses to compile where the compiler would find a module of the runtime's that
// another version, or another compiler, has left: compilers look in their working directory before
// any other.
func (f *fc) noStrayRuntime() error {
	for _, name := range []string{"coral_rt.mod", "coral_rt_any.mod", "coral_caf2.mod",
		"coral_xmp.mod", "coral_env.mod", "coral_intrinsic.mod"} {
		for _, dir := range []string{".", f.moduleDir()} {
			path := filepath.Join(dir, name)
			if _, err := os.Stat(path); err == nil {
				return failure(CodeRuntime,
					"%s hides the module of the runtime that belongs to this command",
					path).help("remove the file")
			}
		}
	}
	return nil
}
