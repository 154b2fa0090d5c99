package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	xmp "github.com/coral-pgas/coral/capi/xmp/headers"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/driver/argv"
	"github.com/coral-pgas/coral/internal/driver/objfile"
	"github.com/coral-pgas/coral/internal/xmpc/syntax"
)

// cc is one command of `coral cc`, a C compiler as gcc is one: files without XcalableMP are the C
// compiler's, as if it had been called itself. Others are preprocessed, translated and compiled.
// The runtime is linked when an object needs it.
type cc struct {
	*build
	path string
	// of compilation and linking, without inputs, -o and what ends the command early
	options []string
	depends []string // -MD and its kind
	links   []string // objects and libraries in their order, sources among them
	sources []string
	// language is what -x has said of the files that follow, and named are the sources that it has
	// said to be C's.
	language string
	named    map[string]bool
	output   string
	stage    stage
	stdout   io.Writer
}

// RunCC does one command of `coral cc` and gives its exit code.
func RunCC(ctx context.Context, args []string, stdout, stderr io.Writer) (code int, err error) {
	words, files, err := expandFiles(args)
	if err != nil {
		return 1, err
	}
	defer func() { err = inFiles(err, files) }()
	c := &cc{stdout: stdout, named: map[string]bool{}}
	c.build = &build{request: &Request{Command: "cc"}, stderr: stderr, objects: map[int]string{}}
	if words, err = c.request.takeProvider(words); err != nil {
		return 1, err
	}
	if c.path, err = FindC(); err != nil {
		return 1, err
	}
	if words, err = c.read(words); err != nil {
		return 1, err
	}
	outputs := append(argv.Outputs(words), argv.Beside(words, c.sources)...)
	if err := refuseOverwriting(outputs, slices.Concat(c.sources, c.links)); err != nil {
		return 1, err
	}
	// -E, -M: by the preprocessor alone, which finds xmp.h
	if c.stage == stageNothing && len(c.sources) > 0 {
		if c.work, err = newWork(nil); err != nil {
			return 1, err
		}
		defer c.end()
		headers, err := c.xmpHeaders()
		if err != nil {
			return 1, err
		}
		return c.withoutObjects(ctx, append(words, "-isystem", headers), headers)
	}
	if c.stage == stageNothing || len(c.sources) == 0 &&
		(c.stage != stageLink || len(c.links) == 0) {
		return c.passOn(ctx, words)
	}
	if c.work, err = newWork(nil); err != nil {
		return 1, err
	}
	if c.request.Verbose {
		c.work.verbose = stderr
	}
	defer c.end()
	return c.run(ctx, words)
}

// read sorts the words of the command line, and gives those that are not Coral's own.
func (c *cc) read(words []string) (plain []string, err error) {
	for i := 0; i < len(words); i++ {
		word := words[i]
		if o, _, _, is := config.Find("cc", word); is {
			c.request.Check = c.request.Check || o.Name == "-check"
			c.request.Keep = c.request.Keep || o.Name == "--keep"
			continue
		}
		group := words[i : i+1]
		if takesNext(word) {
			if i+1 == len(words) {
				return nil, missingArgument("cc", word)
			}
			group = words[i : i+2]
			i++
		}
		plain = append(plain, group...)
		c.sort(group)
	}
	return plain, nil
}

func (c *cc) sort(group []string) {
	switch word := group[0]; {
	case word == "-c":
		c.stage = max(c.stage, stageObject)
	case word == "-S":
		c.stage = max(c.stage, stageAsm)
	case word == "-fsyntax-only":
		c.stage = max(c.stage, stageCheck)
	case word == "-E" || word == "-M" || word == "-MM" || word == "-###" || word == "--version" ||
		word == "-dumpmachine":
		c.stage = stageNothing
	case strings.HasPrefix(word, "-x"):
		c.language = strings.TrimPrefix(group[len(group)-1], "-x")
		if c.language == "none" {
			c.language = ""
		}
	case word == "-o":
		c.output = group[len(group)-1]
	case strings.HasPrefix(word, "-o"):
		c.output = word[2:]
	case argv.IsDepends(word):
		c.depends = append(c.depends, group...)
	case strings.HasPrefix(word, "-l") || strings.HasPrefix(word, "-Wl,") || word == "-Xlinker":
		c.links = append(c.links, group...)
	case strings.HasPrefix(word, "-") && word != standardInput:
		c.request.Verbose = c.request.Verbose || word == "-v"
		c.options = append(c.options, group...)
	case c.language == "c" || c.language == "cpp-output" || c.language == "" &&
		(filepath.Ext(word) == ".c" || filepath.Ext(word) == ".i"):
		c.sources = append(c.sources, word)
		c.named[word] = c.language == "c"
		c.links = append(c.links, word)
	case c.language != "":
		c.links = append(c.links, "-x", c.language, word, "-x", "none")
	case word == standardInput: // the compiler says what it wants
		c.stage = stageNothing
	default:
		c.links = append(c.links, word)
	}
}

