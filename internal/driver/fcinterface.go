package driver

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/modfile"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// interfaces gives what is known of the modules that a file uses, and of those that these use. A module that was not compiled by
// Coral is not known: then it has no coarrays.
func (f *fc) interfaces(file *syntax.File) (found []*syntax.File, bare map[string]bool, err error) {
	bare = map[string]bool{}
	seen := map[string]bool{}
	for _, m := range modfile.Of(file) {
		seen[m.Name] = true
	}
	wanted := needs(file)
	for len(wanted) > 0 {
		name := wanted[0]
		wanted = wanted[1:]
		if seen[name] {
			continue
		}
		seen[name] = true
		m, path, err := f.module(name)
		if err != nil {
			return nil, nil, err
		}
		if m.Name == "" {
			continue
		}
		bare[name] = m.Bare
		var diags diag.List
		tree := syntax.Parse(diag.NewSource(path, m.Text), syntax.Options{CAF2: m.CAF2}, &diags)
		if diags.HasErrors() {
			return nil, nil, failure(CodeModuleFile, "%s: %w", path, modfile.ErrDamaged).help("compile the file with module %s again, by `coral fc`", name)
		}
		found = append(found, tree)
		wanted = append(wanted, needs(tree)...)
	}
	return found, bare, nil
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

// module finds a module among those of this command, then where the compiler looks for module files.
func (f *fc) module(name string) (m modfile.Module, path string, err error) {
	if m, ok := f.modules[name]; ok {
		return m, modfile.FileName(name), nil
	}
	dirs := []string{f.moduleDir()}
	if f.request.ModDir != "" {
		dirs = append(dirs, ".")
	}
	for _, dir := range append(dirs, f.request.Includes...) {
		path = filepath.Join(dir, modfile.FileName(name))
		content, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			m, err = modfile.Decode(content)
		}
		if err != nil {
			return m, path, failure(CodeModuleFile, "%s: %w", path, err).help("compile the file with module %s again, by `coral fc`", name)
		}
		return m, path, nil
	}
	return modfile.Module{}, "", nil
}

func (f *fc) moduleDir() string {
	if f.request.ModDir != "" {
		return f.request.ModDir
	}
	return "."
}

// writeModules leaves the interfaces of the modules beside the compiler's own files. One that is the same stays untouched: make
// goes by the time of change.
func (f *fc) writeModules() error {
	if f.line.dry {
		return nil
	}
	for _, file := range f.files {
		for _, m := range file.modules {
			path := filepath.Join(f.moduleDir(), modfile.FileName(m.Name))
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
