// Package config is the one table of everything a user can set: environment variables (Settings)
// and options of the command (Options). Help texts and docs/settings.md are generated from it. It
// is a leaf: of Coral it imports only the list of communication libraries.
package config

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/coral-pgas/coral/internal/provider"
	"github.com/coral-pgas/coral/internal/words"
)

//go:generate go run ./gen -o ../../docs/settings.md

// Kind is the form that a setting's value takes.
type Kind uint8

const (
	Text Kind = iota
	Count
	Switch
	Choice
	Duration
	Size
)

// String is the form as documentation shows it.
func (k Kind) String() string {
	return [...]string{"text", "number", "0 or 1", "choice", "duration", "size"}[k]
}

// Setting is one environment variable.
type Setting struct {
	Name    string
	Was     []string // names that it had before: obeyed after Name, with a note (Renamed)
	Also    []string // names of other systems that are honoured after these, in this order
	Kind    Kind
	Choices []string // of a Choice
	Default string   // "" where Meaning says what holds instead
	Meaning string
	// Guarded settings name programs, libraries, directories or hosts, or choose what is loaded or
	// executed: a Secure process does not obey them.
	Guarded bool
	Private bool // between parts of Coral: not for users
}

// ErrBadValue is what every *ValueError is.
var ErrBadValue = errors.New("bad value of a setting")

// ValueError says which variable has a value that does not fit its kind.
type ValueError struct {
	Name, Value, Want string
}

func (e *ValueError) Error() string {
	return fmt.Sprintf("%s=%q: expected %s", e.Name, e.Value, e.Want)
}

// Is makes errors.Is(err, ErrBadValue) true.
func (e *ValueError) Is(target error) bool { return target == ErrBadValue }

// Raw is the value in the environment, which variable it came from, and whether there is one. An
// empty value counts as none. One of a Guarded setting does, too, in a process that is Secure.
func (s *Setting) Raw() (value, name string, ok bool) {
	if s.Guarded && Secure() {
		return s.Default, s.Name, false
	}
	for _, name := range s.names() {
		if v := os.Getenv(name); v != "" {
			return v, name, true
		}
	}
	return s.Default, s.Name, false
}

// names are those under which the environment may have the setting, the first of which holds.
func (s *Setting) names() []string {
	return slices.Concat([]string{s.Name}, s.Was, s.Also)
}

// String is the value of a Text.
func (s *Setting) String() string {
	v, _, _ := s.Raw()
	return v
}

// Int is the value of a Count; 0 when neither the environment nor the table has one.
func (s *Setting) Int() (int, error) {
	v, name, _ := s.Raw()
	if v == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(strings.TrimSpace(v))
	if err != nil || n < 1 {
		return 0, &ValueError{name, v, "a whole number, 1 or more"}
	}
	return n, nil
}

// Bool is the value of a Switch.
func (s *Setting) Bool() (bool, error) {
	v, name, _ := s.Raw()
	switch strings.ToLower(strings.TrimSpace(v)) {
	case "1", "yes", "on", "true", "y":
		return true, nil
	case "", "0", "no", "off", "false", "n":
		return false, nil
	}
	return false, &ValueError{name, v, "0 or 1 (or no and yes, off and on, false and true)"}
}

// Choose is the value of a Choice.
func (s *Setting) Choose() (string, error) {
	v, name, _ := s.Raw()
	v = strings.ToLower(strings.TrimSpace(v))
	if !slices.Contains(s.Choices, v) {
		return "", &ValueError{name, v, s.Expected(v)}
	}
	return v, nil
}

// Expected says which values a Choice has, and which of them a word may stand for that is none.
func (s *Setting) Expected(word string) string {
	want := "one of " + strings.Join(s.Choices, ", ")
	return want + words.DidYouMean(s.Meant(word))
}

// Meant is the value of a Choice that a word may stand for that is none: the one that is the most
// like it, or the one that has this word as another name. "": there is none, or more than one.
func (s *Setting) Meant(word string) string {
	word = strings.ToLower(word)
	if p := provider.Meant(word); p != nil && slices.Contains(s.Choices, p.Name) {
		return p.Name
	}
	return words.Nearest(word, s.Choices)
}

