package driver

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/driver/argv"
	"github.com/coral-pgas/coral/internal/fortran/modfile"
)

// Rules for make of the files of a command that are compiled one by one, since one of them was
// translated. In a translated file the compiler would find the files of the runtime and not those
// of the user, and of others it would name the object, which is a temporary file in the link. So
// Coral writes the rules as gfortran does: the object and the modules that come of a file need the
// file, what it includes, and the modules that it uses; besides the compiler's files of modules
// there are Coral's, which change when those do not.

// dependOptions are what the command line says about rules.
func (f *fc) dependOptions() argv.Depends {
	var words []string
	for _, w := range f.line.args {
		words = append(words, w.words...)
	}
	return argv.ReadDepends(words)
}

// dependFile is where the rule of a file goes. With -o that is one file for all, in which the last
// rule stays, as it is with gfortran.
func (f *fc) dependFile(o argv.Depends, file *fcFile) string {
	switch {
	case o.File != "":
		return o.File
	case f.request.Output != "":
		return withoutEnding(f.request.Output) + ".d"
	}
	return f.besideObject(file) + ".d"
}

// dependTargets are the targets of a file's rule. The object's name in the current directory is
// always among them, as it is with gfortran.
func (f *fc) dependTargets(o argv.Depends, file *fcFile) []string {
	targets := f.moduleFiles(file)
	for _, target := range o.Targets {
		if target.Quoted {
			target.Name = forMake(target.Name)
		}
		targets = append(targets, target.Name)
	}
	if len(o.Targets) == 0 && f.request.Output != "" && f.line.stage != stageRules {
		targets = append(targets, forMake(f.request.Output))
	}
	if object := forMake(stem(file.input) + ".o"); !slices.Contains(targets, object) {
		targets = append(targets, object)
	}
	return targets
}

// writeRules does a command with -M or -MM: it writes the rules of all files, and compiles none.
// The compiler would look at the user's text beside the modules of files that Coral has translated.
func (f *fc) writeRules() (int, error) {
	o := f.dependOptions()
	var rules strings.Builder
	for _, file := range f.files {
		rules.WriteString(f.rule(o, file))
	}
	path := o.File
	if path == "" {
		path = f.request.Output
	}
	var err error
	if path == "" || path == standardInput {
		_, err = io.WriteString(f.stdout, rules.String())
	} else if !f.line.dry {
		err = writeRule(path, rules.String())
	}
	if err != nil || f.failed {
		return 1, err
	}
	return 0, nil
}

// writeDepends writes the rule of one file that was compiled.
func (f *fc) writeDepends(file *fcFile) error {
	o := f.dependOptions()
	if !o.Wanted() || f.line.dry {
		return nil
	}
	return writeRule(f.dependFile(o, file), f.rule(o, file))
}

func writeRule(path, text string) error {
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		return failure(CodeWrite, "%s cannot be written: %w", path, err)
	}
	return nil
}

// rule is the rule of one file.
func (f *fc) rule(o argv.Depends, file *fcFile) string {
	targets := f.dependTargets(o, file)
	needed := append(file.included, markedFiles(file.source.Text, file.input, o.NoSystem)...)
	for _, name := range needs(file.file) {
		needed = append(needed, f.foundModule(file, name)...)
	}
	var rule strings.Builder
	rule.WriteString(strings.Join(targets, " ") + ": " + forMake(file.input))
	var known []string
	for _, n := range needed {
		if n = forMake(filepath.Clean(n)); !slices.Contains(known, n) {
			known = append(known, n)
			rule.WriteString(" \\\n " + n)
		}
	}
	rule.WriteString("\n")
	for _, n := range known {
		if o.Phony {
			rule.WriteString("\n" + n + ":\n")
		}
	}
	return rule.String()
}

// moduleFiles are the files of modules that come of a file, as targets. Where nothing is compiled
// they may be still to come.
func (f *fc) moduleFiles(file *fcFile) (targets []string) {
	for _, m := range file.modules {
		for _, name := range compilersFiles(m.Name) {
			path := filepath.Join(f.moduleDir(), name)
			comes := f.line.stage == stageRules && (name == modfile.FileName(m.Name) ||
				name == m.Name+".mod" && !strings.Contains(m.Name, "@"))
			if comes || exists(path) {
				targets = append(targets, forMake(path))
			}
		}
	}
	return targets
}

// foundModule are the files of a module, or of the parent of a submodule, that a file is compiled
// with. Where nothing is compiled, a module's file may be still to come.
func (f *fc) foundModule(file *fcFile, name string) (found []string) {
	if slices.ContainsFunc(file.modules, func(m modfile.Module) bool { return m.Name == name }) {
		return nil
	}
	dirs := f.search(file.input).dirs
	for _, path := range compilersFiles(name) {
		for _, dir := range dirs {
			if exists(filepath.Join(dir, path)) {
				found = append(found, filepath.Join(dir, path))
				break
			}
		}
	}
	if len(found) == 0 && f.line.stage == stageRules && !strings.Contains(name, "@") &&
		!slices.Contains(builtIn, name) && !slices.Contains(compilersOwn, name) {
		found = []string{filepath.Join(f.moduleDir(), name+".mod")}
	}
	return found
}

// compilersOwn are modules that the compiler finds in a folder of its own.
var compilersOwn = []string{"omp_lib", "omp_lib_kinds", "openacc", "openacc_kinds"}

