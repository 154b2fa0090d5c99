package foreign

import (
	"strconv"
	"strings"
)

// gfortran's module files are lists in parentheses of words, numbers and strings in apostrophes,
// behind one line that tells the version.

const gnuMagic = "GFORTRAN module version '"

// gnuVersions are 15 of gfortran 8 to 14 and 16 of gfortran 15 and 16. What is read here stands at
// the same places in both.
var gnuVersions = []string{"15", "16"}

// node is a list or a single item.
type node struct {
	text   string
	quoted bool
	isList bool
	list   []node
}

// at gives an item of a list, which must be there.
func (n node) at(i int) node {
	if !n.isList || i >= len(n.list) {
		stop("a list is too short")
	}
	return n.list[i]
}

func (n node) sub(i int) node {
	if n = n.at(i); !n.isList {
		stop("a list is missing")
	}
	return n
}

func (n node) word(i int) string {
	if n = n.at(i); n.isList || n.quoted {
		stop("a word is missing")
	}
	return n.text
}

func (n node) str(i int) string {
	if n = n.at(i); !n.quoted {
		stop("a string is missing")
	}
	return n.text
}

func (n node) number(i int) int {
	v, err := strconv.Atoi(n.word(i))
	if err != nil {
		stop("a number is missing")
	}
	return v
}

func (n node) empty() bool { return n.isList && len(n.list) == 0 }

func (n node) isWord() bool { return !n.isList && !n.quoted }

// has tells whether a word is among the items from the given one on.
func (n node) has(from int, word string) bool {
	for _, it := range n.list[min(from, len(n.list)):] {
		if it.isWord() && it.text == word {
			return true
		}
	}
	return false
}

// scanner reads the lists.
type scanner struct {
	text string
	at   int
}

const maxDepth = 2000

// all reads what stands between here and the end, or the closing parenthesis.
func (s *scanner) all(depth int) (items []node) {
	if depth > maxDepth {
		stop("its lists are too deep")
	}
	for {
		for s.at < len(s.text) && strings.IndexByte(" \n\r\t", s.text[s.at]) >= 0 {
			s.at++
		}
		switch {
		case s.at == len(s.text):
			if depth > 0 {
				stop("it ends in a list")
			}
			return items
		case s.text[s.at] == ')':
			if depth == 0 {
				stop("a parenthesis too many")
			}
			s.at++
			return items
		case s.text[s.at] == '(':
			s.at++
			items = append(items, node{isList: true, list: s.all(depth + 1)})
		case s.text[s.at] == '\'':
			items = append(items, node{quoted: true, text: s.quoted()})
		default:
			from := s.at
			for s.at < len(s.text) && strings.IndexByte(" \n\r\t()'", s.text[s.at]) < 0 {
				s.at++
			}
			items = append(items, node{text: s.text[from:s.at]})
		}
	}
}

// quoted reads a string; an apostrophe in it is doubled.
func (s *scanner) quoted() string {
	var b strings.Builder
	for s.at++; ; s.at++ {
		switch {
		case s.at >= len(s.text):
			stop("it ends in a string")
		case s.text[s.at] != '\'':
			b.WriteByte(s.text[s.at])
		case s.at+1 < len(s.text) && s.text[s.at+1] == '\'':
			b.WriteByte('\'')
			s.at++
		default:
			s.at++
			return b.String()
		}
	}
}
