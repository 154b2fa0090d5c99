package provider

import (
	"os"
	"strings"
	"testing"
)

func TestPageIsUpToDate(t *testing.T) {
	page, err := os.ReadFile("../../docs/providers.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(page) != Markdown() {
		t.Error("docs/providers.md is not what the list says: run go generate ./internal/provider")
	}
}

// TestGivesIsTrue: what the page says of a library is what its binding fills in.
func TestGivesIsTrue(t *testing.T) {
	for _, p := range All {
		text, err := os.ReadFile("../conduit/net/native/src/" + p.Adapter())
		if err != nil {
			t.Fatal(err)
		}
		for field, want := range map[string]bool{".get = ": len(p.Gives.Memory) > 0,
			".atomic = ": p.Gives.Atomics, ".arm = ": p.Gives.Sleeps} {
			if has := strings.Contains(string(text), field); has != want {
				t.Errorf("%s: the binding has %q: %v, the page says %v", p.Name, field, has, want)
			}
		}
		wanted := false // the slot, although there are no atomic operations
		for _, name := range p.Sources {
			if text, err = os.ReadFile("../conduit/net/native/src/" + name); err != nil {
				t.Fatal(err)
			}
			wanted = wanted || strings.Contains(string(text), "window_wanted = true")
		}
		if whole := p.Gives.Default == "rs"; whole != (p.Gives.Atomics || wanted) {
			t.Errorf("%s: auto is %s, atomic operations by the library: %v", p.Name,
				p.Gives.Default, p.Gives.Atomics)
		}
	}
}

// TestPageSaysWhatProgramsSay: the page has the note that programs print, and names the files of
// each library's directory.
func TestPageSaysWhatProgramsSay(t *testing.T) {
	words := strings.Join(strings.FieldsFunc(Markdown(), func(c rune) bool {
		return c == ' ' || c == '\n' || c == '>'
	}), " ")
	if !strings.Contains(words, MPI.FailureNote()) {
		t.Error("the page does not have the note about failed images")
	}
	for _, p := range All {
		for _, file := range p.below() {
			if !strings.Contains(words, "`"+file+"`") {
				t.Errorf("%s: the page does not say that its directory has %s", p.Name, file)
			}
		}
	}
}
