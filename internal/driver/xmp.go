package driver

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	xmp "github.com/coral-pgas/coral/capi/xmp/headers"
	"github.com/coral-pgas/coral/internal/diag"
	fsyntax "github.com/coral-pgas/coral/internal/fortran/syntax"
	"github.com/coral-pgas/coral/internal/xmpc/lower"
	"github.com/coral-pgas/coral/internal/xmpc/syntax"
)

// cFile is one C source on its way. What has nothing of XcalableMP is compiled from its own file.
type cFile struct {
	input    string
	parallel bool
	calls    bool   // it names procedures of xmp.h, parallel or not
	path     string // of the file with what it is translated to, if parallel
	clang    bool   // the compiler is clang
}

// text is what the file is translated to.
func (f *cFile) text() string {
	text, err := os.ReadFile(f.path)
	if err != nil {
		return ""
	}
	return string(text)
}

// messages gives the C compiler's messages about the file in terms of the user's.
func (f *cFile) messages(said string) string {
	if said == "" || !f.parallel {
		return said
	}
	return cMessages(f.text(), said)
}

// rename gives the translation the name by which the compiler is to know it.
func (f *cFile) rename(path string) error {
	if err := os.Rename(f.path, path); err != nil {
		return failure(CodeWrite, "%w", err)
	}
	f.path = path
	return nil
}

// headersOfC begins the name of the directory of xmp.h.
const headersOfC = "xmp-"

// xmpHeaders gives the directory of xmp.h, and of the INCLUDE files for Fortran.
func (b *build) xmpHeaders() (string, error) {
	sum := sha256.Sum256([]byte(xmp.Header + xmp.FortranHeader + xmp.FortranCoarrayHeader))
	return b.cached(fmt.Sprintf("%s%x", headersOfC, sum[:8]), func(dir string) error {
		return errors.Join(os.WriteFile(filepath.Join(dir, "xmp.h"), []byte(xmp.Header), 0o600),
			writeXMPIncludes(dir))
	})
}