// readInput puts a source from standard input into a file, which takes its place in the command
// line.
func (c *cc) readInput(from io.Reader, words []string) error {
	at := slices.Index(c.sources, standardInput)
	if at < 0 {
		return nil
	}
	text, err := io.ReadAll(from)
	if err != nil {
		return failure(CodeFile, "standard input cannot be read: %w", err)
	}
	path, err := c.work.path("input", "stdin.c")
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, append([]byte("# 1 \"<stdin>\"\n"), text...), 0o600); err != nil {
		return failure(CodeWrite, "%w", err)
	}
	for _, list := range [][]string{c.sources, c.links, words} {
		if i := slices.Index(list, standardInput); i >= 0 {
			list[i] = path
		}
	}
	c.named[path] = true
	if ending := map[stage]string{stageObject: ".o", stageAsm: ".s"}[c.stage]; ending != "" &&
		c.output == "" && len(c.sources) == 1 {
		c.output = standardInput + ending
	}
	return nil
}

// languageOf is what the compiler must be told of a source whose name does not say it.
func (c *cc) languageOf(source string) []string {
	if c.named[source] {
		return []string{"-x", "c"}
	}
	return nil
}

func (c *cc) run(ctx context.Context, words []string) (int, error) {
	files := make([]*cFile, len(c.sources))
	parallel := false
	headers, err := c.xmpHeaders()
	if err != nil {
		return 1, err
	}
	if err := c.readInput(os.Stdin, words); err != nil {
		return 1, err
	}
	isMode := func(option string) bool { return refused[option] == otherMode }
	mode := slices.IndexFunc(c.options, isMode) // whose header files need not be there
	options := slices.DeleteFunc(slices.Clone(c.options), isMode)
	for i, name := range c.sources {
		if files[i], err = c.translateC(ctx, c.path, name,
			slices.Concat(options, c.languageOf(name))); err != nil {
			return 1, err
		}
		if files[i].parallel && mode >= 0 {
			return 1, failure(CodeOption,
				"%s: the option %s cannot be obeyed for a file of XcalableMP", name,
				c.options[mode]).help("%s", otherMode)
		}
		parallel = parallel || files[i].parallel || files[i].calls && c.stage == stageLink
	}
	if parallel && len(files) > 1 && c.output != "" && c.stage != stageLink {
		return 1, failure(CodeUsage, "-o with -c or -S and several files")
	}
	words = append(words, "-isystem", headers)
	if !parallel {
		if strings.HasPrefix(c.output, standardInput+".") { // what is made of standard input
			words = append(words, "-o", c.output)
		}
		code, err := c.link(ctx, words, false)
		return code, errors.Join(err, c.ownHeadersOut(headers))
	}
	for i, file := range files {
		if code, err := c.compileOne(ctx, i, file, headers); code != 0 || err != nil {
			return max(code, 1), err
		}
	}
	if err := c.ownHeadersOut(headers); err != nil {
		return 1, err
	}
	if c.stage != stageLink {
		return 0, nil
	}
	words = slices.Concat(c.options, c.links)
	if c.output != "" {
		words = append(words, "-o", c.output)
	}
	return c.link(ctx, words, true)
}

// compileOne makes the object, or assembly, of one source, and puts it in the source's place among
// what is linked.
func (c *cc) compileOne(ctx context.Context, i int, file *cFile, headers string) (int, error) {
	step, ending := "-c", ".o"
	switch c.stage {
	case stageAsm:
		step, ending = "-S", ".s"
	case stageCheck:
		step, ending = "-fsyntax-only", ""
	}
	output := c.output
	if c.stage == stageLink {
		object, err := c.work.path("objects", fmt.Sprintf("%s-%d.o", stem(file.input), i))
		if err != nil {
			return 1, err
		}
		output = object
		c.links[slices.Index(c.links, file.input)] = object
	} else if output == "" {
		output = stem(file.input) + ending
	}
	args := slices.Concat(c.options, c.ruleOptions(file.input, output),
		[]string{"-isystem", headers, "-fPIE", step},
		c.languageOf(file.input), []string{file.input})
	if file.parallel {
		generated, err := c.work.path("generated", stem(output)+".i")
		if err != nil {
			return 1, err
		}
		if err := file.rename(generated); err != nil {
			return 1, err
		}
		if code, err := c.writeDepends(ctx, file, output, headers); code != 0 || err != nil {
			return code, err
		}
		args = slices.Concat([]string{lineTablesOfC}, withoutPreprocessing(c.options),
			[]string{"-fPIE", step, generated})
	}
	if ending != "" {
		args = append(args, "-o", output)
	}
	return c.compile(ctx, file, append(args, c.auxiliary(file)...))
}

