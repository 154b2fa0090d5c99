// Package words finds the word that was meant by one that is not known, for messages.
package words

import "strings"

// DidYouMean is the end of an error about a word, with the one that was meant; "" if none is known.
func DidYouMean(meant string) string {
	if meant == "" {
		return ""
	}
	return "; did you mean " + meant + "?"
}

// Nearest is the word of a list that differs from a word the least, in less than half of its
// letters and in three at most (of two letters, in one); "": there is none, or more than one. The
// hyphens of options are no letters: they are the same in all.
func Nearest(word string, list []string) (near string) {
	most := min(3, (len(strings.TrimLeft(word, "-"))-1)/2)
	if len(word) == 2 {
		most = 1
	}
	best := most + 1
	for _, other := range list {
		switch d := distance(word, other); {
		case d < best:
			best, near = d, other
		case d == best:
			near = ""
		}
	}
	return near
}

// distance is the Levenshtein distance, where letters that have changed places count once.
func distance(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row
		row = make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			cost := last[j]
			if a[i] != b[j] {
				cost++
			}
			row[j+1] = min(cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before = last
	}
	return row[len(b)]
}
