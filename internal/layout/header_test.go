package layout

import (
	"os"
	"os/exec"
	"testing"
)

const header = "../../capi/include/coral_layout.h"

func TestHeaderIsCurrent(t *testing.T) {
	got, err := os.ReadFile(header)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != CHeader() {
		t.Errorf("%s is not what this package says: run go generate ./internal/layout", header)
	}
}

// The C compiler checks sizes and offsets: the header asserts them.
func TestHeaderCompiles(t *testing.T) {
	cmd := exec.Command("gcc", "-std=c11", "-Wall", "-Werror", "-fsyntax-only", "-x", "c", header)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
