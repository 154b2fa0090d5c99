package archtest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// source is a C file, or the C text in front of a Go file, with the files that it includes by
// quotes, as paths from the module's root.
type source struct {
	path     string
	includes []string
}

// runtimeSources are those of the runtime that Go compiles, by their paths.
func runtimeSources(t *testing.T) map[string]source {
	t.Helper()
	const root = "../.."
	all := map[string]source{}
	folders, err := filepath.Glob(filepath.Join(root, "capi/*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range append(folders, filepath.Join(root, "capi")) {
		entries, err := os.ReadDir(folder)
		if err != nil || filepath.Base(folder) == "testdata" {
			continue // a file
		}
		for _, e := range entries {
			path := filepath.Join(folder, e.Name())
			if !slices.Contains([]string{".c", ".h", ".S", ".go"}, filepath.Ext(path)) {
				continue
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			s := source{path: within(t, root, path)}
			for line := range strings.Lines(string(text)) {
				line = strings.TrimPrefix(line, "// ")
				name, is := strings.CutPrefix(line, `#include "`)
				if name, _, _ = strings.Cut(name, `"`); is && name != "_cgo_export.h" {
					s.includes = append(s.includes, within(t, root, filepath.Join(folder, name)))
				}
			}
			all[s.path] = s
		}
	}
	if len(all) < 100 {
		t.Fatalf("%d files of the runtime", len(all))
	}
	return all
}

func within(t *testing.T, root, path string) string {
	t.Helper()
	relative, err := filepath.Rel(root, path)
	if err != nil {
		t.Fatal(err)
	}
	return relative
}

// TestIncludesAreImports: a folder of the runtime in C is a package, which imports those of all
// headers that it includes, also by way of others. So mayImport holds for #include, too, there is
// no circle, and Go compiles a file again when one of its headers has changed.
func TestIncludesAreImports(t *testing.T) {
	imports := map[string][]string{}
	for _, f := range files(t) {
		if !f.test {
			imports[f.pkg] = append(imports[f.pkg], f.ours()...)
		}
	}
	all := runtimeSources(t)
	for _, s := range all {
		folder, seen := filepath.Dir(s.path), []string{s.path}
		for i := 0; i < len(seen); i++ {
			for _, header := range all[seen[i]].includes {
				if slices.Contains(seen, header) {
					continue
				}
				seen = append(seen, header)
				if f := filepath.Dir(header); f != folder && !slices.Contains(imports[folder], f) {
					t.Errorf("%s includes %s (by way of %s): import _ %q in its folder", s.path,
						header, seen[i], module+f)
				}
			}
		}
	}
}

// TestFoldersAreSmall: who works in a folder keeps its files in mind.
func TestFoldersAreSmall(t *testing.T) {
	n := map[string]int{}
	for path := range runtimeSources(t) {
		n[filepath.Dir(path)]++
	}
	for folder, files := range n {
		if files > mostFiles {
			t.Errorf("%s has %d files, and at most %d may be there", folder, files, mostFiles)
		}
	}
}

// mostFiles is how many sources a folder of the runtime may have.
const mostFiles = 20
