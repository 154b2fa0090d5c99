package verify

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/coral-pgas/coral/internal/fortran/lower"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
	"github.com/coral-pgas/coral/test/differential/phases"
)

var randomFlag = flag.Int("random", 8, "audit so many random programs")
var firstFlag = flag.Uint64("seed", 1, "the seed of the first")

// TestRandom audits random programs, the same ones each time; `-random 1000 -seed 5000` are others.
func TestRandom(t *testing.T) {
	dir := t.TempDir()
	var programs [][]string
	for n := range *randomFlag {
		seed := *firstFlag + uint64(n)
		p := phases.Generate(seed, phases.Options{Cases: 4, More: true})
		path := filepath.Join(dir, fmt.Sprintf("s%d%s", seed, p.Suffix()))
		if err := os.WriteFile(path, []byte(p.Source()), 0o666); err != nil {
			t.Fatal(err)
		}
		programs = append(programs, []string{path})
	}
	audited := 0
	each(programs, func(i int, p []string, modules []*syntax.File) {
		files := parseAll(p)
		if files == nil {
			return
		}
		for _, v := range variants[:4] {
			var opt lower.Options
			v.set(&opt)
			text, ok := audit(files, p, modules, opt)
			mu.Lock()
			if ok {
				audited++
			}
			if text != "" {
				t.Errorf("%s, %s:\n%s", v.name, filepath.Base(p[0]), text)
			}
			mu.Unlock()
		}
	})
	t.Logf("%d translations audited", audited)
}
