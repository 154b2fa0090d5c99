package metamorphic

import "github.com/coral-pgas/coral/internal/fortran/syntax"

// apart has each program unit in a file of its own, in the order of the text.
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
		text := f.Source.Text[at:end] + "\n"
		if k > 0 { // the rest of the last line may be a comment
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