// compilersFiles are the names that files of a module or submodule may have.
func compilersFiles(name string) []string {
	return []string{name + ".mod", name + ".smod", modfile.FileName(name)}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// markedFiles are the files from which the preprocessor has taken lines, by its markers; those of
// the system have a 3 in theirs.
func markedFiles(text, input string, noSystem bool) (files []string) {
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "# ") {
			continue
		}
		_, rest, _ := strings.Cut(line, `"`)
		name, flags, ok := strings.Cut(rest, `"`)
		if !ok || name == "" || name == input || strings.HasPrefix(name, "<") ||
			strings.HasSuffix(name, "/") ||
			noSystem && slices.Contains(strings.Fields(flags), "3") {
			continue
		}
		files = append(files, name)
	}
	return files
}

// forMake writes a name as make reads it.
func forMake(name string) string {
	return strings.NewReplacer(" ", `\ `, "$", "$$", "#", `\#`).Replace(name)
}

// Rules for make of sources in C. The compiler writes them. Where Coral calls it for one file of a
// command, with an object that is a temporary file, Coral says what the rule's names are. Rules
// do not name Coral's own header files: those are in the cache, which may be emptied.

// ruleOptions are those by which the compiler writes the rule of one source that it would write in
// a command of the user's; output is what the source is made into here. None: no rule is wanted.
func (c *cc) ruleOptions(input, output string) (options []string) {
	depends := argv.ReadDepends(c.depends)
	if !depends.Beside {
		return nil
	}
	options = slices.Clone(c.depends)
	file, target := c.ruleOf(input, output)
	if depends.File == "" {
		options = append(options, "-MF", file)
	}
	if len(depends.Targets) == 0 {
		options = append(options, "-MQ", target)
	}
	return options
}

// ruleOf names the file of a source's rule and the rule's target as gcc does: in a link after the
// program.
func (c *cc) ruleOf(input, output string) (file, target string) {
	switch name := stem(input); {
	case c.stage == stageLink && c.output != "":
		return withoutEnding(c.output) + ".d", c.output
	case c.stage == stageLink:
		return c.auxiliaryPrefix(name) + name + ".d", name + ".o"
	case output == "":
		return name + ".d", name + ".o"
	}
	return withoutEnding(output) + ".d", output
}

// writeDepends writes the rule for make that the compiler would have written beside the object of a
// translated file.
func (c *cc) writeDepends(ctx context.Context, file *cFile, output, headers string) (int, error) {
	rule := c.ruleOptions(file.input, output)
	if rule == nil {
		return 0, nil
	}
	return c.passOn(ctx, slices.Concat(c.options, rule,
		[]string{"-isystem", headers, "-E", "-o", os.DevNull}, c.languageOf(file.input),
		[]string{file.input}))
}

// ownHeadersOut takes Coral's header files out of the rules that a command has written.
func (c *cc) ownHeadersOut(headers string) error {
	depends := argv.ReadDepends(c.depends)
	if !depends.Beside || depends.NoSystem {
		return nil
	}
	for _, input := range c.sources {
		file := depends.File
		if file == "" {
			file, _ = c.ruleOf(input, c.output)
		}
		if err := rewriteRule(file, headers); err != nil {
			return err
		}
	}
	return nil
}

// withoutObjects does a command with -E, -M or -MM.
func (c *cc) withoutObjects(ctx context.Context, words []string, headers string) (int, error) {
	depends := argv.ReadDepends(words)
	if !depends.Wanted() || depends.NoSystem {
		return c.passOn(ctx, words)
	}
	if !depends.Alone {
		code, err := c.passOn(ctx, words)
		return code, errors.Join(err, c.ownHeadersOut(headers))
	}
	stdout := c.stdout
	var rules bytes.Buffer
	c.stdout = &rules
	code, err := c.passOn(ctx, words)
	c.stdout = stdout
	c.stdout.Write(withoutFiles(rules.Bytes(), headers))
	if file := cmp.Or(depends.File, c.output); file != "" && err == nil {
		err = rewriteRule(file, headers)
	}
	return code, err
}

// rewriteRule takes the files of a directory out of the rule in a file, if there is one. What is
// no file, such as /dev/stdout, cannot be read again.
func rewriteRule(file, dir string) error {
	if is, err := os.Stat(file); err != nil || !is.Mode().IsRegular() {
		return nil
	}
	rule, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	rest := withoutFiles(rule, dir)
	if bytes.Equal(rest, rule) {
		return nil
	}
	return writeRule(file, string(rest))
}

// withoutFiles takes the files of a directory out of rules for make, also as targets without
// prerequisites (-MP).
func withoutFiles(rules []byte, dir string) []byte {
	file := regexp.QuoteMeta(forMake(dir)+string(filepath.Separator)) + `[^\s:]+`
	for _, cut := range []string{`(?m)^` + file + `:\n\n?`, `[ \t]+\\\n[ \t]*` + file,
		`[ \t]+` + file} {
		rules = regexp.MustCompile(cut).ReplaceAll(rules, nil)
	}
	return rules
}

// ruleOfBuilt are the options by which the rule of a source of `coral build` is for the program,
// since there is no object that stays.
func (b *build) ruleOfBuilt() []string {
	depends := argv.ReadDepends(b.request.Compile)
	if !depends.Beside || len(depends.Targets) > 0 {
		return nil
	}
	return []string{"-MQ", cmp.Or(b.request.Output, defaultProgram)}
}

// builtRule takes Coral's header files out of the rule of a source of `coral build`.
func (b *build) builtRule(input, headers string) error {
	depends := argv.ReadDepends(b.request.Compile)
	if !depends.Beside || depends.NoSystem {
		return nil
	}
	if depends.File == "" {
		depends.File = stem(input) + ".d"
	}
	return rewriteRule(depends.File, headers)
}
