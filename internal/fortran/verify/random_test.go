package verify

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

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
	audited := auditAll(t, programs, func(_ int, variant string) bool { return variant != "long" })
	if audited < 2*len(programs) {
		t.Errorf("only %d translations of %d programs have been audited", audited, len(programs))
	}
}
