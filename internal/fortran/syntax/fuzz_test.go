package syntax

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
)

// seed adds the sources of testdata to a fuzz target's corpus.
func seed(f *testing.F) {
	for _, dir := range []string{"tree", "diag"} {
		for _, path := range testSources(f, dir) {
			text, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(text), FormOf(path) == Fixed, filepath.Ext(path) == ".caf")
		}
	}
}

// FuzzLex: any input gives tokens, in order, that stand in the text as they say.
func FuzzLex(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text string, fixed, openMP bool) {
		opt := Options{OpenMP: openMP}
		if fixed {
			opt.Form = Fixed
		}
		src := diag.NewSource("fuzz", text)
		var diags diag.List
		s := newStream(src, &opt, &diags, new(File))
		for {
			st, ok := s.next()
			if !ok {
				break
			}
			b := Base{Range: st.toks[0].Range.Join(st.toks[len(st.toks)-1].Range)}
			b.SetTokens(st.toks)
			checkTokens(t, &b)
		}
	})
}

// FuzzParse: any input gives a tree or diagnostics, and the tree keeps what rewriting relies on.
func FuzzParse(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text string, fixed, caf2 bool) {
		opt := Options{CAF2: caf2}
		if fixed {
			opt.Form = Fixed
		}
		opt.Open = func(name string, from *diag.Source) (*diag.Source, error) {
			if name == "a" {
				return diag.NewSource(name, "x = 1 &\n + 2\n"), nil
			}
			return nil, os.ErrNotExist
		}
		var diags diag.List
		file := Parse(diag.NewSource("fuzz", text), opt, &diags)
		checkInvariants(t, file, !diags.HasErrors())
		if err := Dump(discard{}, file); err != nil {
			t.Fatal(err)
		}
		for _, d := range diags.All() {
			diag.Format(d)
		}
	})
}

type discard struct{}

func (discard) Write(b []byte) (int, error) { return len(b), nil }
