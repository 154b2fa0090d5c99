package directive

import (
	"slices"
	"sort"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// What the head of a construct needs, such as the pointer to a component of another image in `if
// (x[k]%p(i) > 0) then`, is declared in the scope, since no BLOCK can stand around it. In a region
// of several threads each thread executes the head: there such variables are its own, by a PRIVATE
// clause in the directive that begins the region.

// NoteHead keeps the names of variables of heads among declarations that are added to a scope.
func (f *File) NoteHead(scope *resolve.Scope, lines []string) {
	for _, text := range lines {
		attributes, entities, is := strings.Cut(text, " :: ")
		// it keeps what it has found for other statements
		view := strings.HasPrefix(attributes, "type(coral_t_") && !strings.Contains(entities, "_h")
		if !is || view || strings.HasPrefix(attributes, "external") ||
			strings.Contains(attributes, "save") {
			continue
		}
		eachGenerated(entities, func(name, _ string) {
			if f.headNames == nil {
				f.headNames = map[string][]*resolve.Scope{}
			}
			f.headNames[name] = append(f.headNames[name], scope)
		})
	}
}

// ofHead tells whether a name is that of a variable of a head.
func (f *File) ofHead(name string) bool { return f.headNames[name] != nil }

// heldAround tells whether a variable of a head is declared around a range of the source: those of
// BLOCK constructs in a region are each thread's own.
func (f *File) heldAround(name string, src *diag.Source, from, to int32) bool {
	return slices.ContainsFunc(f.headNames[name], func(scope *resolve.Scope) bool {
		r := scope.Node.Span()
		return r.Src == src && r.Start <= from && r.End >= to
	})
}

// environments are the words of directives whose constructs have variables of their own that other
// threads do not see.
var environments = []string{"parallel", "task", "taskloop", "teams", "paralleldo",
	"parallelsections", "parallelworkshare", "parallelloop"}

// directiveWords are the others that the name of such a directive may have.
var directiveWords = []string{"do", "simd", "sections", "workshare", "loop", "distribute", "target",
	"master", "masked", "single"}

// ownHeads makes the variables of heads in the region of a directive private there. Those that have
// got their values in front of it are shared.
func (f *File) ownHeads(list []*Directive, i int) {
	d := list[i]
	if len(f.headNames) == 0 || len(d.words) == 0 || d.words[0] == "end" ||
		!slices.ContainsFunc(d.words,
			func(w string) bool { return slices.Contains(environments, w) }) {
		return
	}
	src := d.lines[0].Range.Src
	from, to := f.regionOf(list, i)
	inside := f.headsIn(src, from, to, d)
	before := f.headsIn(src, f.startOfUnit(src, from), from, nil)
	var names []string
	for name := range inside {
		// those without _h get their values wherever they are used
		if (!before[name] || !strings.Contains(name, "_h")) && f.heldAround(name, src, from, to) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return
	}
	sort.Strings(names)
	ln, offset := d.behindName()
	at := ln.Range
	at.Start += int32(offset)
	at.End = at.Start
	clause := f.clause("private", d, names, ln.Range.Text()[offset:])
	f.edits = append(f.edits, emit.SourceEdit{At: at, Text: clause})
	f.repeatClause(ln, offset, clause)
}

// headsIn are the variables of heads in the generated text of a range of the source. d: what stands
// in front of this directive does not count.
func (f *File) headsIn(src *diag.Source, from, to int32, d *Directive) map[string]bool {
	found := map[string]bool{}
	add := func(text string) {
		eachGenerated(text, func(name, _ string) {
			if f.ofHead(name) {
				found[name] = true
			}
		})
	}
	for _, k := range f.plansIn(src, from, to) {
		p := k.plan
		add(p.Text)
		if d == nil || p.StartsAt == 0 || p.StartsAt > d.start() {
			for _, ln := range p.Before[p.Entries:] {
				add(ln.Text)
			}
		} else {
			for _, ln := range p.Before[p.Entries:] { // made in front of the region, for its loop
				eachGenerated(ln.Text, func(name, _ string) { delete(found, name) })
			}
		}
		for _, ln := range p.After {
			if !strings.Contains(ln.Text, " :: ") {
				add(ln.Text)
			}
		}
	}
	return found
}

// startOfUnit is where the execution part around a place may begin at the earliest: behind the last
// END of a program unit or procedure.
func (f *File) startOfUnit(src *diag.Source, at int32) int32 {
	f.endOfUnit(src, at)
	list := f.unitEnds[src]
	if i := sort.Search(len(list), func(i int) bool { return list[i] >= at }); i > 0 {
		return list[i-1]
	}
	return 0
}

// behindName is the line of a directive in which its name ends, and where.
func (d *Directive) behindName() (ln *syntax.Directive, offset int) {
	for i, next := range d.lines {
		text := strings.ToLower(next.Range.Text())
		end := 0
		// of any comment character
		if n := len(d.sentinel); len(text) >= n && text[1:n] == d.sentinel[1:] {
			end = n
		}
		named, rest := false, ""
		for {
			rest = strings.TrimLeft(text[end:], " \t&")
			start := len(text) - len(rest)
			n := strings.IndexFunc(rest, func(r rune) bool { return r < 'a' || r > 'z' })
			if n < 0 {
				n = len(rest)
			}
			if !slices.Contains(environments, rest[:n]) &&
				!slices.Contains(directiveWords, rest[:n]) {
				break
			}
			end, named = start+n, true
		}
		if named || i == 0 {
			ln, offset = next, end
		}
		if !named || strings.Trim(rest, " \t&") != "" {
			break
		}
	}
	return ln, offset
}
