package papers

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coral-pgas/coral/bench/record"
)

func TestSelect(t *testing.T) {
	chosen, err := selected("table,omni-fig5")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, e := range chosen {
		ids = append(ids, e.ID)
	}
	const want = "omni-table1 omni-fig5 omni-table4 rice-table1 rice-table2 " +
		"xmpc-table1"
	if got := strings.Join(ids, " "); got != want {
		t.Error(got)
	}
	if _, err := selected("omni,nothing"); !errors.Is(err, ErrNothing) {
		t.Error(err)
	}
}

// TestAllAreListed: docs/papers.md names every experiment, and every experiment says what it is.
func TestAllAreListed(t *testing.T) {
	page, err := os.ReadFile("../../docs/papers.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all() {
		if !strings.Contains(string(page), "`"+e.ID+"`") {
			t.Errorf("docs/papers.md does not name %s", e.ID)
		}
		if e.Source == "" || e.Item == "" || e.Title == "" || e.Claim == "" || e.Method == "" {
			t.Errorf("%s does not say all: %+v", e.ID, e.Experiment)
		}
	}
}

// TestGoesOn: what the record of a directory has is not measured again; what could not be run is.
func TestGoesOn(t *testing.T) {
	dir := t.TempDir()
	var out strings.Builder
	o := Options{Coral: filepath.Join(dir, "no-coral"), Dir: dir, Only: "omni-table4,caf2-hpl",
		Out: &out}
	rec, err := Run(context.Background(), o)
	if !errors.Is(err, ErrIncomplete) {
		t.Errorf("HPL cannot be built without Coral: %v\n%s", err, out.String())
	}
	if e := rec.Find("caf2-hpl"); e == nil || e.Verdict != record.Missing || len(e.Left) != 1 {
		t.Errorf("%+v", e)
	}
	first := out.String()
	if !strings.Contains(first, "omni-table4") || strings.Contains(first, "earlier") {
		t.Error(first)
	}
	out.Reset()
	if _, err := Run(context.Background(), o); !errors.Is(err, ErrIncomplete) {
		t.Error(err)
	}
	if second := out.String(); strings.Count(second, "of an earlier run") != 1 ||
		!strings.Contains(second, "not run: hpl") {
		t.Error(second)
	}
	out.Reset()
	o.Quick = true // other sizes: nothing of before counts
	if _, err := Run(context.Background(), o); !errors.Is(err, ErrIncomplete) ||
		strings.Contains(out.String(), "earlier") {
		t.Error(err, out.String())
	}
	if err := os.WriteFile(filepath.Join(dir, RecordFile), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), o); !errors.Is(err, record.ErrRecord) {
		t.Error(err)
	}
}

// TestRounds: the first round of an experiment begins always, others while its share lasts.
func TestRounds(t *testing.T) {
	for _, c := range []struct {
		options Options
		share   time.Duration
		want    int
	}{{Options{}, time.Hour, 3}, {Options{}, 0, 1}, {Options{Quick: true}, time.Hour, 1},
		{Options{Full: true}, 0, 5}} {
		r := runner{Options: c.options}
		r.begin("test", c.share)
		n := 0
		for range r.rounds() {
			n++
		}
		if n != c.want {
			t.Errorf("%+v: %d rounds, not %d", c, n, c.want)
		}
	}
}

// TestRoundsOfParts: the first of two parts has half of the share; the second has what is left.
func TestRoundsOfParts(t *testing.T) {
	r := runner{}
	r.begin("test", time.Hour)
	r.began = r.began.Add(-40 * time.Minute)
	var counts [2]int
	for part := range counts {
		for range r.roundsOf(part, 2) {
			counts[part]++
		}
	}
	if counts != [2]int{1, 3} {
		t.Errorf("%d rounds of the parts, not 1 and 3", counts)
	}
}

// TestLinesOfOneThatFails: what a program has printed before it failed counts, and how it ended is
// told.
func TestLinesOfOneThatFails(t *testing.T) {
	r := runner{dir: t.TempDir()}
	r.begin("test", time.Hour)
	s := system{name: "shell", start: []string{"sh", "-c"}}
	lines := r.run(t.Context(), s, "echo bench pingpong case=send/8 us=2.5; exit 3", 1)
	if len(lines) != 1 || lines[0].kind != "send/8" || len(r.left) != 1 ||
		!strings.Contains(r.left[0], "exit status 3") {
		t.Errorf("%+v, not run: %q", lines, r.left)
	}
}
