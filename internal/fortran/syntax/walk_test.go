package syntax

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestWalkIsGenerated: walk_gen.go is what genwalk makes of nodes.go.
func TestWalkIsGenerated(t *testing.T) {
	dir := t.TempDir()
	nodes, err := os.ReadFile("nodes.go")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "nodes.go"), nodes, 0o644); err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, "genwalk")
	if out, err := exec.Command("go", "build", "-o", bin,
		"./genwalk").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(bin)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want, err := os.ReadFile(filepath.Join(dir, "walk_gen.go"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("walk_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("walk_gen.go is out of date; run go generate")
	}
}
