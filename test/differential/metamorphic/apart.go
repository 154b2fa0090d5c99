package metamorphic

import "github.com/coral-pgas/coral/internal/fortran/syntax"

// apart has each program unit in a file of its own, in the order of the text. A submodule with
// functions stays with what is in front of it: of a function whose body another file has Coral
// takes it that it may read anything, and refuses some statements that call it.
func apart(f *syntax.File) (texts []string) {
	at := int32(0)
	for k, u := range f.Units {
		end := u.Span().End
		if u.Span().Src != f.Source {
			return nil
		}
		if k == len(f.Units)-1 {
			end = int32(len(f.Source.Text))
		}
		if k+1 < len(f.Units) && hasFunctions(f.Units[k+1]) {
			continue
		}
		text := f.Source.Text[at:end] + "\n"
		if at > 0 { // the rest of the last line may be a comment
			text = "!" + text
			if f.Source.Text[at] == '\n' {
				text = text[1:]
			}
		}
		texts = append(texts, text)
		at = end
	}
	return texts
}

// hasFunctions tells whether a unit is a submodule with functions.
func hasFunctions(u syntax.Unit) bool {
	m, is := u.(*syntax.Submodule)
	if !is {
		return false
	}
	for _, p := range m.Procs {
		if p.Head != nil && p.Head.Kind != syntax.Subroutine {
			return true
		}
	}
	return false
}
