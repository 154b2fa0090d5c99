// Package directive knows the directives of a file, and how generated text goes around them.
//
// Directives are comments to Coral, but not to the back end: one that belongs to a loop or to an
// atomic statement must stand directly in front of it, so generated lines go before it; the second
// version of a loop has it again; DEFAULT(NONE) and its like need the generated names; and a
// WORKSHARE construct, which takes nothing but assignments, becomes a SINGLE construct where lines
// stand in it (one thread may do all units of its work).
package directive

import (
	"sort"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Directive is a directive with its continuation lines.
type Directive struct {
	lines    []*syntax.Directive
	sentinel string
	text     string   // what follows the sentinel, in lower case, on one line
	words    []string // its name: words up to the first that has parentheses
}

// IsAtomic tells whether a directive begins an atomic construct of OpenMP.
func (d *Directive) IsAtomic() bool {
	return d.sentinel == "!$omp" && len(d.words) > 0 && d.words[0] == "atomic"
}

func (d *Directive) start() int32 { return d.lines[0].Range.Start }

// End is where the last line of a directive ends.
func (d *Directive) End() int32 { return d.lines[len(d.lines)-1].Range.End }

// continues tells whether a line goes on with a directive: by & at the end of free form, or in
// column 6 of fixed form.
func continues(d *Directive, body string) bool {
	return strings.HasSuffix(d.text, "&") || strings.HasPrefix(body, "&")
}

func namesOf(text string) []string {
	var out []string
	for _, w := range strings.Fields(strings.TrimSuffix(text, "&")) {
		if i := strings.IndexByte(w, '('); i >= 0 {
			if i > 0 {
				out = append(out, w[:i])
			}
			break
		}
		out = append(out, w)
	}
	return out
}

// onlyComments tells whether text that begins where a directive ends has nothing but blank lines
// and comments. In its first line there is at most a sequence field of fixed form.
func onlyComments(text string, form syntax.Form) bool {
	// It stops at the first other line: the rest of a file may follow.
	for first := true; text != ""; first = false {
		ln, rest, _ := strings.Cut(text, "\n")
		text = rest
		if first && form == syntax.Fixed || !first && ln != "" &&
			strings.IndexByte("cC*", ln[0]) >= 0 {
			continue
		}
		if ln = strings.TrimSpace(ln); ln != "" && ln[0] != '!' {
			return false
		}
	}
	return true
}

// attaches tells whether a directive must stand directly in front of its statement.
func (d *Directive) attaches() bool {
	if len(d.words) == 0 || d.words[0] == "end" {
		return false
	}
	if d.sentinel != "!$omp" && d.sentinel != "!$acc" && d.sentinel != "!$xmp" &&
		d.sentinel != "!$ompx" {
		return true
	}
	for _, w := range d.words {
		switch w {
		case "do", "simd", "loop", "taskloop", "distribute", "tile", "unroll", "atomic",
			"paralleldo", "parallelloop":
			return true
		}
	}
	return false
}

// closes tells whether a directive is the END of another.
func (d *Directive) closes(opening *Directive) bool {
	if len(d.words) < 2 || d.words[0] != "end" || d.sentinel != opening.sentinel {
		return false
	}
	for i, w := range d.words[1:] {
		if w == "nowait" {
			break
		}
		if i >= len(opening.words) || opening.words[i] != w {
			return false
		}
	}
	return true
}

// restOfLine leaves out a semicolon.
func restOfLine(text string) string { return strings.TrimLeft(text, "; \t") }

// directivesFrom are those of a sorted list that begin at a place or behind it.
func directivesFrom(list []*Directive, at int32) []*Directive {
	return list[sort.Search(len(list), func(i int) bool { return list[i].start() >= at }):]
}

// bounds tells whether a region may begin or end at a directive that not all threads come through,
// or not at once: what a SECTION, a TASK or a MASTER construct has done, the thread that executes
// the next statement may not have seen.
func (d *Directive) bounds() bool {
	switch d.sentinel {
	case "!$omp", "!$ompx", "!$acc":
		return !d.attaches()
	}
	return false
}

// specifies tells whether a directive stands among declarations.
func (d *Directive) specifies() bool {
	if len(d.words) == 0 {
		return true
	}
	switch d.words[0] {
	case "threadprivate", "groupprivate", "declare", "requires", "routine", "allocate":
		return true
	}
	return d.sentinel != "!$omp" && d.sentinel != "!$ompx" && d.sentinel != "!$acc"
}

// Lines are directives as generated lines.
func Lines(list []*Directive) []emit.Line {
	var out []emit.Line
	for _, d := range list {
		for _, ln := range d.lines {
			out = append(out, emit.Line{Text: ln.Range.Text(), At: ln.Range})
		}
	}
	return out
}

// LineStart is where the line with a place of a source begins.
func LineStart(src *diag.Source, off int32) int32 {
	return int32(strings.LastIndexByte(src.Text[:off], '\n') + 1)
}

// Has tells whether a directive has a clause, or a word of its name.
func (d *Directive) Has(word string) bool {
	for _, w := range strings.FieldsFunc(d.text,
		func(r rune) bool { return strings.ContainsRune(" \t,&", r) }) {
		if w == word {
			return true
		}
	}
	return false
}
