package edit

import "strings"

// Marks around a subscript with a constructor in a FORALL: indexMark, the name of an index,
// subscriptMark, the subscript, endMark. In the text of the statement itself they become a sum that
// has the index; in transfers, which may stand outside of the FORALL, they are dropped.
const indexMark, subscriptMark, endMark = "\x02", "\x03", "\x04"

// LengthMark separates the text of a first element that is a substring from its length.
const LengthMark = "\x05"

// WithIndex marks a subscript that gets an index of a FORALL in front.
func WithIndex(index, subscript string) string {
	return indexMark + index + subscriptMark + subscript + endMark
}

// HasIndex tells whether a subscript is marked so.
func HasIndex(subscript string) bool { return strings.HasPrefix(subscript, indexMark) }

// IndicesInFront is the text of a FORALL in which marked subscripts have their indices.
func IndicesInFront(text string) string {
	if !strings.Contains(text, indexMark) {
		return text
	}
	return strings.NewReplacer(indexMark, "(0*", subscriptMark, "+(", endMark, "))").Replace(text)
}

// WithoutIndices is a line outside of the statement itself, in which marked subscripts are as they
// were.
func WithoutIndices(text string) string {
	if !strings.Contains(text, indexMark) {
		return text
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, indexMark)
		b.WriteString(before)
		if !found {
			return strings.ReplaceAll(b.String(), endMark, "")
		}
		_, text, _ = strings.Cut(rest, subscriptMark)
	}
}
