package diag

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

func TestPosition(t *testing.T) {
	text := "\ufeffab\r\n\té€x\n\nlast"
	s := NewSource("a.f90", text)
	for _, c := range []struct {
		at        string
		line, col int
	}{{"ab", 1, 1}, {"b\r", 1, 2}, {"é", 2, 2}, {"€", 2, 3}, {"x\n", 2, 4}, {"last", 4, 1}} {
		off := strings.Index(text, c.at)
		if p := s.Position(off); p.Line != c.line || p.Col != c.col || p.File != "a.f90" {
			t.Errorf("%q: %+v, want %d:%d", c.at, p, c.line, c.col)
		}
		if l := s.Line(off); l != c.line {
			t.Errorf("%q: line %d, want %d", c.at, l, c.line)
		}
	}
	if p := s.Position(len(text) + 10); p.Line != 4 || p.Col != 5 {
		t.Errorf("beyond the end: %+v", p)
	}
	if s.LineCount() != 4 {
		t.Errorf("%d lines, want 4", s.LineCount())
	}
	if r := s.LineRange(1); r.Text() != "\ufeffab" {
		t.Errorf("line 1 is %q", r.Text())
	}
}

func TestMarkers(t *testing.T) {
	text := "# 10 \"x.h\"\na\nb\n# 3 \"y.F90\"\nc\n"
	s := NewSource("tmp", text)
	s.AddMarker(strings.Index(text, "a\n"), "x.h", 10)
	s.AddMarker(strings.Index(text, "c\n"), "y.F90", 3)
	for at, want := range map[string]Position{"# 10": {"tmp", 1, 1}, "a\n": {"x.h", 10, 1},
		"b\n": {"x.h", 11, 1}, "c\n": {"y.F90", 3, 1}} {
		if p := s.Position(strings.Index(text, at)); p != want {
			t.Errorf("%q: %+v, want %+v", at, p, want)
		}
	}
}

func TestRange(t *testing.T) {
	s, o := NewSource("a", "hello world"), NewSource("b", "other")
	a, b := s.Range(0, 5), s.Range(6, 11)
	if got := a.Join(b).Text(); got != "hello world" {
		t.Errorf("join: %q", got)
	}
	if got := a.Join(o.Range(0, 5)); got != a {
		t.Errorf("join over sources: %+v", got)
	}
	if got := (Range{}).Join(b); got != b {
		t.Errorf("join with none: %+v", got)
	}
	if !a.Join(b).Contains(b) || a.Contains(b) || a.Contains(o.Range(0, 1)) {
		t.Error("Contains")
	}
}

func TestRender(t *testing.T) {
	text := "subroutine halo\n  real :: u(0:n+1, m)[px,*]\n\tu(1,:)[me-1] = u(2,:)\nend\n"
	s := NewSource("halo.f90", text)
	find := func(sub string) Range {
		i := strings.Index(text, sub)
		return s.Range(i, i+len(sub))
	}
	var l List
	l.Warnf("C0999", find("end"), "later in the text")
	l.Errorf("C0107", find("[me-1]"),
		"'%s' has corank %d, but this image selector has 1 cosubscript", "u", 2).
		Note(find("[px,*]"), "'u' is declared here").Help("write two")
	l.Errorf("C0107", find("[me-1]"), "'u' has corank 2, but this image selector has 1 cosubscript")
	var out bytes.Buffer
	if err := l.Render(&out); err != nil {
		t.Fatal(err)
	}
	want := `halo.f90:3:8: error: 'u' has corank 2, but this image selector has 1 cosubscript [C0107]
    3 | 	u(1,:)[me-1] = u(2,:)
      | 	      ^~~~~~
halo.f90:2:22: note: 'u' is declared here
    2 |   real :: u(0:n+1, m)[px,*]
      |                      ^~~~~~
note: write two
halo.f90:4:1: warning: later in the text [C0999]
    4 | end
      | ^~~
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
	if l.ErrorCount() != 1 || len(l.All()) != 2 {
		t.Errorf("%d errors, %d diagnostics: the repeated one must be dropped", l.ErrorCount(),
			len(l.All()))
	}
}

func TestRenderLongLineAndInclude(t *testing.T) {
	outer := NewSource("a.f90", "include 'b.inc'\n")
	inner := NewSource("b.inc", "x = "+strings.Repeat("a+", 200)+"?"+strings.Repeat("+b", 200))
	inner.Parent, inner.IncludedAt = outer, outer.Range(0, 15)
	at := strings.Index(inner.Text, "?")
	got := Format(&Diagnostic{Code: "C0001", Range: inner.Range(at, at+1), Message: "bad"})
	lines := strings.Split(got, "\n")
	if lines[0] != "in the file included at a.f90:1:" ||
		!strings.HasPrefix(lines[1], "b.inc:1:405: error: bad") {
		t.Errorf("header:\n%s", got)
	}
	if len(lines[2]) > 400 || strings.Index(lines[2], "?") != strings.Index(lines[3], "^") {
		t.Errorf("the caret is not under the place:\n%s", got)
	}
}

// TestCodes: every code stands once, in its range, with its texts.
func TestCodes(t *testing.T) {
	seen := map[Code]bool{}
	for _, c := range Codes() {
		if seen[c.Code] {
			t.Errorf("%s stands twice", c.Code)
		}
		seen[c.Code] = true
		if len(c.Code) != 5 || c.Title == "" || c.Explanation == "" {
			t.Errorf("%s: incomplete", c.Code)
		}
		if unicode.IsLower(rune(c.Title[0])) {
			t.Errorf("%s: the title begins with a small letter: %s", c.Code, c.Title)
		}
	}
	byCode := func(a, b CodeInfo) int { return cmp.Compare(a.Code, b.Code) }
	if !slices.IsSortedFunc(Codes(), byCode) {
		t.Error("the codes are not in order")
	}
	for _, c := range syntaxCodes {
		if c.Code < "C0001" || c.Code > "C0099" {
			t.Errorf("%s is no syntax code", c.Code)
		}
	}
	for _, c := range Codes() {
		for line := range strings.Lines(c.Example) {
			if isCommand(line) && strings.Contains(line, " ! ") {
				t.Errorf("%s: a comment of a shell begins with #: %s", c.Code, line)
			}
		}
	}
	if _, ok := Lookup("C0001"); !ok {
		t.Error("C0001 not found")
	}
	if _, ok := Lookup("C9999"); ok {
		t.Error("C9999 found")
	}
}

// isCommand tells whether a line of an example is for a shell.
func isCommand(line string) bool {
	for _, first := range []string{"coral ", "mpirun ", "CORAL_", "./", "kill ", "OMPI_"} {
		if strings.HasPrefix(line, first) {
			return true
		}
	}
	return false
}
