package config

import (
	"errors"
	"fmt"
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
		{Switch, "1", true}, {Switch, " 0 ", false}, {Switch, "Yes", true}, {Switch, "off", false},
		{Switch, "maybe", nil}, {Switch, "2", nil},
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

// TestBadValues: each setting of the table refuses what does not fit its kind, under each of its
// names, and says which it is, what it has, and what it may have. A Text is whatever its reader
// makes of it.
func TestBadValues(t *testing.T) {
	bad := map[Kind][]string{
		Count:    {"0", "-1", "1.5", "many", "4 images", "99999999999999999999"},
		Switch:   {"maybe", "2", "-1", "01", "no way"},
		Choice:   {"none of them", "0", "auto,smp"},
		Duration: {"-1", "soon", "2 weeks", "1e12", "nan", "inf"},
		Size:     {"-1", "1.5G", "M", "64MB", "99999999999T", "large"},
	}
	want := map[Kind]string{Count: "a whole number, 1 or more", Switch: "0 or 1",
		Duration: "a duration such as", Size: "a size such as"}
	for _, s := range settings {
		if s.Kind == Text {
			continue
		}
		allowed := want[s.Kind]
		if s.Kind == Choice {
			allowed = "one of " + strings.Join(s.Choices, ", ")
		}
		for _, name := range s.names() {
			for _, value := range bad[s.Kind] {
				t.Run(name+"="+value, func(t *testing.T) {
					t.Setenv(name, value)
					err := Check()
					refusal := fmt.Sprintf("%s=%q: expected %s", name, value, allowed)
					if err == nil || !strings.HasPrefix(err.Error(), refusal) {
						t.Errorf("got %v, want %s", err, refusal)
					}
				})
			}
		}
		if err := s.Check(); err != nil {
			t.Errorf("%s refuses its own default: %v", s.Name, err)
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
		"CORAL_TAGS=1", "CORAL_IMAGES=3", "CORAL_TIMEOUT=1s", "CORAL_=1", "CORAL_HOST_NAME=x",
		"CORAL_HEAP=1"})
	want := [][2]string{{"CORAL_NUM_IMAGE", "CORAL_NUM_IMAGES"}, {"CORAL_TAGS", "CORAL_TAG"},
		{"CORAL_IMAGES", "CORAL_NUM_IMAGES"},
		{"CORAL_TIMEOUT", "CORAL_HEARTBEAT_TIMEOUT"}}
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
