package driver

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/coral-pgas/coral/internal/driver/argv"
)

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
	if !depends.Alone || depends.NoSystem {
		return c.passOn(ctx, words)
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

// rewriteRule takes the files of a directory out of the rule in a file, if there is one.
func rewriteRule(file, dir string) error {
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
