package driver

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/internal/assumptions"
	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/foreign"
	"github.com/coral-pgas/coral/internal/fortran/lower"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
	"github.com/coral-pgas/coral/internal/paint"
)

// newest is the last version of each family with which the conformance suite has been run.
var newest = [...]int{GNU: 16, Flang: 23}

const probeResults = "results"

// probed tells what of the assumptions about the compiler holds. Probes are compiled and run once
// for each compiler, then the answer is in the cache. An assumption without which Coral cannot use
// the compiler ends the command.
func (b *build) probed(ctx context.Context) (map[assumptions.Name]bool, error) {
	all := assumptions.All() // those that are not about this compiler
	if b.compiler == nil {
		return all, nil
	}
	list := assumptions.Of(b.compiler.Family.String())
	sum := sha256.Sum256([]byte(assumptions.Program(list, b.compiler.Family.String())))
	dir, err := b.cached(fmt.Sprintf("probes-%x-%s", sum[:8], b.compiler.key()),
		func(dir string) error { return b.probe(ctx, dir, list) })
	if err != nil {
		return nil, err
	}
	results, err := os.ReadFile(filepath.Join(dir, probeResults))
	if err != nil {
		return nil, fileFailure(err)
	}
	for _, a := range list {
		all[a.Name] = false
	}
	maps.Copy(all, assumptions.Read(string(results)))
	return all, b.compiler.unfit(list, all)
}

// unfit is the error for a compiler for which an assumption does not hold without which it cannot
// be used.
func (c *Compiler) unfit(list []assumptions.Assumption, holds map[assumptions.Name]bool) error {
	var names, texts []string
	for _, a := range list {
		if !holds[a.Name] && a.Otherwise == "" {
			names, texts = append(names, string(a.Name)), append(texts, a.What)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return failure(CodeAssumption,
		"%s (%v %s) cannot be used: it does otherwise than Coral takes for granted (probe %s)",
		c.Path, c.Family, c.Version,
		strings.Join(names, ", ")).help("needed is: %s Coral works with %v %d to %d",
		strings.Join(texts, " "), c.Family, oldest[c.Family], newest[c.Family])
}

// probe runs all probes and leaves what they have written in a directory. Where the program of all
// of them is not compiled, or crashes, each is run by itself: that one has failed then.
func (b *build) probe(ctx context.Context, dir string, list []assumptions.Assumption) error {
	if err := b.rightTarget(ctx, b.compiler.Path); err != nil {
		return err
	}
	work, err := b.work.path("probes", ".")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(work, 0o700); err != nil {
		return err
	}
	program, err := b.compileProbes(ctx, work, "all", list)
	if err != nil {
		return err
	}
	results := ""
	all := program != ""
	if all {
		out, err := b.work.run(ctx, program)
		results, all = string(out.stdout), err == nil
	}
	if !all {
		results = ""
		for i, a := range list {
			one, number := program, strconv.Itoa(i+1)
			if program == "" {
				if one, err = b.compileProbes(ctx, work, string(a.Name), list[i:i+1]); err != nil {
					return err
				}
				number = "1"
			}
			if one == "" {
				continue
			}
			if out, err := b.work.run(ctx, one, number); err == nil {
				results += string(out.stdout)
			}
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	text := readModule(filepath.Join(work, assumptions.ModuleFile.Module()+foreign.Ending))
	if !assumptions.MentionedIn(text) {
		results += string(assumptions.ModuleFile) + " F\n"
	}
	for _, name := range envNames(text) {
		results += string(assumptions.Env(name)) + " T\n"
	}
	if c := b.compiler; c.Major > newest[c.Family] &&
		c.unfit(list, assumptions.Read(results)) == nil {
		paint.Fprintf(b.stderr,
			"coral: note: %v %s is newer than those with which Coral was tested (%d to %d); "+
				"what Coral takes for granted about it holds\n",
			c.Family, c.Version, oldest[c.Family], newest[c.Family])
	}
	return os.WriteFile(filepath.Join(dir, probeResults), []byte(results), 0o644)
}

// readModule is what a module file says that the compiler has written for a probe; empty: it cannot
// be read.
func readModule(path string) string {
	content, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	text, err := foreign.Read(content, assumptions.ModuleFile.Module(),
		func(string) bool { return false })
	if err != nil {
		return ""
	}
	return text
}

// envNames are the names that a module, given as text, takes from ISO_FORTRAN_ENV.
func envNames(text string) (names []string) {
	var diags diag.List
	tree := syntax.Parse(diag.NewSource("", text), syntax.Options{}, &diags)
	for _, s := range tree.Stmts {
		use, is := s.(*syntax.UseStmt)
		if !is || use.Module == nil || use.Module.Name != "iso_fortran_env" {
			continue
		}
		for _, it := range use.Items {
			if it.Name != nil {
				names = append(names, it.Name.Name)
			}
		}
	}
	return names
}

// envHas are those names of lower.EnvInSome that the compiler's ISO_FORTRAN_ENV has.
func envHas(holds map[assumptions.Name]bool) map[string]bool {
	has := map[string]bool{}
	for _, name := range lower.EnvInSome {
		has[name] = holds[assumptions.Env(name)]
	}
	return has
}

// compileProbes gives the program of some probes; empty: the compiler does not take it.
func (b *build) compileProbes(ctx context.Context, work, name string,
	list []assumptions.Assumption) (string, error) {
	source, program := filepath.Join(work, name+".f90"), filepath.Join(work, name)
	if err := os.WriteFile(source, []byte(assumptions.Program(list, b.compiler.Family.String())),
		0o600); err != nil {
		return "", err
	}
	object := program + ".o"
	_, err := b.work.run(ctx, b.compiler.Path, "-O2", "-J", work, "-c", "-o", object, source)
	if err == nil {
		link := slices.Concat(assumptions.Link(list), b.compiler.stackOptions([]string{object}),
			[]string{"-o", program, object})
		_, err = b.work.run(ctx, b.compiler.Path, link...)
	}
	if err != nil {
		if !isExit(err) {
			return "", err
		}
		return "", nil
	}
	return program, nil
}
