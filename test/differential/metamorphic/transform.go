package metamorphic

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// file is a source file of a program.
type file struct{ name, text string }

// errNothing: a transformation has nothing to do in a program, or may not touch it.
var errNothing = errors.New("nothing to transform")

// transform rewrites a program's files.
type transform func(files []*syntax.File) ([]file, error)

// each makes a transformation of one that writes each file anew. suffix is that of the new names;
// empty: as before.
func each(suffix string, rewrite func(f *syntax.File) string) transform {
	return func(files []*syntax.File) (list []file, err error) {
		changed := false
		for _, f := range files {
			text := rewrite(f)
			changed = changed || text != f.Source.Text
			name := f.Source.Name
			if suffix != "" {
				name = strings.TrimSuffix(name, filepath.Ext(name)) + suffix
			}
			list = append(list, file{name, text})
		}
		if !changed {
			return nil, errNothing
		}
		return list, nil
	}
}

// freeForm is a transformation of files of free form alone, which inserts lines.
func freeForm(rewrite func(f *syntax.File) string) transform {
	all := each("", rewrite)
	return func(files []*syntax.File) ([]file, error) {
		for _, f := range files {
			if f.Form != syntax.Free {
				return nil, fmt.Errorf("%w: fixed form", errNothing)
			}
		}
		return all(files)
	}
}

// inFree writes files in free form.
func inFree(w func() *freeWriter) transform {
	return func(files []*syntax.File) (list []file, err error) {
		for _, f := range files {
			list = append(list, file{freeName(f), laidOut(f, w(), nil)})
		}
		return list, nil
	}
}

// hasLongNames: in fixed form gfortran 12 takes CALL or DO for a part of the name behind it, which
// may then be too long for it.
func hasLongNames(f *syntax.File) bool {
	for _, s := range f.Stmts {
		for _, t := range s.Info().Tokens() {
			if t.Kind == syntax.NameTok && len(t.Text) > longestName-len("recursivesubroutine") {
				return true
			}
		}
	}
	return false
}

// inFixed writes files in fixed form, which no statements of CAF 2.0 have.
func inFixed(squeeze bool) transform {
	all := each(".f", func(f *syntax.File) string {
		return laidOut(f, &fixedWriter{squeeze: squeeze}, nil)
	})
	return func(files []*syntax.File) ([]file, error) {
		for _, f := range files {
			if f.CAF2 || hasLongNames(f) {
				return nil, errNothing
			}
		}
		return all(files)
	}
}

func wrapped(of func(it syntax.Item, n int) (before, after string, ok bool)) transform {
	return freeForm(func(f *syntax.File) string { return wrap(f, of) })
}

func renaming(names func(files []*syntax.File) map[string]string) transform {
	return func(files []*syntax.File) (list []file, err error) {
		texts, err := renamedAll(files, names(files))
		if err != nil {
			return nil, err
		}
		for k, text := range texts {
			list = append(list, file{freeName(files[k]), text})
		}
		return list, nil
	}
}

// freeName is the name of a file that has come to free form.
func freeName(f *syntax.File) string {
	if f.CAF2 || f.Form == syntax.Free {
		return f.Source.Name
	}
	return strings.TrimSuffix(f.Source.Name, filepath.Ext(f.Source.Name)) + ".f90"
}

// apartFiles has each program unit in a file of its own.
func apartFiles(files []*syntax.File) (list []file, err error) {
	for _, f := range files {
		texts := apart(f)
		if texts == nil {
			return nil, errNothing
		}
		ext := filepath.Ext(f.Source.Name)
		for k, text := range texts {
			list = append(list, file{fmt.Sprintf("%s_%d%s",
				strings.TrimSuffix(f.Source.Name, ext), k, ext), text})
		}
	}
	return list, nil
}

// transforms are all by their names.
var transforms = map[string]transform{
	"fixed":      inFixed(false),
	"squeezed":   inFixed(true),
	"continued":  inFree(func() *freeWriter { return &freeWriter{each: true} }),
	"split":      inFree(func() *freeWriter { return &freeWriter{split: true} }),
	"joined":     inFree(func() *freeWriter { return &freeWriter{join: true} }),
	"block":      wrapped(inBlock),
	"if":         wrapped(ifTrue),
	"else":       wrapped(orElse),
	"case":       wrapped(chosenCase),
	"once":       wrapped(once),
	"one-line":   wrapped(oneLine),
	"internal":   freeForm(moved),
	"associate":  freeForm(associated),
	"team":       freeForm(inTeam),
	"long":       renaming(longNames),
	"intrinsics": renaming(intrinsicNames),
	"submodule":  freeForm(inSubmodules),
	"apart":      apartFiles,
}

// names are those of all transformations, sorted.
func names() (list []string) {
	for name := range transforms {
		list = append(list, name)
	}
	sort.Strings(list)
	return list
}

// parse reads files. Those with directives, with INCLUDE lines or for the preprocessor are left as
// they are.
func parse(files []file) ([]*syntax.File, error) {
	var trees []*syntax.File
	for _, f := range files {
		var diags diag.List
		ext := filepath.Ext(f.name)
		if strings.HasPrefix(ext, ".F") {
			return nil, fmt.Errorf("%w: the preprocessor's", errNothing)
		}
		tree := syntax.Parse(diag.NewSource(f.name, f.text), syntax.Options{
			Form: syntax.FormOf(f.name), CAF2: ext == ".caf"}, &diags)
		if diags.HasErrors() {
			return nil, fmt.Errorf("%s: %s", f.name, diags.All()[0].Message)
		}
		if len(tree.Directives) > 0 || tree.XMP {
			return nil, fmt.Errorf("%w: directives", errNothing)
		}
		trees = append(trees, tree)
	}
	return trees, nil
}

// apply rewrites a program by one transformation after another; those that have nothing to do are
// passed over. It fails if that is so of all.
func apply(chain []string, files []file) ([]file, error) {
	done := false
	for _, name := range chain {
		do, is := transforms[name]
		if !is {
			return nil, fmt.Errorf("no transformation is called %q", name)
		}
		trees, err := parse(files)
		switch {
		case err != nil && !done: // the program is none for this package
			return nil, errNothing
		case err != nil:
			return nil, err
		}
		next, err := do(trees)
		if errors.Is(err, errNothing) {
			continue
		}
		if err != nil {
			return nil, err
		}
		files, done = next, true
	}
	if !done {
		return nil, errNothing
	}
	return files, nil
}

// read reads source files.
func read(paths []string) (files []file, err error) {
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		files = append(files, file{filepath.Base(path), string(text)})
	}
	return files, nil
}
