// Package sums finds additions that GCC before 13 gets wrong where it makes one vector of several:
// numbers that are added against their order in memory are counted twice (GCC's bug 110381).
package sums

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Backwards tells whether a file may add elements against their order in memory: by a section or a
// loop with a negative step, or by several additions of elements of one array to one variable.
func Backwards(f *syntax.File) bool {
	var tokens []syntax.Token
	last := "" // what the statement before has added to
	for _, s := range f.Stmts {
		tokens = s.Info().AppendTokens(tokens[:0])
		sum, several := addsTo(tokens)
		if descends(tokens) || several || sum != "" && sum == last {
			return true
		}
		last = sum
	}
	return false
}

// descends tells whether a statement has a triplet, or is a DO statement, with a negative step.
func descends(tokens []syntax.Token) bool {
	depth, colons, commas := 0, 0, 0
	for i, t := range tokens {
		switch t.Kind {
		case syntax.LParen, syntax.LBracket:
			depth++
			colons = 0
		case syntax.RParen, syntax.RBracket:
			depth--
		case syntax.Comma:
			colons = 0
			if depth == 0 {
				commas++
			}
		case syntax.Colon:
			colons++
		case syntax.DoubleColon:
			if depth > 0 {
				colons = 2
			}
		case syntax.Minus:
			before := tokens[max(i-1, 0)].Kind
			stepped := colons == 2 && (before == syntax.Colon || before == syntax.DoubleColon)
			if stepped || commas == 2 && before == syntax.Comma && tokens[0].Text == "do" {
				return true
			}
		}
	}
	return false
}

// addsTo is the variable to which an assignment adds, `v = v + ..`, as it is written, or "", and
// whether it adds several elements of one array or structure. An element that each turn of the
// loops has for itself is no sum: its subscripts have all names that others have.
func addsTo(tokens []syntax.Token) (sum string, several bool) {
	at := slices.IndexFunc(tokens, func(t syntax.Token) bool { return t.Kind == syntax.Assign })
	if at <= 0 || len(tokens) < 2*at+3 || tokens[0].Kind != syntax.NameTok {
		return "", false
	}
	own, seen, others := map[string]bool{}, map[string]bool{}, false
	for i := range at {
		if tokens[i].Text != tokens[at+1+i].Text {
			return "", false
		}
		sum += tokens[i].Text
		own[tokens[i].Text] = i > 0
	}
	rest := tokens[2*at+1:]
	if rest[0].Kind != syntax.Plus && rest[0].Kind != syntax.Minus {
		return "", false
	}
	for i, t := range rest {
		if t.Kind != syntax.NameTok || rest[max(i-1, 0)].Kind == syntax.Percent {
			continue
		}
		if i+1 < len(rest) && (rest[i+1].Kind == syntax.LParen ||
			rest[i+1].Kind == syntax.Percent) {
			several = several || seen[t.Text]
			seen[t.Text] = true
			continue
		}
		others = others || !own[t.Text]
	}
	if len(seen) == 0 || !others {
		return "", false
	}
	return sum, several
}
