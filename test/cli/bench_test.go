package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The table of operations measures those that were asked for, and writes the rows into a file.
// What they take is not looked at.
func TestBenchOperations(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	const some = "fortran/get-scalar,fortran/sync-all,caf/copy-get-8B,xmp/increment,go/Load," +
		"go/Spawn-result"
	got := s.run(coral, "bench", "operations", "--quick", "--on", "smp-mapped",
		"--only", some, "--json", "rows.json")
	if got.code != 0 {
		t.Fatalf("%+v", got)
	}
	for _, want := range []string{
		"One machine: Fortran, target waits", "One machine: Go, target computes",
		"One machine: XcalableMP/C, target waits", "get-scalar", "sync-all", "one round",
		"0 rows have no figure",
	} {
		if !strings.Contains(got.stdout, want) {
			t.Errorf("%q is missing in %s", want, got.stdout)
		}
	}
	text, err := os.ReadFile(filepath.Join(s.dir, "rows.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		Operation, Target string
		NS                float64
	}
	if err := json.Unmarshal(text, &rows); err != nil || len(rows) != 10 {
		t.Fatalf("%v: %s", err, text)
	}
	for _, r := range rows {
		together := r.Operation == "sync-all" || r.Operation == "Spawn-result"
		if r.NS <= 0 || together && r.Target != "waits" {
			t.Errorf("%+v", r)
		}
	}
	for _, unknown := range [][]string{{"--only", "fortran/none"}, {"--only", "get,fortran/none"},
		{"--on", "fortran/none"}, {"--list", "--only", "get|fortran/none"}} {
		got = s.run(coral, append([]string{"bench", "operations"}, unknown...)...)
		if got.code != 2 || !strings.Contains(got.stderr, "fortran/none") {
			t.Errorf("%q: %+v", unknown, got)
		}
	}
	got = s.run(coral, "bench", "operations", "--list", "--only", "caf/copy-own,xmp/barrier,go/Sum")
	if want := "caf/copy-own\nxmp/barrier\ngo/Sum\n"; !strings.HasPrefix(got.stdout, want) {
		t.Errorf("%+v", got)
	}
}
