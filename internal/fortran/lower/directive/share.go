package directive

import (
	"slices"
	"sort"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// sharesNothing tells whether variables that a directive does not name are not shared: a thread's
// own of what is generated would have no value.
func (d *Directive) sharesNothing() bool {
	text := strings.ReplaceAll(d.text, " ", "")
	return strings.Contains(text, "default(none)") || strings.Contains(text, "default(private)") ||
		strings.Contains(text, "default(firstprivate)")
}

// shareGenerated adds SHARED with the generated variables that a construct uses to its
// DEFAULT(NONE), or another that shares nothing.
func (f *File) shareGenerated(list []*Directive, i int) {
	d := list[i]
	src := d.lines[0].Range.Src
	from, to := f.regionOf(list, i)
	names := slices.DeleteFunc(f.generatedIn(src, from, to, d), f.ofHead)
	if len(names) == 0 {
		return
	}
	for _, ln := range d.lines {
		text := strings.ToLower(ln.Range.Text())
		i := strings.Index(text, "default")
		if i < 0 {
			continue
		}
		j := strings.IndexByte(text[i:], ')')
		if j < 0 {
			continue
		}
		at := ln.Range
		at.Start += int32(i + j + 1)
		at.End = at.Start
		rest := text[i+j+1:]
		f.edits = append(f.edits, emit.SourceEdit{At: at, Text: f.clause("shared", d, names, rest)})
		var views []string // the library version has no local pointers
		for _, n := range names {
			if !mangle.IsLocalPointer(n) {
				views = append(views, n)
			}
		}
		if len(views) > 0 {
			f.repeatClause(ln, int(at.Start-ln.Range.Start), f.clause("shared", d, views, rest))
		}
		return
	}
}

// clause is text for a directive; in fixed form it has lines of its own.
func (f *File) clause(word string, d *Directive, names []string, rest string) string {
	if f.file.Form != syntax.Fixed {
		return " " + word + "(" + strings.Join(names, ", ") + ")"
	}
	// and a name of 63 characters: within 72 columns
	next := "\n" + d.lines[0].Range.Text()[:len(d.sentinel)] + "&"
	clause := next + " " + word + "(" + next + strings.Join(names, ","+next) + ")"
	if strings.TrimSpace(rest) != "" {
		clause += next
	}
	return clause
}

// repeatClause edits the copies of a directive line that stand in front of the second versions of
// loops.
func (f *File) repeatClause(d *syntax.Directive, at int, clause string) {
	if f.copies == nil {
		f.findCopies()
	}
	for _, ln := range f.copies[d.Range] {
		lead := len(ln.Text) - len(strings.TrimLeft(ln.Text, " "))
		ln.Text = ln.Text[:lead+at] + clause + ln.Text[lead+at:]
	}
}

// findCopies finds the generated lines that are copies of directive lines.
func (f *File) findCopies() {
	f.copies = map[diag.Range][]*emit.Line{}
	ofFile := map[diag.Range]bool{}
	for _, d := range f.file.Directives {
		ofFile[d.Range] = true
	}
	for _, p := range f.plans {
		for _, list := range [][]emit.Line{p.Before, p.After} {
			for i := range list {
				if at := list[i].At; ofFile[at] {
					f.copies[at] = append(f.copies[at], &list[i])
				}
			}
		}
	}
}

// generatedIn lists the variables in generated text of a range of the source: the current team,
// views, lengths and cobounds. Those declared in the text itself are of no concern outside.
func (f *File) generatedIn(src *diag.Source, from, to int32, d *Directive) []string {
	found, declared := map[string]bool{}, map[string]bool{}
	for _, k := range f.plansIn(src, from, to) {
		p := k.plan
		if k.at.End > to {
			continue
		}
		texts := []string{p.Text}
		if p.StartsAt == 0 || p.StartsAt > d.start() {
			for _, ln := range p.Before[p.Entries:] {
				texts = append(texts, ln.Text)
			}
		}
		for _, ln := range p.After {
			texts = append(texts, ln.Text)
		}
		for _, t := range texts {
			eachGenerated(t, func(name, next string) {
				switch {
				case strings.Contains(t, ":: "+name):
					declared[name] = true
				case slices.Contains(runtimeVariables, strings.TrimSuffix(name, mangle.KeptSuffix)):
					found[name] = true
				case next == "%" ||
					(strings.HasPrefix(name, "coral_b_") || strings.HasPrefix(name, "coral_l_")) &&
						!f.constant[name]:
					found[name] = true
				}
			})
		}
	}
	var names []string
	for n := range found {
		if !declared[n] {
			names = append(names, n)
		}
	}
	sort.Strings(names)
	return names
}

// runtimeVariables are those of the runtime that generated lines may name, as they are or kept
// by a procedure (mangle.KeptSuffix).
var runtimeVariables = []string{"coral_gen", "coral_lib", "coral_apart", "coral_me", "coral_num",
	"coral_self", "coral_step", "coral_shift",
	"coral_bases", "coral_span", "coral_slots"}

// eachGenerated calls f for the generated names in a text, with the character that follows.
func eachGenerated(text string, f func(name, next string)) {
	isName := func(c byte) bool {
		return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	for i := 0; i < len(text); {
		if text[i] == '\'' || text[i] == '"' {
			if j := strings.IndexByte(text[i+1:], text[i]); j >= 0 {
				i += j + 2
				continue
			}
			return
		}
		j := i
		for j < len(text) && isName(text[j]) {
			j++
		}
		if strings.HasPrefix(text[i:j], "coral_") {
			f(text[i:j], text[j:min(j+1, len(text))])
		}
		i = max(j, i+1)
	}
}
