package paint

import (
	"strings"
	"testing"

	"github.com/jedib0t/go-pretty/v6/text"
)

func TestPainted(t *testing.T) {
	text.EnableColors() // whatever the environment of the test says
	const messages = "a.f90:3:5: error: the note: of 'x' [C0101]\n" +
		"    3 |   print *, 'error: x'\n" +
		"      |   ^~~~~\n" +
		"note: write y\n" +
		"coral: warning: two: error: words\n" +
		"gfortran: fatal error: none\n" +
		"an error: of another kind\n" +
		"no newline"
	const want = "<b>a.f90:3:5:</> <r>error:</> the note: of 'x' [C0101]\n" +
		"    3 |   print *, 'error: x'\n" +
		"      |   <g>^~~~~</>\n" +
		"<c>note:</> write y\n" +
		"<b>coral:</> <m>warning:</> two: error: words\n" +
		"<b>gfortran:</> <r>fatal error:</> none\n" +
		"an error: of another kind\n" +
		"no newline"
	got := strings.NewReplacer("\x1b[1m", "<b>", "\x1b[31;1m", "<r>", "\x1b[32;1m", "<g>",
		"\x1b[36;1m", "<c>", "\x1b[35;1m", "<m>", "\x1b[0m", "</>").Replace(painted(messages))
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if own := "\x1b[1ma.c:1:1: error: x\x1b[0m"; painted(own) != own {
		t.Errorf("a tool's own colours: %q", painted(own))
	}
}

// TestFiles: only a terminal gets colours.
func TestFiles(t *testing.T) {
	var b strings.Builder
	if err := Write(&b, "error: x\n"); err != nil || b.String() != "error: x\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
}
