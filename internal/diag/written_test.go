package diag

import (
	"strings"
	"testing"
)

// Where the preprocessor has changed a line, a message shows the user's, and marks what was left as
// it was, or the macro.
func TestMessagesShowTheUsersLine(t *testing.T) {
	own := NewSource("a.c", "#define K 3\n\n   b   =  K + f(a) ;  /* note */\nTWICE(x)\n")
	expanded := NewSource("a.c", "# 3 \"a.c\"\n b = 3 + f(a) ;\n x; x\n")
	expanded.AddMarker(strings.Index(expanded.Text, " b"), "a.c", 3)
	for _, test := range []struct{ part, want string }{
		{"f(a)", "f(a)"}, {"3 +", "K +"}, {"b = 3", "b   =  K"}, {"3", "K"}, {"b = 3 + f(a) ;",
			"b   =  K + f(a) ;"},
	} {
		expanded.Written = func(string) *Source { return own }
		at := strings.Index(expanded.Text, " b")
		start := at + strings.Index(expanded.Text[at:], test.part)
		r := expanded.Range(start, start+len(test.part))
		if got := r.written().Text(); got != test.want {
			t.Errorf("%q: got %q, want %q", test.part, got, test.want)
		}
		d := &Diagnostic{Range: r, Message: "wrong"}
		if text := Format(d); !strings.Contains(text,
			"    3 |    b   =  K + f(a) ;  /* note */\n") {
			t.Errorf("%q: %s", test.part, text)
		}
		expanded.Written = func(string) *Source { return nil }
		if got := r.written(); got != r {
			t.Errorf("%q: without the user's text: %v", test.part, got)
		}
	}
	expanded.Written = func(string) *Source { return own }
	last := strings.LastIndex(expanded.Text, "x")
	if got := expanded.Range(last, last+1).written(); got.Src != own || got.Position().Line != 4 {
		t.Errorf("in a macro: %q at %v", got.Text(), got.Position())
	}
}
