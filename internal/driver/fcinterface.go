package driver

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/foreign"
	"github.com/coral-pgas/coral/internal/fortran/modfile"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// search finds the modules that a file of this command uses where the compiler does, and in the
// same order: in the current directory, with gfortran beside the file, where -I says, and at last
// where it writes module files itself.
func (f *fc) search(input string) *moduleSearch {
	dirs := append([]string{"."}, f.besideSource(input)...)
	dirs = append(dirs, f.request.Includes...)
	if f.request.ModDir != "" {
		dirs = append(dirs, f.request.ModDir)
	}
	return &moduleSearch{b: f.build, own: f.modules, dirs: dirs}
}

// besideSource is the folder of a file if the compiler looks for module files there before it looks
// where -I says.
func (f *fc) besideSource(input string) []string {
	if dir := filepath.Dir(input); f.compiler.Family == GNU && dir != "." {
		return []string{dir}
	}
	return nil
}

// needs are the modules that a file uses, and the parents of its submodules, as files are named.
func needs(file *syntax.File) []string {
	var names []string
	for _, s := range file.Stmts {
		switch s := s.(type) {
		case *syntax.UseStmt:
			if s.Nature != "intrinsic" {
				names = append(names, lowerName(s.Module))
			}
		case *syntax.SubmoduleStmt:
			names = append(names, lowerName(s.Ancestor))
			if s.Parent != nil {
				names = append(names, lowerName(s.Ancestor)+"@"+lowerName(s.Parent))
			}
		}
	}
	return names
}

func (f *fc) moduleDir() string {
	if f.request.ModDir != "" {
		return f.request.ModDir
	}
	return "."
}

// ofAutoconf tells whether a file is one by which a configure script tries the compiler: it has
// modules, all of them with autoconf's names.
func ofAutoconf(file *syntax.File) bool {
	modules := modfile.Of(file, false)
	return len(modules) > 0 && !slices.ContainsFunc(modules, func(m modfile.Module) bool {
		return !namedByAutoconf(m)
	})
}

// namedByAutoconf tells whether a module has a name of those of configure scripts.
func namedByAutoconf(m modfile.Module) bool { return strings.HasPrefix(m.Name, "conftest") }

// writeModules leaves the interfaces of the modules beside the compiler's own files. One that is
// the same stays untouched: make goes by the time of change. A configure script that looks for the
// ending of module files must find the compiler's alone; its modules have no coarrays.
func (f *fc) writeModules() error {
	if f.line.dry {
		return nil
	}
	for _, file := range f.files {
		for _, m := range file.modules {
			if namedByAutoconf(m) && m.Bare {
				continue
			}
			path := filepath.Join(f.moduleDir(), modfile.FileName(m.Name))
			compiled := filepath.Join(f.moduleDir(), m.Name+foreign.Ending)
			if own, err := readRegular(compiled); err == nil {
				m.Compiled = modfile.Sum(own)
			}
			content := m.Encode(file.original.Text)
			if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, content) {
				continue
			}
			if err := replaceFile(path, content); err != nil {
				return failure(CodeWrite, "%s cannot be written: %w", path, err)
			}
		}
	}
	return nil
}

// replaceFile writes a file that appears whole or not at all: others may be compiling.
func replaceFile(path string, content []byte) error {
	fresh, err := os.CreateTemp(filepath.Dir(path), ".coral-")
	if err != nil {
		return err
	}
	defer os.Remove(fresh.Name())
	_, err = fresh.Write(content)
	if err = errors.Join(err, fresh.Chmod(0o644), fresh.Close()); err != nil {
		return err
	}
	return os.Rename(fresh.Name(), path)
}
