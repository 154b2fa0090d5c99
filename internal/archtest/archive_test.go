package archtest

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestArchiveSources: the Makefile makes the archive anew when any package changes that it is made
// of. A package that its list lacks would stay in programs as it was.
func TestArchiveSources(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	_, list, found := strings.Cut(string(makefile), "\nRUNTIME := ")
	list, _, ended := strings.Cut(list, ")\n")
	if !found || !ended {
		t.Fatal("the Makefile has no list RUNTIME")
	}
	known := strings.FieldsFunc(list, func(r rune) bool {
		return strings.ContainsRune(" ,\\\n", r)
	})
	out, err := exec.Command("go", "list", "-deps", "../../capi").Output()
	if err != nil {
		t.Fatal(err)
	}
	for path := range strings.FieldsSeq(string(out)) {
		inside, own := strings.CutPrefix(path, "github.com/coral-pgas/coral/internal/")
		if name, _, _ := strings.Cut(inside, "/"); own && !slices.Contains(known, name) {
			t.Errorf("RUNTIME in the Makefile lacks %s", name)
		}
	}
}
