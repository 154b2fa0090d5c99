package driver

import (
	"slices"
	"strings"
	"testing"
)

// What is compiled is preprocessed text: clang warns of options that are of no use there.
func TestWithoutPreprocessing(t *testing.T) {
	for _, c := range []struct{ given, want string }{
		{"-O2 -Iinc -I inc -Wall", "-O2 -Wall"},
		{"-DA -D A -UB -U B -std=c11", "-std=c11"},
		{"-isystem inc -isysteminc -iquote inc -idirafter inc -nostdinc -g", "-g"},
		{"-include a.h -imacros a.h -Xpreprocessor -DQ -pthread", "-pthread"},
		{"-Werror -fPIC --param x=1 -march=native", "-Werror -fPIC --param x=1 -march=native"},
	} {
		got := withoutPreprocessing(strings.Fields(c.given))
		if !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s: got %q, want %s", c.given, got, c.want)
		}
	}
}

// Coral's own assertions are told alike, whatever the compiler puts around them.
func TestAsserted(t *testing.T) {
	for _, text := range []string{
		`static assertion failed: "the text [C0410]"`,
		`static assertion failed due to requirement 'a != ': 0 & 1': the text [C0410]`,
		`static_assert failed due to requirement '0 & 1' "the text [C0410]"`,
	} {
		if got := asserted(text); got != "the text [C0410]" {
			t.Errorf("%s: got %s", text, got)
		}
	}
	for _, text := range []string{`static assertion failed: "the user's"`, "a text [C0410]"} {
		if got := asserted(text); got != text {
			t.Errorf("%s: got %s", text, got)
		}
	}
}

func TestWithoutColours(t *testing.T) {
	for coloured, want := range map[string]string{
		"\x1b[01m\x1b[Kp.f90:3:1:\x1b[m\x1b[K \x1b[01;35mWarning:\x1b[m\x1b[K ü\n": "" +
			"p.f90:3:1: Warning: ü\n",
		"[\x1b]8;;https://x\x1b\\-Wall\x1b]8;;\a]": "[-Wall]",
		"plain [m text": "plain [m text",
		"\x1b":          "\x1b",
		"\x1b[01":       "",
	} {
		if got := withoutColours(coloured); got != want {
			t.Errorf("%q: got %q, want %q", coloured, got, want)
		}
	}
}
