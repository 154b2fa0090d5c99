package pages

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/test/turns"
)

// shownElsewhere are codes of the front ends whose examples are no text that draws them.
var shownElsewhere = map[string]string{
	"C0031": "a thousand parentheses would stand there",
	"C0036": "a line of 133 columns would stand there",
	"C0219": "the module is compiled apart",
	"C0236": "gfortran 15 and 16 alone have the fault",
}

// TestExplanations: the example of each code of a front end draws this code. It stands alone, in a
// program, or in a function of C.
func TestExplanations(t *testing.T) {
	examples := 0
	for row := range strings.Lines(run(t, ".", nil, coral(t), "explain")) {
		code, _, _ := strings.Cut(row, " ")
		if code[0] != 'C' || strings.HasPrefix(code, "C03") || shownElsewhere[code] != "" {
			continue
		}
		_, example, is := strings.Cut(run(t, ".", nil, coral(t), "explain", code), "\nExample:\n")
		if is {
			examples++
		}
		if is && turns.Takes(code, 3) && !draws(t, code, example) {
			t.Errorf("the example of %s does not draw it:\n%s", code, example)
		}
	}
	if examples < 100 { // so that the test sees when `coral explain` prints them otherwise
		t.Errorf("%d examples of codes were found", examples)
	}
}

// draws tells whether the example draws the code in one of the forms that a file may have.
func draws(t *testing.T, code, example string) bool {
	dir := t.TempDir()
	write(t, dir, "a.inc", example) // for the example of an INCLUDE line
	endings, around := []string{".f90", ".caf", ".f"}, "program p\n…\nend program\n"
	if strings.HasPrefix(code, "C04") && !strings.HasPrefix(example, "!$xmp") {
		endings, around = []string{".c"}, "int main(void)\n{\n…\n}\n"
	}
	for _, ending := range endings {
		for _, form := range []string{"…", around, "…\nend\n"} {
			write(t, dir, "example"+ending, strings.ReplaceAll(form, "…", example))
			command := exec.Command(coral(t), "translate", "example"+ending)
			if strings.Contains(example, "!$omp") { // without it, a comment
				command.Args = append(command.Args, "-fopenmp")
			}
			command.Dir = dir
			if out, _ := command.CombinedOutput(); strings.Contains(string(out), "["+code+"]") {
				return true
			}
		}
	}
	return false
}
