package directive

import (
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Place decides, when all statements are planned, where lines around statements with directives go,
// and edits directives. constant are the generated names that are constants.
func (f *File) Place(plans map[syntax.Stmt]*emit.Plan,
	constant func() map[string]bool) []emit.SourceEdit {
	if !f.Any() {
		return nil
	}
	f.plans, f.constant = plans, constant()
	for s, p := range f.plans {
		f.openLoosely(s, p)
		if p.StartsAt = 0; len(p.Before) > 0 && s.Info().Label == nil {
			if list := f.Attached(s); len(list) > 0 {
				p.StartsAt = LineStart(s.Info().Range.Src, list[0].start())
			}
		}
		if len(p.After) > 0 {
			head := s
			if c := f.loops[s]; c != nil {
				head = c.Head
			}
			if _, isLoop := s.(*syntax.DoStmt); isLoop {
				continue
			}
			if d := f.Closing(s, f.Attached(head)); d != nil {
				p.EndsAt = d.End()
			}
		}
	}
	f.inOrder = map[*diag.Source][]planned{}
	for s, p := range f.plans {
		src := s.Info().Range.Src
		f.inOrder[src] = append(f.inOrder[src], planned{s.Info().Range, p})
	}
	for _, list := range f.inOrder {
		sort.Slice(list, func(i, j int) bool { return list[i].at.Start < list[j].at.Start })
	}
	for _, list := range f.lists {
		for i, d := range list {
			switch {
			case d.sentinel != "!$omp" || len(d.words) == 0 || d.words[0] == "end":
			case d.words[len(d.words)-1] == "workshare" || len(d.words) > 1 &&
				d.words[1] == "workshare" || d.words[0] == "workshare":
				f.singleForWorkshare(list, i)
			case d.sharesNothing():
				f.shareGenerated(list, i)
			}
			if d.sentinel == "!$omp" {
				f.ownHeads(list, i)
			}
		}
	}
	f.edits = append(f.edits, f.sequenceFields()...)
	sort.SliceStable(f.edits, func(i, j int) bool {
		return f.edits[i].At.Start < f.edits[j].At.Start
	})
	return f.edits
}

// sequenceFields takes away what stands behind the last column of fixed form in directive lines
// that are edited, and would be part of the directive in a shorter line.
func (f *File) sequenceFields() []emit.SourceEdit {
	if f.file.Form != syntax.Fixed || len(f.edits) == 0 {
		return nil
	}
	var out []emit.SourceEdit
	for _, d := range f.file.Directives {
		field := d.Range
		field.Start = d.Range.End
		field.End = int32(emit.NextLine(d.Range.Src, int(field.Start)))
		text := field.Text()
		if strings.TrimSpace(text) == "" {
			continue
		}
		field.End -= int32(len(text) - len(strings.TrimRight(text, "\r\n")))
		if slices.ContainsFunc(f.edits, func(e emit.SourceEdit) bool {
			return e.At.Src == d.Range.Src && e.At.Start >= d.Range.Start && e.At.End <= d.Range.End
		}) {
			out = append(out, emit.SourceEdit{At: field, Text: ""})
		}
	}
	return out
}

// openLoosely puts a CONTINUE in front of lines that begin with a BLOCK construct and are the first
// of an OpenMP region: the END of that construct would be the region's (OpenMP 5.1, strictly
// structured block).
func (f *File) openLoosely(s syntax.Stmt, p *emit.Plan) {
	first := p.Text
	if len(p.Before) > int(p.Entries) {
		first = p.Before[p.Entries].Text
	}
	if word, _, _ := strings.Cut(strings.TrimLeft(first, " "), "\n"); word != "block" {
		return
	}
	r := s.Info().Range
	list, pos := f.lists[r.Src], r.Start
	if attached := f.Attached(s); len(attached) > 0 {
		pos = attached[0].start()
	}
	i := sort.Search(len(list), func(i int) bool { return list[i].start() >= pos }) - 1
	if i >= 0 && strings.HasPrefix(list[i].sentinel, "!$omp") && len(list[i].words) > 0 &&
		list[i].words[0] != "end" &&
		onlyComments(r.Src.Text[list[i].End():pos], f.file.Form) {
		p.Before = slices.Insert(p.Before, int(p.Entries), emit.Line{Text: "continue", At: r})
	}
}

// planned is a plan with the place of its statement.
type planned struct {
	at   diag.Range
	plan *emit.Plan
}

// directiveKind is what directives of one source have in common whose END is the same.
type directiveKind struct {
	src   *diag.Source
	words string
}

// plansIn are the plans of statements that begin in a range of the source, in order.
func (f *File) plansIn(src *diag.Source, from, to int32) []planned {
	list := f.inOrder[src]
	first := sort.Search(len(list), func(i int) bool { return list[i].at.Start >= from })
	last := sort.Search(len(list), func(i int) bool { return list[i].at.Start >= to })
	return list[first:max(first, last)]
}

// regionEnd finds the END directive of the construct that list[i] begins; nil if it has none.
func (f *File) regionEnd(list []*Directive, i int) *Directive {
	// Many loops have none. Whether there is one at all is asked once for all that are alike.
	src := list[i].lines[0].Range.Src
	key := directiveKind{src, list[i].sentinel + " " + strings.Join(list[i].words, " ")}
	last, known := f.lastEnds[key]
	if !known {
		if f.lastEnds == nil {
			f.lastEnds = map[directiveKind]*Directive{}
		}
		for _, d := range slices.Backward(list) {
			if d.closes(list[i]) {
				last = d
				break
			}
		}
		f.lastEnds[key] = last
	}
	if last == nil || last.start() < list[i].start() {
		return nil
	}
	limit := f.endOfUnit(src, list[i].End())
	depth := 0
	for _, d := range list[i+1:] {
		if d.start() > limit {
			break
		}
		switch {
		case strings.Join(d.words, " ") == strings.Join(list[i].words, " "):
			depth++
		case d.closes(list[i]) && depth == 0:
			return d
		case d.closes(list[i]):
			depth--
		}
	}
	return nil
}

// endOfUnit is the end of the program unit or procedure in whose execution part a place is.
func (f *File) endOfUnit(src *diag.Source, at int32) int32 {
	if f.unitEnds == nil {
		f.unitEnds = map[*diag.Source][]int32{}
		for _, s := range f.file.Stmts {
			if e, ok := s.(*syntax.EndStmt); ok && e.Kind <= syntax.EndBlockData {
				f.unitEnds[e.Range.Src] = append(f.unitEnds[e.Range.Src], e.Range.Start)
			}
		}
	}
	list := f.unitEnds[src]
	if i := sort.Search(len(list), func(i int) bool { return list[i] > at }); i < len(list) {
		return list[i]
	}
	return math.MaxInt32
}

// loopFrom is the first loop of the source behind a place, or nil.
func (f *File) loopFrom(src *diag.Source, at int32) *syntax.DoConstruct {
	if f.loopHeads == nil {
		f.loopHeads = map[*diag.Source][]*syntax.DoConstruct{}
		for _, c := range f.loops {
			f.loopHeads[c.Range.Src] = append(f.loopHeads[c.Range.Src], c)
		}
		for _, list := range f.loopHeads {
			sort.Slice(
				list, func(i, j int) bool { return list[i].Range.Start < list[j].Range.Start })
		}
	}
	list := f.loopHeads[src]
	if i := sort.Search(len(list),
		func(i int) bool { return list[i].Range.Start > at }); i < len(list) {
		return list[i]
	}
	return nil
}

// singleForWorkshare makes a WORKSHARE construct in which generated lines stand a SINGLE construct.
func (f *File) singleForWorkshare(list []*Directive, i int) {
	open, end := list[i], f.regionEnd(list, i)
	if end == nil || !f.plannedIn(open.lines[0].Range.Src, open.End(), end.start()) {
		return
	}
	if open.words[0] == "workshare" {
		f.editWord(open, "workshare", "single")
		f.editWord(end, "workshare", "single")
		return
	}
	f.editWord(open, "workshare", "")
	sentinel := open.lines[0].Range.Text()[:len(open.sentinel)]
	f.insertLine(open.lines[len(open.lines)-1], sentinel+" single")
	f.edits = append(f.edits, emit.SourceEdit{At: end.lines[0].Range, Text: sentinel +
		" end single\n" +
		indentOf(end.lines[0]) + sentinel + " end parallel"})
}

func (f *File) insertLine(after *syntax.Directive, text string) {
	at := after.Range
	at.Start = at.End
	f.edits = append(f.edits, emit.SourceEdit{At: at, Text: "\n" + indentOf(after) + text})
}

func indentOf(d *syntax.Directive) string {
	src := d.Range.Src
	return src.Text[LineStart(src, d.Range.Start):d.Range.Start]
}

func (f *File) editWord(d *Directive, word, with string) {
	for _, ln := range d.lines {
		if i := strings.Index(strings.ToLower(ln.Range.Text()), word); i >= 0 {
			at := ln.Range
			at.Start += int32(i)
			at.End = at.Start + int32(len(word))
			f.edits = append(f.edits, emit.SourceEdit{At: at, Text: with})
			return
		}
	}
}

func (f *File) plannedIn(src *diag.Source, from, to int32) bool {
	return slices.ContainsFunc(f.plansIn(src, from, to), func(k planned) bool {
		return k.at.End <= to && len(k.plan.Before)-int(k.plan.Entries)+len(k.plan.After) > 0
	})
}

// regionOf is the range of the source that belongs to the construct that list[i] begins.
func (f *File) regionOf(list []*Directive, i int) (from, to int32) {
	d := list[i]
	src := d.lines[0].Range.Src
	from, to = d.End(), d.End()
	if end := f.regionEnd(list, i); end != nil {
		to = end.start()
	} else if end := f.blockBehind(src, from); end != nil {
		to = end.Range.Start
	}
	if d.attaches() { // the loop that follows
		if c := f.loopFrom(src, from); c != nil &&
			onlyComments(src.Text[from:LineStart(src, c.Range.Start)], f.file.Form) {
			to = c.Range.End
		}
	}
	return from, to
}

// blockBehind is the END of a BLOCK construct that follows a place at once, which then is all of a
// directive's region; nil if none follows.
func (f *File) blockBehind(src *diag.Source, at int32) *syntax.EndStmt {
	depth := 0
	first := sort.Search(len(f.file.Stmts), func(i int) bool {
		r := f.file.Stmts[i].Info().Range
		return r.Src == src && r.Start >= at
	})
	for _, s := range f.file.Stmts[first:] {
		switch s := s.(type) {
		case *syntax.BlockStmt:
			if depth == 0 && !onlyComments(src.Text[at:LineStart(src, s.Range.Start)],
				f.file.Form) {
				return nil
			}
			depth++
		case *syntax.EndStmt:
			if s.Kind == syntax.EndBlock {
				if depth--; depth == 0 {
					return s
				}
			}
		}
		if depth == 0 {
			return nil
		}
	}
	return nil
}
