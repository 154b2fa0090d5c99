package entrypoints

import (
	"os"
	"testing"
)

func TestPageIsCurrent(t *testing.T) {
	want, err := Markdown()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../../docs/design/entry-points.md")
	if err != nil || string(got) != want {
		t.Errorf("docs/design/entry-points.md is not what the modules say: " +
			"go generate ./capi/fortran/entrypoints")
	}
}
