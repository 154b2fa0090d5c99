package bench

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coral-pgas/coral/bench/operations"
)

// measuredOperations is a run that has figures of two operations on one way, in two rounds.
func measuredOperations() *operationsBench {
	way := operationsWay{title: "Two hosts", id: "ucx", base: operations.Base{Link: true}}
	fortran := operations.Languages[0]
	list := []operations.Operation{
		{Name: "near", Cost: operations.Cost{Trips: 1}},
		{
			Name: "far", Cost: operations.Cost{Trips: 1},
			Reasons: []operations.Reason{{Why: "it is far"}},
		},
		{Name: "slow", All: true, Cost: operations.Cost{Trips: 1}},
		{Name: "lost", Cost: operations.Cost{Trips: 1}},
	}
	m := &operationsBench{
		bench: &bench{results: newResults()}, ways: []operationsWay{way},
		chosen: map[string][]operations.Operation{fortran.ID: list},
	}
	add := func(language, name string, busy bool, ns ...float64) {
		for _, v := range ns {
			k := key{way.system(language, busy), operationsName, name}
			m.results.add(k, sample{"ns": v, "worst": 2 * v})
		}
	}
	add(baseLanguage, "base/trip", false, 1e4, 1e4)
	add(baseLanguage, "base/put", false, 1e5)
	add(baseLanguage, "base/copy", false, 1e5)
	add(baseLanguage, "base/call", false, 1e4)
	add(baseLanguage, "base/fresh", false, 1e5)
	add(baseLanguage, "base/line", false, 100)
	add("fortran", "near", false, 9e4, 19e3)
	add("fortran", "near", true, 125e3)
	add("fortran", "far", false, 3e4)
	add("fortran", "slow", false, 21e3)
	return m
}

// The best round counts; beyond twice what is expected a row is marked, unless a reason stands
// beside it.
func TestOperationMarks(t *testing.T) {
	m := measuredOperations()
	var got []string
	for _, g := range m.groups() {
		for _, r := range g.rows {
			cells := []string{g.title, r.name, r.value, r.limit, r.ratio, r.verdict, r.detail}
			got = append(got, strings.Join(cells, "|"))
		}
	}
	want := `Two hosts: Fortran, target waits|near|19.00 µs|10.05 µs|1.89|ok|
Two hosts: Fortran, target waits|far|30.00 µs|10.05 µs|2.99|explained|it is far
Two hosts: Fortran, target waits|slow|21.00 µs|10.05 µs|2.09|BEHIND|worst turn 42.00 µs
Two hosts: Fortran, target waits|lost||||no figure|
Two hosts: Fortran, target computes|near|125.00 µs|60.05 µs|2.08|BEHIND|worst turn 250.00 µs
Two hosts: Fortran, target computes|far||||no figure|
Two hosts: Fortran, target computes|lost||||no figure|`
	if strings.Join(got, "\n") != want {
		t.Error(strings.Join(got, "\n"))
	}
}

// The files have the rows that have figures.
func TestOperationFiles(t *testing.T) {
	m := measuredOperations()
	dir := t.TempDir()
	o := OperationsOptions{CSV: filepath.Join(dir, "a.csv"), JSON: filepath.Join(dir, "a.json")}
	before := errors.New("before")
	err := joinFiles(before, o, m.records())
	if !errors.Is(err, before) || err.Error() != "before" {
		t.Fatal(err)
	}
	text, err := os.ReadFile(o.JSON)
	if err != nil {
		t.Fatal(err)
	}
	var list []operationRow
	if err := json.Unmarshal(text, &list); err != nil || len(list) != 4 {
		t.Fatalf("%v: %s", err, text)
	}
	want := operationRow{
		Way: "ucx", Target: "waits", Language: "fortran", Operation: "far", NS: 3e4, Worst: 6e4,
		Expected: 10050, Trips: 1, Ratio: 3e4 / 10050, Marked: true, Reason: "it is far",
	}
	if list[1] != want {
		t.Errorf("%+v", list[1])
	}
	file, err := os.Open(o.CSV)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	const line = "ucx waits fortran far 30000 60000 10050 1 0 2.98507 true it is far"
	if err != nil || len(rows) != 5 || strings.Join(rows[2], " ") != line {
		t.Errorf("%v: %q", err, rows)
	}
	o.CSV = filepath.Join(dir, "none", "a.csv")
	if err := joinFiles(nil, o, nil); err == nil {
		t.Error("a file that cannot be written is no error")
	}
}

// A program for which no time is left is not run, and the table says so; nor is one that has
// failed.
func TestOperationLimits(t *testing.T) {
	m := measuredOperations()
	m.programs, m.failed = map[string][]string{"fortran": {"/nonexistent"}}, map[string]bool{}
	m.deadline = time.Now()
	m.once(context.Background(), m.ways[0], "late", "fortran", nil)
	if len(m.left) != 1 || !strings.Contains(m.left[0], "late") || len(m.results.failures) != 0 {
		t.Errorf("%q %v", m.left, m.results.failures)
	}
	m.deadline = time.Now().Add(time.Hour)
	for range 2 {
		m.once(context.Background(), m.ways[0], "absent", "fortran", nil)
	}
	if len(m.results.failures) != 1 || m.timeLimit != operationsProgram {
		t.Errorf("%v, %v", m.results.failures, m.timeLimit)
	}
}

func TestOperationsUnknown(t *testing.T) {
	for _, o := range []struct {
		OperationsOptions
		want error
		text string
	}{
		{OperationsOptions{Only: "fortran/none"}, ErrNoOperation, "--list"},
		{OperationsOptions{Only: "get,a|b"}, ErrNoOperation, "commas separate several"},
		{OperationsOptions{On: "smp,foo"}, ErrNoWay, "there are smp-mapped, smp-unmapped, "},
	} {
		err := Operations(context.Background(), o.OperationsOptions)
		if !errors.Is(err, o.want) || !strings.Contains(err.Error(), o.text) {
			t.Error(err)
		}
	}
}

// The head explains what the table has and nothing else, and warns of a bare cache line that took
// longer than a ping-pong over it.
func TestOperationsHead(t *testing.T) {
	way := operationsWay{title: "One machine", id: "smp-mapped",
		base: operations.Base{Mapped: true}}
	fortran := operations.Languages[0]
	m := &operationsBench{
		bench: &bench{results: newResults(), machine: &machine{}}, ways: []operationsWay{way},
		chosen: map[string][]operations.Operation{fortran.ID: fortran.Select("/event-ping-pong")},
		rounds: 1,
	}
	for name, ns := range map[string]float64{"base/line": 300, "base/copy": 1e5, "base/fresh": 1e5,
		"base/call": 100} {
		m.results.add(key{way.system(baseLanguage, false), operationsName, name}, sample{"ns": ns})
	}
	system := way.system(fortran.ID, false)
	m.results.add(key{system, operationsName, "event-ping-pong"}, sample{"ns": 200, "worst": 900})
	var out strings.Builder
	m.Out = &out
	m.head(context.Background())
	text := out.String()
	for _, want := range []string{"one round", "a cache line there and back 300.00 ns",
		"-ping-pong", "warning    One machine: fortran/event-ping-pong took 200.00 ns, less than"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	for _, none := range []string{"-own", "-complete", "target computes", "50 µs", "Open MPI"} {
		if strings.Contains(text, none) {
			t.Errorf("%q is in\n%s", none, text)
		}
	}
	if got := operationsSummary(m.groups()); got != "0 rows take more than 2 × what is expected "+
		"(BEHIND); 0 rows have no figure" {
		t.Error(got)
	}
}
