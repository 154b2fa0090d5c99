package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// compiler is one that a root folder has.
type compiler struct {
	pack    string // its package, "flang-19"
	command string // "flang-new-19"
	isC     bool
	family  int // in the order of families
	major   int
}

// families are the commands, in the order of the table. Before version 20 flang was called
// flang-new.
var families = []struct {
	command, pack string
	isC           bool
}{{"gfortran", "gfortran", false}, {"flang-new", "flang", false}, {"flang", "flang", false}, {"gcc",
	"gcc", true}, {"clang", "clang", true}}

// compilersOf are the compilers with a version in their names that a root folder has, in the order
// of families and versions.
func compilersOf(root string) ([]compiler, error) {
	entries, err := os.ReadDir(filepath.Join(root, "usr/bin"))
	if err != nil {
		return nil, fmt.Errorf("%w: sh scripts/roots.sh makes it", err)
	}
	byPackage := map[string]compiler{}
	for _, e := range entries {
		for i, f := range families {
			rest, ok := strings.CutPrefix(e.Name(), f.command+"-")
			major, err := strconv.Atoi(rest)
			if !ok || err != nil {
				continue
			}
			c := compiler{f.pack + "-" + rest, e.Name(), f.isC, i, major}
			if old, ok := byPackage[c.pack]; !ok || old.family < c.family {
				byPackage[c.pack] = c
			}
		}
	}
	var out []compiler
	for _, c := range byPackage {
		if !c.isC && c.major < oldest[families[c.family].pack] {
			continue
		}
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b compiler) int {
		return cmp.Or(slices.Index(packages, families[a.family].pack)-slices.Index(packages,
			families[b.family].pack), a.major-b.major)
	})
	return out, nil
}

var (
	packages = []string{"gfortran", "flang", "gcc", "clang"}
	// oldest are the versions from which on Coral takes them.
	oldest = map[string]int{"gfortran": 12, "flang": 19}
)

// version asks a compiler for its version. flang does not know gcc's options.
func version(ctx context.Context, tree, root string, c compiler) string {
	ask := func(options ...string) string {
		words := append([]string{"/usr/bin/" + c.command}, options...)
		out, _ := inRoot(ctx, tree, root, "/", words...).Output()
		return strings.TrimSpace(string(out))
	}
	if text := ask("-dumpfullversion", "-dumpversion"); text != "" {
		return text
	}
	_, behind, _ := strings.Cut(ask("--version"), " version ")
	if words := strings.Fields(behind); len(words) > 0 {
		return words[0]
	}
	return "?"
}
