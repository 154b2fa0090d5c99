package config

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coral-pgas/coral/internal/diag"
)

func TestSettingsPageIsUpToDate(t *testing.T) {
	page, err := os.ReadFile("../../docs/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(page) != Markdown() {
		t.Error("docs/settings.md is not what the tables say: run go generate ./internal/config")
	}
}

func TestTableIsComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range settings {
		if seen[s.Name] || !strings.HasPrefix(s.Name, "CORAL_") ||
			!strings.HasSuffix(s.Meaning, ".") {
			t.Errorf("%s: named twice, misnamed, or without a meaning that is a sentence", s.Name)
		}
		seen[s.Name] = true
		if (s.Kind == Choice) != (len(s.Choices) > 0) {
			t.Errorf("%s: a choice has choices", s.Name)
		}
		if s.Kind == Choice && !slices.Contains(s.Choices, s.Default) {
			t.Errorf("%s: the default is no choice", s.Name)
		}
	}
}

func TestValues(t *testing.T) {
	tests := []struct {
		kind  Kind
		value string
		want  any // nil: an error
	}{
		{Count, "4", 4}, {Count, " 12 ", 12}, {Count, "0", nil}, {Count, "-1", nil}, {Count, "4x",
			nil}, {Count, "99999999999999999999", nil},
		{Switch, "1", true}, {Switch, "yes", true}, {Switch, "off", false}, {Switch, "maybe", nil},
		{Choice, "b", "b"}, {Choice, "B", "b"}, {Choice, "c", nil},
		{Duration, "2", 2 * time.Second}, {Duration, "0.5", 500 * time.Millisecond},
		{Duration, "300ms", 300 * time.Millisecond}, {Duration, "-1s", nil},
		{Duration, "soon", nil},
		{Size, "100", uint64(100)}, {Size, "64M", uint64(64 << 20)}, {Size, "2g", uint64(2 << 30)},
		{Size, "99999999999T", nil}, {Size, "M", nil}, {Size, "1.5G", nil},
	}
	for _, test := range tests {
		t.Setenv("CORAL_TEST", test.value)
		s := &Setting{Name: "CORAL_TEST", Kind: test.kind, Choices: []string{"a", "b"},
			Default: "a"}
		var got any
		var err error
		switch test.kind {
		case Count:
			got, err = s.Int()
		case Switch:
			got, err = s.Bool()
		case Choice:
			got, err = s.Choose()
		case Duration:
			got, err = s.Time()
		case Size:
			got, err = s.Bytes()
		}
		if test.want == nil {
			if !errors.Is(err, ErrBadValue) || !strings.HasPrefix(err.Error(), "CORAL_TEST=") {
				t.Errorf("%v %q: got %v, %v; want an error that names the variable", test.kind,
					test.value, got, err)
			}
		} else if err != nil || got != test.want {
			t.Errorf("%v %q: got %v, %v; want %v", test.kind, test.value, got, err, test.want)
		}
	}
}

func TestFirstNameWins(t *testing.T) {
	s := &Setting{Name: "CORAL_TEST", Also: []string{"OTHER_TEST"}, Kind: Count}
	t.Setenv("OTHER_TEST", "7")
	if n, err := s.Int(); n != 7 || err != nil {
		t.Errorf("the other name: %d, %v", n, err)
	}
	t.Setenv("CORAL_TEST", "3")
	if n, err := s.Int(); n != 3 || err != nil {
		t.Errorf("the own name: %d, %v", n, err)
	}
	t.Setenv("CORAL_TEST", "")
	t.Setenv("OTHER_TEST", "x")
	if _, err := s.Int(); err == nil || !strings.HasPrefix(err.Error(), "OTHER_TEST=") {
		t.Errorf("the error names the variable that is wrong: %v", err)
	}
}

func TestMisspelt(t *testing.T) {
	got := Misspelt([]string{"CORAL_NUM_IMAGE=4", "CORAL_TAG=1", "CORAL_REEF_DEPTH=9", "HOME=/",
		"CORAL_TAGS=1"})
	want := [][2]string{{"CORAL_NUM_IMAGE", "CORAL_NUM_IMAGES"}, {"CORAL_TAGS", "CORAL_TAG"}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestDeadlockPage: the page of a deadlock names the limit that the table has.
func TestDeadlockPage(t *testing.T) {
	row, _ := diag.Lookup("R0509")
	limit := strings.Replace(Deadlock.Default, "s", " s", 1)
	if !strings.Contains(row.Explanation, "("+limit+" if it is not set)") {
		t.Errorf("R0509 does not say that %s is %s: %s", Deadlock.Name, limit, row.Explanation)
	}
}