// Time is the value of a Duration; a bare number counts seconds.
func (s *Setting) Time() (time.Duration, error) {
	v, name, _ := s.Raw()
	v = strings.TrimSpace(v)
	if v == "" {
		return 0, nil
	}
	if f, err := strconv.ParseFloat(v, 64); err == nil && f >= 0 && f < 1e9 {
		return time.Duration(f * float64(time.Second)), nil
	}
	d, err := time.ParseDuration(v)
	if err != nil || d < 0 {
		return 0, &ValueError{name, v, "a duration such as 500ms or 2s"}
	}
	return d, nil
}

// Bytes is the value of a Size: a whole number with K, M, G or T for powers of 1024.
func (s *Setting) Bytes() (uint64, error) {
	v, name, _ := s.Raw()
	t := strings.TrimSpace(v)
	if t == "" {
		return 0, nil
	}
	shift := 0
	if i := strings.IndexByte("KMGT", t[len(t)-1]&^0x20); i >= 0 {
		shift = 10 * (i + 1)
		t = t[:len(t)-1]
	}
	n, err := strconv.ParseUint(t, 10, 64)
	if err != nil || n<<shift>>shift != n {
		return 0, &ValueError{name, v, "a size such as 64M or 2G"}
	}
	return n << shift, nil
}

// Check gives what is wrong with the setting's value in the environment, a *ValueError.
func (s *Setting) Check() (err error) {
	switch s.Kind {
	case Count:
		_, err = s.Int()
	case Switch:
		_, err = s.Bool()
	case Choice:
		_, err = s.Choose()
	case Duration:
		_, err = s.Time()
	case Size:
		_, err = s.Bytes()
	}
	return err
}

// Check gives what is wrong with the first setting of the table whose value does not fit its kind,
// whether the run would use it or not.
func Check() error {
	for _, s := range settings {
		if err := s.Check(); err != nil {
			return err
		}
	}
	return nil
}

// Settings gives the table, in the order of the documentation.
func Settings() []*Setting { return slices.Clone(settings) }

// Misspelt looks through an environment for variables that begin with CORAL_, are no setting, and
// look like one; it gives pairs of what is there and what may have been meant.
func Misspelt(environ []string) [][2]string {
	var found [][2]string
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, "CORAL_") ||
			slices.ContainsFunc(settings, func(s *Setting) bool {
				return slices.Contains(s.names(), name)
			}) {
			continue
		}
		if near := nearest(name); near != "" {
			found = append(found, [2]string{name, near})
		}
	}
	return found
}

// Renamed gives pairs of old names of settings by which the environment sets them, and the names
// that they have now.
func Renamed() [][2]string {
	var found [][2]string
	for _, s := range settings {
		if _, name, ok := s.Raw(); ok && slices.Contains(s.Was, name) {
			found = append(found, [2]string{name, s.Name})
		}
	}
	return found
}

// nearest is the setting that a name may stand for: one that is spelt nearly so, or else the only
// one that has all words of the name, as CORAL_NUM_IMAGES has those of CORAL_IMAGES.
func nearest(name string) string {
	const prefix = "CORAL_" // all have it, so it makes none more alike
	var names, rests []string
	for _, s := range settings {
		if !s.Private {
			names = append(names, s.Name)
			rests = append(rests, strings.TrimPrefix(s.Name, prefix))
		}
	}
	if near := words.Nearest(strings.TrimPrefix(name, prefix), rests); near != "" {
		return prefix + near
	}
	has := func(setting string) bool {
		of := strings.Split(setting, "_")
		return !slices.ContainsFunc(strings.Split(name, "_"),
			func(word string) bool { return !slices.Contains(of, word) })
	}
	first := slices.IndexFunc(names, has)
	if first < 0 || slices.ContainsFunc(names[first+1:], has) {
		return ""
	}
	return names[first]
}

// HostList reads names with commas between, as CORAL_HOSTS and --hosts have them. wrong is the
// first, from 1, that is empty or looks like an option; 0: there is none.
func HostList(list string) (names []string, wrong int) {
	names = strings.Split(list, ",")
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
		if wrong == 0 && (names[i] == "" || names[i][0] == '-') {
			wrong = i + 1
		}
	}
	return names, wrong
}
