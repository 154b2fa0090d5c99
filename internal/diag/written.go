package diag

import (
	"unicode"
	"unicode/utf8"
)

// written is the place in the user's own text for one in preprocessed text, where that text can be
// had: the same line, and of its words those that the preprocessor has left, or the macro that
// stands in their place.
func (r Range) written() Range {
	if r.Src == nil || r.Src.Written == nil || r.Start < 0 || int(r.Start) > len(r.Src.Text) {
		return r
	}
	pos := r.Position()
	original := r.Src.Written(pos.File)
	if original == nil || pos.Line < 1 || pos.Line > original.LineCount() {
		return r
	}
	theirs, ours := original.LineRange(pos.Line), r.Src.LineRange(r.Src.PhysicalLine(int(r.Start)))
	before, after := wordsOf(theirs), wordsOf(ours)
	first, last := -1, -1 // of the range's words
	for i, w := range after {
		if w.End > r.Start && first < 0 {
			first = i
		}
		if w.Start < max(r.End, r.Start+1) {
			last = i
		}
	}
	if len(before) == 0 || first < 0 || last < first {
		return r
	}
	places := align(before, after)
	from, to := 0, len(before)-1
	for i := range first + 1 { // behind the last word that is in both, or that word itself
		if places[i] >= 0 {
			from = places[i]
			if i < first {
				from++
			}
		}
	}
	for i := len(after) - 1; i >= last; i-- {
		if places[i] >= 0 {
			to = places[i]
			if i > last {
				to--
			}
		}
	}
	from = min(from, len(before)-1)
	to = max(to, from)
	return Range{original, before[from].Start, before[to].End}
}

// wordsOf are names and numbers, and all other characters but blanks one by one.
func wordsOf(line Range) (words []Range) {
	text := line.Text()
	inWord := false
	for i, c := range text {
		at := line.Start + int32(i)
		letter := c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c)
		switch {
		case unicode.IsSpace(c):
		case letter && inWord:
			words[len(words)-1].End = at + int32(utf8.RuneLen(c))
		default:
			words = append(words, Range{line.Src, at, at + int32(utf8.RuneLen(c))})
		}
		inWord = letter
	}
	return words
}

// mostWords bounds what is compared, which costs the square.
const mostWords = 2000

// align gives, for each word of b, the word of a that it is in a longest common subsequence of
// both, or -1.
func align(a, b []Range) []int {
	places := make([]int, len(b))
	for i := range places {
		places[i] = -1
	}
	if len(a) > mostWords || len(b) > mostWords {
		return places
	}
	length := make([][]int, len(a)+1) // of that of a[i:] and b[j:]
	for i := range length {
		length[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i].Text() == b[j].Text() {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i].Text() == b[j].Text():
			places[j] = i
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
			i++
		default:
			j++
		}
	}
	return places
}
