package driver

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/lower"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// TestAudit: a text that breaks a rule is reported, and --keep leaves it.
func TestAudit(t *testing.T) {
	source := "program p\n  integer :: x[*], y\n  y = x[1]\nend program\n"
	var diags diag.List
	file := syntax.Parse(diag.NewSource("p.f90", source), syntax.Options{}, &diags)
	out := lower.Translate([]*syntax.File{file}, lower.Options{}, &diags)
	if diags.HasErrors() {
		t.Fatal(diags.All()[0])
	}
	work, err := newWork(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer work.remove()
	b := &build{request: &Request{Keep: true}, work: work, compiler: &Compiler{Family: GNU}}
	if b.audit([]*syntax.File{file}, out, lower.Options{}, &diags); b.violated {
		t.Fatalf("violated: %v", diags.All()[0])
	}
	var lines []string
	for line := range strings.Lines(out[0].Text) {
		if !strings.Contains(line, "call coral_view") {
			lines = append(lines, line)
		}
	}
	out[0].Text = strings.Join(lines, "")
	b.audit([]*syntax.File{file}, out, lower.Options{}, &diags)
	if !b.violated || len(diags.All()) != 1 || diags.All()[0].Code != "C0398" {
		t.Fatalf("violated: %v, %d messages", b.violated, len(diags.All()))
	}
	b.units = []*unit{{input: "p.f90", text: out[0].Text}}
	if err := b.writeTexts(); err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile(filepath.Join(work.dir, "generated", "0-p.f90"))
	if err != nil || !strings.Contains(string(kept), "coral_x%p(1)") {
		t.Errorf("%v: %s", err, kept)
	}
}
