package driver

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/foreign"
	"github.com/coral-pgas/coral/internal/fortran/modfile"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// known is what is known of the modules that files use and do not define: from Coral's own files,
// else from the compiler's.
type known struct {
	files []*syntax.File
	// bare are the modules that were compiled as they stand, of which generated code has nothing to
	// use.
	bare map[string]bool
	// ownEnv are the modules in which ISO_FORTRAN_ENV is the compiler's own.
	ownEnv map[string]bool
	// fetches are those of modfile.Module, of modules that Coral has compiled.
	fetches map[string]string
	// withheld are modules with coarrays that are like these, but for their coarrays.
	withheld map[string]bool
	// unread are modules whose files say nothing to Coral, and why.
	unread map[string]string
	// foreign tells that some were not compiled by Coral at all.
	foreign bool
}

// lowered are the modules of whose types nothing but themselves can be used, as lowering has them.
func (k *known) lowered() map[string]bool {
	all := maps.Clone(k.bare)
	for name := range k.withheld {
		all[name] = true
	}
	return all
}

// hasTranslated says whether Coral has translated one of them.
func (k *known) hasTranslated() bool {
	return slices.Contains(slices.Collect(maps.Values(k.bare)), false)
}

// moduleSearch finds modules; with foreign set, the compiler's files are read where Coral has left
// none.
type moduleSearch struct {
	b       *build
	own     map[string]modfile.Module // of the same command
	dirs    []string
	foreign bool
}

// modules reads what files use, and what that uses.
func (s *moduleSearch) modules(ctx context.Context, files ...*syntax.File) (k known, err error) {
	k = known{bare: map[string]bool{}, ownEnv: map[string]bool{}, withheld: map[string]bool{},
		unread: map[string]string{}, fetches: map[string]string{}}
	seen := map[string]bool{}
	var wanted []string
	for _, f := range files {
		for _, m := range modfile.Of(f, false) {
			seen[m.Name] = true
		}
		wanted = append(wanted, needs(f)...)
	}
	for len(wanted) > 0 {
		name := wanted[0]
		wanted = wanted[1:]
		if seen[name] {
			continue
		}
		seen[name] = true
		m, path, err := s.find(ctx, name)
		if err != nil {
			return known{}, err
		}
		if m.Name == "" {
			if s.foreign {
				tree, err := s.readForeign(ctx, name, &k)
				if err != nil {
					return known{}, err
				}
				if tree != nil {
					k.files, k.bare[name], k.foreign = append(k.files, tree), true, true
					k.ownEnv[name] = true
					wanted = append(wanted, needs(tree)...)
				}
			}
			continue
		}
		var diags diag.List
		tree := syntax.Parse(diag.NewSource(path, m.Text), syntax.Options{CAF2: m.CAF2}, &diags)
		if diags.HasErrors() {
			return known{}, failure(CodeModuleFile, "%s: %w", path,
				modfile.ErrDamaged).help("compile the file with module %s again, by `coral fc`",
				name)
		}
		k.bare[name], k.ownEnv[name], k.fetches[name] = m.Bare, m.OwnEnv, m.Fetches
		if m.OwnTypes {
			k.withheld[name] = true
		}
		k.files = append(k.files, tree)
		wanted = append(wanted, needs(tree)...)
	}
	return k, nil
}

// find gives a module among those of this command, then where the compiler looks for module files.
// Coral's file counts if it was written beside the one that the compiler will read: that may stand
// in another folder, or another command may have written it again.
func (s *moduleSearch) find(ctx context.Context, name string) (m modfile.Module, path string,
	err error) {
	if m, ok := s.own[name]; ok {
		return m, modfile.FileName(name), nil
	}
	place := sync.OnceValue(func() string { return s.foreignFile(ctx, name) })
	sum, other := "", ""
	for _, dir := range s.dirs {
		path = filepath.Join(dir, modfile.FileName(name))
		content, err := readRegular(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			m, err = modfile.Decode(content)
		}
		compiled := place()
		switch {
		case err != nil && compiled != "" && filepath.Dir(compiled) != filepath.Clean(dir):
			continue
		case err != nil:
			return m, path, failure(CodeModuleFile, "%s: %w", path,
				err).help("compile the file with module %s again, by `coral fc`", name)
		}
		if compiled != "" && m.Compiled != "" && sum == "" {
			own, err := readRegular(compiled)
			if err != nil {
				return m, path, failure(CodeModuleFile, "%s: %w", compiled, err)
			}
			if wrong := s.b.compiler.cannotRead(compiled, foreign.Writer(own)); wrong != nil {
				return m, path, wrong
			}
			sum = modfile.Sum(own)
		}
		if sum == "" || m.Compiled == "" || m.Compiled == sum {
			return m, path, nil
		}
		other = path
	}
	if other != "" && s.madeByCoral(place(), name) {
		return modfile.Module{}, other, failure(CodeModuleFile,
			"%s was not written together with %s", other,
			place()).help("compile the file with module %s again, by `coral fc`", name)
	}
	return modfile.Module{}, "", nil
}

