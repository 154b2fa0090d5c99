package verify

import (
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/lower"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// TestTreesGivenBack: every program of the tree is written in the same way whether lower gives back
// the trees of the procedures that it has planned (lower.Options.Once), as `coral run` and `coral
// build` have it do, or keeps them. What asks for a body too late would find nothing there.
func TestTreesGivenBack(t *testing.T) {
	each(corpus(t), func(_ int, p []string, _ []*syntax.File) {
		kept, ok := written(p, false)
		once, again := written(p, true)
		if ok != again {
			t.Errorf("%s: translated is %t with the trees kept, %t with them given back", p[0], ok,
				again)
			return
		}
		for i := range kept {
			if kept[i].Text != once[i].Text {
				t.Errorf("%s: the text is another one where trees are given back", p[i])
			}
		}
	})
}

// written translates the files of a program, with trees of their own.
func written(paths []string, once bool) (out []lower.Output, ok bool) {
	files := parseAll(paths)
	if files == nil {
		return nil, true
	}
	var diags diag.List
	out = lower.Translate(files, lower.Options{InlinePointers: true, Once: once}, &diags)
	if diags.HasErrors() {
		return nil, false
	}
	return out, true
}
