package operations

import (
	"strings"
	"testing"
)

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		patterns string
		name     string
		want     bool
	}{
		{"", "fortran/get-scalar", true},
		{"get", "fortran/get-scalar", true},
		{"GET", "fortran/get-scalar", true},
		{"put", "fortran/get-scalar", false},
		{"put, get", "fortran/get-scalar", true},
		{"fortran/*scalar", "fortran/get-scalar", true},
		{"scalar*get", "fortran/get-scalar", false},
		{"get*get", "fortran/get-scalar", false},
		{",", "fortran/get-scalar", false},
	} {
		if got := Matches(c.patterns, c.name); got != c.want {
			t.Errorf("Matches(%q, %q) = %v", c.patterns, c.name, got)
		}
	}
}

// A pattern that no name has is told; an empty one has none.
func TestUnmatched(t *testing.T) {
	names := []string{"fortran/get-scalar", "caf/get"}
	for patterns, want := range map[string]string{
		"": "", "get": "", "scalar,CAF/": "", "get,none, put": "none put", "get|put": "get|put",
	} {
		if got := strings.Join(Unmatched(patterns, names), " "); got != want {
			t.Errorf("Unmatched(%q) = %q", patterns, got)
		}
	}
	if got := Unmatched("get,", names); len(got) != 1 || got[0] != "" {
		t.Errorf("%q", got)
	}
}

// What is expected is the sum of what the cost names, in what the way has.
func TestExpected(t *testing.T) {
	link := Base{Link: true, Trip: 8000, Byte: 0.5, Fresh: 0.1}
	busy := link
	busy.Busy = true
	mapped := Base{Mapped: true, Line: 200, Call: 300, Byte: 0.25, Fresh: 0.1}
	called := mapped
	called.Mapped = false
	for _, c := range []struct {
		what string
		cost Cost
		base Base
		want float64
	}{
		{"own", own(), link, entry},
		{"trip", trips(2), link, entry + 16000},
		{"trip of a busy target", trips(2), busy, entry + 2*(8000+answer)},
		{"sent", sent(), link, entry + 2000},
		{"sent to a busy target", sent(), busy, entry + 2000},
		{"bytes", trips(1).bytes(1000), link, entry + 8000 + 500},
		{"fresh and work", own().fresh(1000).work(10), link, entry + 100 + 10},
		{"trip, mapped", trips(1).bytes(1000), mapped, entry + 250},
		{"trip, not mapped", trips(2), called, entry + 600},
		{"handed", handed(1), mapped, entry + 200},
		{"handed, not mapped", handed(1), called, entry + 200 + 600},
		{"meet", meet(2), link, entry + 8000},
		{"meet, mapped", meet(2), mapped, entry + 400},
	} {
		if got := c.cost.Expected(c.base); got != c.want {
			t.Errorf("%s: %g ns are expected, not %g", c.what, got, c.want)
		}
	}
}

// Names are unique and can stand in a line of samples; each program has all operations that
// were selected, and no other.
func TestLanguages(t *testing.T) {
	for _, l := range Languages {
		seen := map[string]bool{}
		for _, o := range l.Operations {
			if seen[o.Name] || o.Name == "" || len(o.Name) > 48 ||
				strings.ContainsAny(o.Name, " =',\"*/") {
				t.Errorf("%s: the name %q cannot be used", l.Name, o.Name)
			}
			seen[o.Name] = true
			if (o.Text == "") != (l.Source == "") {
				t.Errorf("%s: its text is %q", l.Full(o), o.Text)
			}
			if l.Source == "" {
				continue
			}
			text := l.Program([]Operation{o})
			if strings.Count(text, "begin(") != 1 || !strings.Contains(text, o.Name) {
				t.Errorf("%s: its program has not this operation alone", l.Full(o))
			}
		}
		if got := len(l.Select(l.ID + "/")); got != len(l.Operations) {
			t.Errorf("%s: its name selects %d of %d operations", l.Name, got, len(l.Operations))
		}
	}
}

// Of the reasons the first that holds on a way stands beside a row.
func TestWhy(t *testing.T) {
	o := Operation{Reasons: []Reason{{On: overLink, Why: "a link"}, {Why: "always"}}}
	got := []string{o.Why(Base{Link: true}), o.Why(Base{}), (Operation{}).Why(Base{})}
	if strings.Join(got, ",") != "a link,always," {
		t.Error(got)
	}
}