// auxiliary are the options for the names of what gcc itself writes beside an object, those that it
// would give them in one command: in the link the object is temporary.
func (c *cc) auxiliary(file *cFile) []string {
	leaves := func(o string) bool {
		return startsWithAny(o, "--coverage", "-fprofile", "-ftest-coverage", "-gsplit-dwarf",
			"-save-temps", "-fstack-usage", "-fdump-")
	}
	if c.stage != stageLink || file.clang || !slices.ContainsFunc(c.options, leaves) ||
		slices.ContainsFunc(c.options,
			func(o string) bool { return startsWithAny(o, "-dumpdir", "-dumpbase") }) {
		return nil
	}
	base := filepath.Base(file.input)
	return []string{"-dumpdir", c.auxiliaryPrefix(stem(base)), "-dumpbase", base,
		"-dumpbase-ext", filepath.Ext(base)}
}

// auxiliaryPrefix is what stands before a source's own name in those of the files beside the
// program: the program's name, unless the source is the only input and has the same.
func (c *cc) auxiliaryPrefix(source string) string {
	output := "a"
	if c.output != "" && c.output != defaultProgram {
		output = strings.TrimSuffix(c.output, ".exe")
	}
	inputs := 0
	for _, word := range c.links {
		if !strings.HasPrefix(word, "-") {
			inputs++
		}
	}
	if dir, name := filepath.Split(output); inputs == 1 && name == source {
		return cmp.Or(dir, "./")
	}
	return output + "-"
}

// compile is passOn for what may be generated text: its messages are told in terms of the user's.
func (c *cc) compile(ctx context.Context, file *cFile, args []string) (int, error) {
	if !file.parallel {
		return c.passOn(ctx, args)
	}
	stderr := c.stderr
	var messages strings.Builder
	c.stderr = &messages
	code, err := c.passOn(ctx, args)
	c.stderr = stderr
	io.WriteString(stderr, file.messages(messages.String()))
	return code, err
}

// link does the last step, with the runtime if something that is linked needs it.
func (c *cc) link(ctx context.Context, words []string, needed bool) (int, error) {
	if c.stage != stageLink {
		return c.passOn(ctx, words)
	}
	for _, path := range c.links {
		objects, err := objfile.Members(path)
		if err != nil || strings.HasPrefix(path, "-") || slices.Contains(c.sources, path) {
			continue // the linker will say what is wrong with it
		}
		for _, o := range objects {
			needed = needed || o.RefersTo(isRuntimeName)
		}
	}
	if !needed {
		return c.passOn(ctx, words)
	}
	if err := refuseLinking("cc", words); err != nil {
		return 1, err
	}
	archive, err := c.archive(ctx)
	if err != nil {
		return 1, err
	}
	provider, err := c.request.linkedWords(ctx)
	if err != nil {
		return 1, err
	}
	words = slices.Concat([]string{"-pie"}, words, []string{archive}, provider, linkOptions,
		bigDataOptions(words), []string{"-lm"})
	return linkSeen(&c.stderr, c.links, words, c.output,
		func() (int, error) { return c.passOn(ctx, words) })
}

// isRuntimeName tells what generated code and the procedures of xmp.h are called. Other libraries
// have names with xmp_, too.
func isRuntimeName(name string) bool {
	return strings.HasPrefix(name, "coral_xmp_") || name == "coral_step" || xmpProcedures()[name]
}

// xmpProcedures are those that xmp.h declares.
var xmpProcedures = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	var diags diag.List
	tokens := syntax.Parse(diag.NewSource("xmp.h", xmp.Header), &diags).Tokens
	for i, t := range tokens {
		if t.Kind == syntax.Ident && strings.HasPrefix(t.Text, "xmp") && i+1 < len(tokens) &&
			tokens[i+1].Is("(") {
			names[t.Text] = true
		}
	}
	return names
})

// passOn runs the compiler with the words given; its output goes where Coral's goes.
func (c *cc) passOn(ctx context.Context, words []string) (int, error) {
	return runAs(ctx, c.path, words, c.stdout, c.stderr)
}