// writeXMPIncludes writes the INCLUDE files of XcalableMP for Fortran, which Coral has itself.
func writeXMPIncludes(dir string) error {
	for name, text := range xmp.FortranHeaders {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

func includesXMP(file *fsyntax.File) bool {
	return slices.ContainsFunc(file.Includes,
		func(i *fsyntax.Include) bool { return xmp.FortranHeaders[i.Name] != "" })
}

// A source of more than longText bytes is translated with a garbage collector that lets the heap
// grow by longPercent only: its tree takes thirty times its length, nearly all of it until the end.
const (
	longText    = 4 << 20
	longPercent = 20
)

// translateC preprocesses a C source with the options given and translates it. The preprocessor
// comes first, so that macros may hold coarrays and sections; -dD leaves the definitions of macros
// in its output, since directives are not expanded by it.
func (b *build) translateC(ctx context.Context, cc, input string, options []string) (*cFile,
	error) {
	if err := readable(input); err != nil {
		return nil, err
	}
	headers, err := b.xmpHeaders()
	if err != nil {
		return nil, err
	}
	var text []byte
	if filepath.Ext(input) == ".i" { // preprocessed already
		if text, err = os.ReadFile(input); err != nil {
			return nil, failure(CodeFile, "%s cannot be read: %w", input, err)
		}
	} else {
		args := slices.Concat([]string{"-isystem", headers, "-E", "-dD"}, options, []string{input})
		out, err := b.work.run(ctx, cc, args...)
		b.show(out.stderr)
		if isExit(err) {
			return nil, ErrReported
		}
		if err != nil {
			return nil, failure(CodePreprocess, "%s: preprocessing failed: %w", input, err)
		}
		text = out.stdout
	}
	file := &cFile{input: input, clang: bytes.Contains(text, []byte("\n#define __clang__ "))}
	if file.path, err = b.work.path("translated",
		fmt.Sprintf("%d.i", b.translated.Add(1))); err != nil {
		return nil, err
	}
	if len(text) > longText {
		defer debug.SetGCPercent(debug.SetGCPercent(longPercent))
	}
	var diags diag.List
	err = b.protect(input, func() error {
		source := diag.NewSource(input, string(text))
		source.Written = asWritten()
		tree := syntax.Parse(source, &diags)
		if diags.HasErrors() {
			return nil
		}
		file.calls = slices.ContainsFunc(tree.Tokens,
			func(t syntax.Token) bool { return t.Kind == syntax.Ident && isRuntimeName(t.Text) })
		if file.parallel = tree.Parallel(); file.parallel {
			return b.writeC(file, tree, &diags)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	obeyWarningOptions(&diags, options)
	b.tell(&diags)
	if diags.HasErrors() {
		return nil, ErrReported
	}
	return file, nil
}

// clangHead lets clang 15 to 19 take the line markers of preprocessed text, which they refuse with
// -pedantic -Werror. Others do not know the warning's name.
const clangHead = "#pragma clang diagnostic ignored \"-Wunknown-warning-option\"\n" +
	"#pragma clang diagnostic ignored \"-Wgnu-line-marker\"\n"

// writeC writes the translation of a file.
func (b *build) writeC(file *cFile, tree *syntax.File, diags *diag.List) error {
	out, err := os.OpenFile(file.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		options := lower.Options{Check: b.request.checks(), Prelude: xmp.Prelude,
			Packed: slices.ContainsFunc(b.request.Compile, func(o string) bool {
				return strings.HasPrefix(o, "-fpack-struct")
			})}
		if strings.Contains(tree.Source.Text, "\n#define __clang__ ") { // -dD
			options.Head = clangHead
		}
		err = errors.Join(lower.Write(out, tree, options, diags), out.Close())
	}
	if err != nil {
		return failure(CodeWrite, "%w", err)
	}
	return nil
}

// asWritten gives files by the names that line markers have, each read once.
func asWritten() func(file string) *diag.Source {
	known := map[string]*diag.Source{}
	return func(file string) *diag.Source {
		source, seen := known[file]
		if !seen {
			if text, err := os.ReadFile(file); err == nil {
				source = diag.NewSource(file, string(text))
			}
			known[file] = source
		}
		return source
	}
}

// cPreprocessing are the options of a request that concern the preprocessor, and all others that
// may change what it defines.
func (b *build) cPreprocessing() []string {
	return slices.Concat(b.cCompiling(), b.request.Macros)
}

// lineTablesOfC asks gcc and clang for what is needed to name lines where an image was ended. It
// stands in front of the user's options: any -g of theirs takes its place, -g0 too.
const lineTablesOfC = "-g1"

func (b *build) cCompiling() []string {
	args := append([]string{lineTablesOfC, "-fPIE"}, b.optimisation()...)
	if b.request.Standard != "" && !strings.HasPrefix(b.request.Standard, "f") &&
		b.request.Standard != "legacy" {
		args = append(args, "-std="+b.request.Standard)
	}
	return append(args, cOptions(b.request.Compile)...)
}

func (b *build) compileC(ctx context.Context, input, object string) error {
	cc, err := FindC()
	if err != nil {
		return err
	}
	headers, err := b.xmpHeaders()
	if err != nil {
		return err
	}
	file, err := b.translateC(ctx, cc, input, append(b.cPreprocessing(), b.ruleOfBuilt()...))
	if err != nil {
		return err
	}
	if err := b.builtRule(input, headers); err != nil {
		return err
	}
	args := []string{"-c", "-o", object}
	if file.parallel {
		generated, err := b.work.path("generated", strings.TrimSuffix(filepath.Base(object), ".o")+
			".i")
		if err != nil {
			return err
		}
		if err := file.rename(generated); err != nil {
			return err
		}
		args = slices.Concat(withoutPreprocessing(b.cCompiling()), args, []string{generated})
	} else {
		args = slices.Concat(b.cPreprocessing(), []string{"-isystem", headers}, args,
			[]string{input})
	}
	return b.runC(ctx, cc, file, args)
}

func (b *build) runC(ctx context.Context, cc string, file *cFile, args []string) error {
	out, err := b.work.run(ctx, cc, args...)
	b.show([]byte(file.messages(string(out.stderr))))
	if isExit(err) {
		return ErrReported
	}
	if err != nil {
		return failure(CodeCompile, "%s: %s could not be run: %w", file.input, cc, err)
	}
	return nil
}

// preprocessing are options of the preprocessor whose argument is joined to them, or the next word.
var preprocessing = []string{"-D", "-U", "-I", "-include", "-imacros", "-isystem", "-idirafter",
	"-iquote", "-iprefix", "-iwithprefixbefore", "-iwithprefix", "-Xpreprocessor"}

// withoutPreprocessing leaves out options that would change text that has been preprocessed, and
// those that clang calls unused there, which -Werror makes an error.
func withoutPreprocessing(options []string) (rest []string) {
	for i := 0; i < len(options); i++ {
		o := options[i]
		if slices.Contains(preprocessing, o) {
			i++
			continue
		}
		if o != "-nostdinc" && !slices.ContainsFunc(preprocessing, func(name string) bool {
			return strings.HasPrefix(o, name)
		}) {
			rest = append(rest, o)
		}
	}
	return rest
}

// onlyC tells whether all sources of a request are C or assembler, and there are no objects, which
// may have come from Fortran.
func (r *Request) onlyC() bool {
	some := false
	for _, in := range r.Inputs {
		if in.Kind == Fortran || in.Kind == Object {
			return false
		}
		some = some || in.Kind == C
	}
	return some
}

// linker is what links the program: the Fortran compiler, or the C compiler where nothing is
// Fortran's.
func (b *build) linker() (string, []string, error) {
	if b.compiler != nil {
		return b.compiler.Path, b.compiler.pie(), nil
	}
	cc, err := FindC()
	return cc, []string{"-pie"}, err
}

// translationsOfC translates the C files, and gives for each what `coral translate` prints of it: a
// file, behind a line.
func (b *build) translationsOfC(ctx context.Context) (map[string]*cFile, error) {
	files := map[string]*cFile{}
	var problems []error
	for _, in := range b.request.Inputs {
		if in.Kind != C {
			continue
		}
		cc, err := FindC()
		if err != nil {
			return nil, err
		}
		file, err := b.translateC(ctx, cc, in.Name, b.cPreprocessing())
		if err != nil {
			problems = append(problems, err)
			continue
		}
		files[in.Name] = file
	}
	return files, firstOf(problems)
}

// copyTo writes what a file has become; one that has nothing of XcalableMP has stayed what it was.
func (f *cFile) copyTo(out io.Writer) error {
	path := f.path
	if !f.parallel {
		path = f.input
		fmt.Fprintf(out, "# 1 %q\n", f.input)
	}
	in, err := os.Open(path)
	if err != nil {
		return failure(CodeFile, "%s cannot be read: %w", path, errors.Unwrap(err))
	}
	defer in.Close()
	if _, err := io.Copy(out, in); err != nil {
		return failure(CodeWrite, "%w", err)
	}
	return nil
}
