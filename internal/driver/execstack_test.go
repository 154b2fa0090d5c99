package driver

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// TestStackOptions: programs of flang may execute their stacks if an object does not deny it, those
// of gfortran if an object says that it does.
func TestStackOptions(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("gcc is not installed")
	}
	dir := t.TempDir()
	object := func(name, text string) string {
		source, out := filepath.Join(dir, name+".s"), filepath.Join(dir, name+".o")
		if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if text, err := exec.Command(gcc, "-c", "-o", out, source).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		return out
	}
	plain := object("plain", "\t.section .note.GNU-stack,\"\",@progbits\n")
	silent := object("silent", "\t.text\n")
	asks := object("asks", "\t.section .note.GNU-stack,\"x\",@progbits\n")
	flang, executable := &Compiler{Family: Flang}, []string{"-Wl,-z,execstack"}
	for _, c := range []struct {
		compiler *Compiler
		paths    []string
		want     []string
	}{
		{flang, []string{"", plain}, nil},
		{flang, []string{plain, silent}, executable},
		{flang, []string{asks}, executable},
		{flang, []string{filepath.Join(dir, "later.o")}, executable},
		{&Compiler{Family: GNU}, []string{silent}, nil},
		{&Compiler{Family: GNU}, []string{plain, asks}, executable},
		{&Compiler{Family: GNU}, []string{filepath.Join(dir, "later.o")}, nil},
		{nil, []string{silent}, nil},
	} {
		if got := c.compiler.stackOptions(c.paths); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v instead of %v", c.paths, got, c.want)
		}
	}
}