// madeByCoral tells whether a module file of the compiler's has what Coral has written, or
// coarrays, or cannot be read: only Coral's own file could tell what it means.
func (s *moduleSearch) madeByCoral(path, name string) bool {
	content, err := readRegular(path)
	if err != nil {
		return true
	}
	text, err := foreign.Read(content, name, func(string) bool { return true })
	if err != nil {
		return true
	}
	var diags diag.List
	tree := syntax.Parse(diag.NewSource(path, text), syntax.Options{}, &diags)
	return diags.HasErrors() || declaresCoarray(tree) || mentionsRuntime(tree)
}

// builtIn are modules that the front end knows by itself.
var builtIn = []string{"iso_fortran_env", "iso_c_binding", "ieee_arithmetic", "ieee_exceptions",
	"ieee_features"}

// readForeign gives a module that only the compiler knows, or nil. What cannot be read stays
// unknown, which is no error by itself; a file of another compiler is one.
func (s *moduleSearch) readForeign(ctx context.Context, name string,
	k *known) (*syntax.File, error) {
	if slices.Contains(builtIn, name) || strings.Contains(name, "@") {
		return nil, nil
	}
	path := s.foreignFile(ctx, name)
	if path == "" {
		return nil, nil
	}
	content, err := readRegular(path)
	text := ""
	if err == nil {
		if wrong := s.b.compiler.cannotRead(path, foreign.Writer(content)); wrong != nil {
			return nil, wrong
		}
		text, err = foreign.Read(content, name, func(other string) bool {
			m, _, err := s.find(ctx, other)
			return err == nil && m.Name != "" || s.foreignFile(ctx, other) != ""
		})
	}
	var diags diag.List
	var tree *syntax.File
	if err == nil {
		tree = syntax.Parse(diag.NewSource(path, text), syntax.Options{}, &diags)
		switch {
		case diags.HasErrors() || len(tree.Units) != 1:
			err = foreign.ErrFormat
		case declaresCoarray(tree):
			err = foreign.ErrCoarrays
		case mentionsRuntime(tree):
			err = errors.New("Coral has compiled it, and " + modfile.FileName(name) + " is missing")
		}
	}
	if err != nil {
		k.unread[name] = path + ": " + err.Error()
		return nil, nil
	}
	return tree, nil
}

// cannotRead is the error that a module file has been written by another compiler, of which this
// one would say many things; nil: it has not.
func (c *Compiler) cannotRead(path, writer string) error {
	if c == nil || writer == "" || writer == c.Family.String() {
		return nil
	}
	return failure(CodeModuleFile, "%s is a module file of %s, and the compiler is %s", path,
		writer, filepath.Base(c.Path)).help("compile the source of the module with this compiler, "+
		"or choose %s for the program, too (-fc, or CORAL_FC)", writer)
}

// declaresCoarray tells whether a declaration has codimensions.
func declaresCoarray(f *syntax.File) bool {
	found := false
	for _, u := range f.Units {
		syntax.Inspect(u, func(n syntax.Node) bool {
			if _, is := n.(*syntax.CoarraySpec); is {
				found = true
			}
			return !found
		})
	}
	return found
}

// mentionsRuntime tells whether a module is one that Coral has rewritten: what were coarrays are
// none in the compiler's file.
func mentionsRuntime(f *syntax.File) bool {
	return slices.ContainsFunc(f.Stmts, func(s syntax.Stmt) bool {
		return slices.ContainsFunc(s.Info().Tokens(), func(t syntax.Token) bool {
			return t.Kind == syntax.NameTok && strings.HasPrefix(t.Text, "coral_")
		})
	})
}

// foreignFile is the compiler's file of a module, or "".
func (s *moduleSearch) foreignFile(ctx context.Context, name string) string {
	if path := moduleIn(s.dirs, name); path != "" {
		return path
	}
	return moduleIn(s.b.compilerModules(ctx), name)
}

func moduleIn(dirs []string, name string) string {
	for _, dir := range dirs {
		if path := filepath.Join(dir, name+foreign.Ending); exists(path) {
			return path
		}
	}
	return ""
}

// compilerModules are the folders in which the compiler looks by itself.
func (b *build) compilerModules(ctx context.Context) []string {
	b.ownModules.Do(func() {
		for i, o := range b.request.Compile {
			if o == "-fintrinsic-modules-path" && i+1 < len(b.request.Compile) {
				b.ownDirs = append(b.ownDirs, b.request.Compile[i+1])
			}
		}
		switch {
		case b.compiler == nil:
		case b.compiler.Family == GNU:
			out, err := exec.CommandContext(ctx, b.compiler.Path,
				"-print-file-name=finclude").Output()
			if dir := strings.TrimSpace(string(out)); err == nil && filepath.IsAbs(dir) {
				b.ownDirs = append(b.ownDirs, dir)
			}
		default:
			if real, err := filepath.EvalSymlinks(b.compiler.Path); err == nil {
				b.ownDirs = append(b.ownDirs,
					filepath.Join(filepath.Dir(filepath.Dir(real)), "include", "flang"))
			}
		}
	})
	return b.ownDirs
}
