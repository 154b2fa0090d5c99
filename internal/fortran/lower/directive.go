package lower

import (
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Directives are comments to Coral, but not to the back end: one that belongs to a loop or to an
// atomic statement must stand directly in front of it, so generated lines go before it; the second
// version of a loop has it again; DEFAULT(NONE) and its like need the generated names; and a
// WORKSHARE construct, which takes nothing but assignments, becomes a SINGLE construct where lines
// stand in it (one thread may do all units of its work).

// directive is a directive with its continuation lines.
type directive struct {
	lines    []*syntax.Directive
	sentinel string
	text     string   // what follows the sentinel, in lower case, on one line
	words    []string // its name: words up to the first that has parentheses
}

func (d *directive) start() int32 { return d.lines[0].Range.Start }
func (d *directive) end() int32   { return d.lines[len(d.lines)-1].Range.End }

// directivesOf joins the file's directive lines, per source, in order.
func directivesOf(f *syntax.File) map[*diag.Source][]*directive {
	out := map[*diag.Source][]*directive{}
	lines := append([]*syntax.Directive{}, f.Directives...)
	sort.SliceStable(lines, func(i, j int) bool {
		return lines[i].Range.Start < lines[j].Range.Start
	})
	for _, d := range lines {
		if d.Sentinel == "!$" { // statements, for those who compile them
			continue
		}
		list := out[d.Range.Src]
		body := strings.ToLower(strings.TrimRight(d.Range.Text()[len(d.Sentinel):], " \t\r"))
		if n := len(list); n > 0 && list[n-1].sentinel == d.Sentinel &&
			continues(list[n-1], body) &&
			onlyComments(d.Range.Src.Text[list[n-1].end():d.Range.Start], f.Form) {
			last := list[n-1]
			last.lines = append(last.lines, d)
			last.text = strings.TrimSuffix(last.text, "&") + " " +
				strings.TrimLeft(strings.TrimLeft(body, " \t"), "&")
			last.words = namesOf(last.text)
			continue
		}
		out[d.Range.Src] = append(list,
			&directive{lines: []*syntax.Directive{d}, sentinel: d.Sentinel, text: body,
				words: namesOf(body)})
	}
	return out
}

// continues tells whether a line goes on with a directive: by & at the end of free form, or in
// column 6 of fixed form.
func continues(d *directive, body string) bool {
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
func (d *directive) attaches() bool {
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
func (d *directive) closes(opening *directive) bool {
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

// attached are the directives that must stay directly in front of a statement.
func (l *lowerer) attached(s syntax.Stmt) []*directive {
	r := s.Info().Range
	list := l.directives[r.Src]
	i := sort.Search(len(list), func(i int) bool { return list[i].start() >= r.Start })
	pos, from := r.Start, i
	for from > 0 && list[from-1].attaches() &&
		onlyComments(r.Src.Text[list[from-1].end():pos], l.f.Form) {
		from--
		pos = list[from].start()
	}
	return list[from:i]
}

// closing is the END directive behind a statement that belongs to one of the directives in front of
// another, or nil.
func (l *lowerer) closing(s syntax.Stmt, opening []*directive) *directive {
	r := s.Info().Range
	list := l.directives[r.Src]
	i := sort.Search(len(list), func(i int) bool { return list[i].start() >= r.End })
	if i == len(list) || !onlyComments(restOfLine(r.Src.Text[r.End:list[i].start()]), l.f.Form) {
		return nil
	}
	for _, d := range opening {
		if list[i].closes(d) {
			return list[i]
		}
	}
	return nil
}

// restOfLine leaves out a semicolon.
func restOfLine(text string) string { return strings.TrimLeft(text, "; \t") }

// directiveWithin tells whether directives stand inside a construct.
func (l *lowerer) directiveWithin(r diag.Range) bool {
	list := directivesFrom(l.directives[r.Src], r.Start+1)
	return len(list) > 0 && list[0].start() < r.End
}

// directivesFrom are those of a sorted list that begin at a place or behind it.
func directivesFrom(list []*directive, at int32) []*directive {
	return list[sort.Search(len(list), func(i int) bool { return list[i].start() >= at }):]
}

// bounds tells whether a region may begin or end at a directive that not all threads come through,
// or not at once: what a SECTION, a TASK or a MASTER construct has done, the thread that executes
// the next statement may not have seen.
func (d *directive) bounds() bool {
	switch d.sentinel {
	case "!$omp", "!$ompx", "!$acc":
		return !d.attaches()
	}
	return false
}

// specifies tells whether a directive stands among declarations.
func (d *directive) specifies() bool {
	if len(d.words) == 0 {
		return true
	}
	switch d.words[0] {
	case "threadprivate", "groupprivate", "declare", "requires", "routine", "allocate":
		return true
	}
	return d.sentinel != "!$omp" && d.sentinel != "!$ompx" && d.sentinel != "!$acc"
}

// regionInFront tells where the directives begin in whose regions a procedure's first executable
// statement stands; 0 if there are none. What the procedure begins with must not be left to the
// thread that executes the first section or task of them.
func (l *lowerer) regionInFront(s syntax.Stmt) int32 {
	i, r := syntax.IndexOf(s), s.Info().Range
	if i == 0 || l.f.Stmts[i-1].Info().Range.Src != r.Src {
		return 0
	}
	for _, d := range directivesFrom(l.directives[r.Src], l.f.Stmts[i-1].Info().Range.End) {
		if d.start() >= r.Start {
			break
		}
		if !d.specifies() {
			return lineStart(r.Src, d.start())
		}
	}
	return 0
}

// regionsBefore makes lowerer.regions.
func (l *lowerer) regionsBefore() []int {
	if len(l.directives) == 0 {
		return nil
	}
	between := func(src *diag.Source, from, to int32) bool {
		list := l.directives[src]
		i := sort.Search(len(list), func(i int) bool { return list[i].start() >= from })
		for ; i < len(list) && list[i].start() < to; i++ {
			if list[i].bounds() {
				return true
			}
		}
		return false
	}
	out := make([]int, len(l.f.Stmts))
	for i := 1; i < len(out); i++ {
		before, at := l.f.Stmts[i-1].Info().Range, l.f.Stmts[i].Info().Range
		found := false
		if before.Src == at.Src {
			found = between(at.Src, before.End, at.Start)
		} else { // an INCLUDE line begins or ends somewhere in between
			found = between(before.Src, before.End, math.MaxInt32) || between(at.Src, 0, at.Start)
		}
		out[i] = out[i-1]
		if found {
			out[i]++
		}
	}
	return out
}

// enters tells whether a region of threads begins or ends between an item and the one in front of
// it in a block, or the block's beginning.
func (l *lowerer) enters(items []syntax.Item, i int) bool {
	if l.regions == nil {
		return false
	}
	first := func(it syntax.Item) int {
		at := -1
		syntax.EachStmt([]syntax.Item{it}, func(s syntax.Stmt) {
			if at < 0 {
				at = syntax.IndexOf(s)
			}
		})
		return at
	}
	to := first(items[i])
	from := to - 1
	if i > 0 {
		from = first(items[i-1])
	}
	return from >= 0 && to >= 0 && l.regions[from] != l.regions[to]
}

// directiveLines are directives as generated lines.
func directiveLines(list []*directive) []emit.Line {
	var out []emit.Line
	for _, d := range list {
		for _, ln := range d.lines {
			out = append(out, emit.Line{Text: ln.Range.Text(), At: ln.Range})
		}
	}
	return out
}

// placeDirectives decides, when all statements are planned, where lines around statements with
// directives go, and edits directives.
func (l *lowerer) placeDirectives() {
	if len(l.directives) == 0 {
		return
	}
	for s, p := range l.plans {
		l.openLoosely(s, p)
		if p.StartsAt = 0; len(p.Before) > 0 && s.Info().Label == nil {
			if list := l.attached(s); len(list) > 0 {
				p.StartsAt = lineStart(s.Info().Range.Src, list[0].start())
			}
		}
		if len(p.After) > 0 {
			head := s
			if c := l.loops[s]; c != nil {
				head = c.Head
			}
			if _, isLoop := s.(*syntax.DoStmt); isLoop {
				continue
			}
			if d := l.closing(s, l.attached(head)); d != nil {
				p.EndsAt = d.end()
			}
		}
	}
	l.inOrder = map[*diag.Source][]planned{}
	for s, p := range l.plans {
		src := s.Info().Range.Src
		l.inOrder[src] = append(l.inOrder[src], planned{s.Info().Range, p})
	}
	for _, list := range l.inOrder {
		sort.Slice(list, func(i, j int) bool { return list[i].at.Start < list[j].at.Start })
	}
	for _, list := range l.directives {
		for i, d := range list {
			switch {
			case d.sentinel != "!$omp" || len(d.words) == 0 || d.words[0] == "end":
			case d.words[len(d.words)-1] == "workshare" || len(d.words) > 1 &&
				d.words[1] == "workshare" || d.words[0] == "workshare":
				l.singleForWorkshare(list, i)
			case d.sharesNothing():
				l.shareGenerated(list, i)
			}
			if d.sentinel == "!$omp" {
				l.ownHeads(list, i)
			}
		}
	}
	l.edits = append(l.edits, l.sequenceFields()...)
	sort.SliceStable(l.edits, func(i, j int) bool {
		return l.edits[i].At.Start < l.edits[j].At.Start
	})
}

// sequenceFields takes away what stands behind the last column of fixed form in directive lines
// that are edited, and would be part of the directive in a shorter line.
func (l *lowerer) sequenceFields() []emit.SourceEdit {
	if l.f.Form != syntax.Fixed || len(l.edits) == 0 {
		return nil
	}
	var out []emit.SourceEdit
	for _, d := range l.f.Directives {
		field := d.Range
		field.Start = d.Range.End
		field.End = int32(emit.NextLine(d.Range.Src, int(field.Start)))
		text := field.Text()
		if strings.TrimSpace(text) == "" {
			continue
		}
		field.End -= int32(len(text) - len(strings.TrimRight(text, "\r\n")))
		if slices.ContainsFunc(l.edits, func(e emit.SourceEdit) bool {
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
func (l *lowerer) openLoosely(s syntax.Stmt, p *emit.Plan) {
	first := p.Text
	if len(p.Before) > int(p.Entries) {
		first = p.Before[p.Entries].Text
	}
	if word, _, _ := strings.Cut(strings.TrimLeft(first, " "), "\n"); word != "block" {
		return
	}
	r := s.Info().Range
	list, pos := l.directives[r.Src], r.Start
	if attached := l.attached(s); len(attached) > 0 {
		pos = attached[0].start()
	}
	i := sort.Search(len(list), func(i int) bool { return list[i].start() >= pos }) - 1
	if i >= 0 && strings.HasPrefix(list[i].sentinel, "!$omp") && len(list[i].words) > 0 &&
		list[i].words[0] != "end" &&
		onlyComments(r.Src.Text[list[i].end():pos], l.f.Form) {
		p.Before = slices.Insert(p.Before, int(p.Entries), emit.Line{Text: "continue", At: r})
	}
}

func lineStart(src *diag.Source, off int32) int32 {
	return int32(strings.LastIndexByte(src.Text[:off], '\n') + 1)
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
func (l *lowerer) plansIn(src *diag.Source, from, to int32) []planned {
	list := l.inOrder[src]
	first := sort.Search(len(list), func(i int) bool { return list[i].at.Start >= from })
	last := sort.Search(len(list), func(i int) bool { return list[i].at.Start >= to })
	return list[first:max(first, last)]
}

// regionEnd finds the END directive of the construct that list[i] begins; nil if it has none.
func (l *lowerer) regionEnd(list []*directive, i int) *directive {
	// Many loops have none. Whether there is one at all is asked once for all that are alike.
	src := list[i].lines[0].Range.Src
	key := directiveKind{src, list[i].sentinel + " " + strings.Join(list[i].words, " ")}
	last, known := l.lastEnds[key]
	if !known {
		if l.lastEnds == nil {
			l.lastEnds = map[directiveKind]*directive{}
		}
		for _, d := range slices.Backward(list) {
			if d.closes(list[i]) {
				last = d
				break
			}
		}
		l.lastEnds[key] = last
	}
	if last == nil || last.start() < list[i].start() {
		return nil
	}
	limit := l.endOfUnit(src, list[i].end())
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
func (l *lowerer) endOfUnit(src *diag.Source, at int32) int32 {
	if l.unitEnds == nil {
		l.unitEnds = map[*diag.Source][]int32{}
		for _, s := range l.f.Stmts {
			if e, ok := s.(*syntax.EndStmt); ok && e.Kind <= syntax.EndBlockData {
				l.unitEnds[e.Range.Src] = append(l.unitEnds[e.Range.Src], e.Range.Start)
			}
		}
	}
	list := l.unitEnds[src]
	if i := sort.Search(len(list), func(i int) bool { return list[i] > at }); i < len(list) {
		return list[i]
	}
	return math.MaxInt32
}

// loopFrom is the first loop of the source behind a place, or nil.
func (l *lowerer) loopFrom(src *diag.Source, at int32) *syntax.DoConstruct {
	if l.loopHeads == nil {
		l.loopHeads = map[*diag.Source][]*syntax.DoConstruct{}
		for _, c := range l.loops {
			l.loopHeads[c.Range.Src] = append(l.loopHeads[c.Range.Src], c)
		}
		for _, list := range l.loopHeads {
			sort.Slice(
				list, func(i, j int) bool { return list[i].Range.Start < list[j].Range.Start })
		}
	}
	list := l.loopHeads[src]
	if i := sort.Search(len(list),
		func(i int) bool { return list[i].Range.Start > at }); i < len(list) {
		return list[i]
	}
	return nil
}

// singleForWorkshare makes a WORKSHARE construct in which generated lines stand a SINGLE construct.
func (l *lowerer) singleForWorkshare(list []*directive, i int) {
	open, end := list[i], l.regionEnd(list, i)
	if end == nil || !l.plannedIn(open.lines[0].Range.Src, open.end(), end.start()) {
		return
	}
	if open.words[0] == "workshare" {
		l.editWord(open, "workshare", "single")
		l.editWord(end, "workshare", "single")
		return
	}
	l.editWord(open, "workshare", "")
	sentinel := open.lines[0].Range.Text()[:len(open.sentinel)]
	l.insertLine(open.lines[len(open.lines)-1], sentinel+" single")
	l.edits = append(l.edits, emit.SourceEdit{At: end.lines[0].Range, Text: sentinel +
		" end single\n" +
		indentOf(end.lines[0]) + sentinel + " end parallel"})
}

func (l *lowerer) insertLine(after *syntax.Directive, text string) {
	at := after.Range
	at.Start = at.End
	l.edits = append(l.edits, emit.SourceEdit{At: at, Text: "\n" + indentOf(after) + text})
}

func indentOf(d *syntax.Directive) string {
	src := d.Range.Src
	return src.Text[lineStart(src, d.Range.Start):d.Range.Start]
}

func (l *lowerer) editWord(d *directive, word, with string) {
	for _, ln := range d.lines {
		if i := strings.Index(strings.ToLower(ln.Range.Text()), word); i >= 0 {
			at := ln.Range
			at.Start += int32(i)
			at.End = at.Start + int32(len(word))
			l.edits = append(l.edits, emit.SourceEdit{At: at, Text: with})
			return
		}
	}
}

func (l *lowerer) plannedIn(src *diag.Source, from, to int32) bool {
	return slices.ContainsFunc(l.plansIn(src, from, to), func(k planned) bool {
		return k.at.End <= to && len(k.plan.Before)-int(k.plan.Entries)+len(k.plan.After) > 0
	})
}

// sharesNothing tells whether variables that a directive does not name are not shared: a thread's
// own of what is generated would have no value.
func (d *directive) sharesNothing() bool {
	text := strings.ReplaceAll(d.text, " ", "")
	return strings.Contains(text, "default(none)") || strings.Contains(text, "default(private)") ||
		strings.Contains(text, "default(firstprivate)")
}

// regionOf is the range of the source that belongs to the construct that list[i] begins.
func (l *lowerer) regionOf(list []*directive, i int) (from, to int32) {
	d := list[i]
	src := d.lines[0].Range.Src
	from, to = d.end(), d.end()
	if end := l.regionEnd(list, i); end != nil {
		to = end.start()
	} else if end := l.blockBehind(src, from); end != nil {
		to = end.Range.Start
	}
	if d.attaches() { // the loop that follows
		if c := l.loopFrom(src, from); c != nil &&
			onlyComments(src.Text[from:lineStart(src, c.Range.Start)], l.f.Form) {
			to = c.Range.End
		}
	}
	return from, to
}

// blockBehind is the END of a BLOCK construct that follows a place at once, which then is all of a
// directive's region; nil if none follows.
func (l *lowerer) blockBehind(src *diag.Source, at int32) *syntax.EndStmt {
	depth := 0
	first := sort.Search(len(l.f.Stmts), func(i int) bool {
		r := l.f.Stmts[i].Info().Range
		return r.Src == src && r.Start >= at
	})
	for _, s := range l.f.Stmts[first:] {
		switch s := s.(type) {
		case *syntax.BlockStmt:
			if depth == 0 && !onlyComments(src.Text[at:lineStart(src, s.Range.Start)], l.f.Form) {
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

// shareGenerated adds SHARED with the generated variables that a construct uses to its
// DEFAULT(NONE), or another that shares nothing.
func (l *lowerer) shareGenerated(list []*directive, i int) {
	d := list[i]
	src := d.lines[0].Range.Src
	from, to := l.regionOf(list, i)
	names := slices.DeleteFunc(l.generatedIn(src, from, to, d), l.ofHead)
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
		l.edits = append(l.edits, emit.SourceEdit{At: at, Text: l.clause("shared", d, names, rest)})
		var views []string // the library version has no local pointers
		for _, n := range names {
			if !isLocalPointer(n) {
				views = append(views, n)
			}
		}
		if len(views) > 0 {
			l.repeatClause(ln, int(at.Start-ln.Range.Start), l.clause("shared", d, views, rest))
		}
		return
	}
}

// clause is text for a directive; in fixed form it has lines of its own.
func (l *lowerer) clause(word string, d *directive, names []string, rest string) string {
	if l.f.Form != syntax.Fixed {
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
func (l *lowerer) repeatClause(d *syntax.Directive, at int, clause string) {
	if l.copies == nil {
		l.findCopies()
	}
	for _, ln := range l.copies[d.Range] {
		lead := len(ln.Text) - len(strings.TrimLeft(ln.Text, " "))
		ln.Text = ln.Text[:lead+at] + clause + ln.Text[lead+at:]
	}
}

// findCopies finds the generated lines that are copies of directive lines.
func (l *lowerer) findCopies() {
	l.copies = map[diag.Range][]*emit.Line{}
	ofFile := map[diag.Range]bool{}
	for _, d := range l.f.Directives {
		ofFile[d.Range] = true
	}
	for _, p := range l.plans {
		for _, list := range [][]emit.Line{p.Before, p.After} {
			for i := range list {
				if at := list[i].At; ofFile[at] {
					l.copies[at] = append(l.copies[at], &list[i])
				}
			}
		}
	}
}

// generatedIn lists the variables in generated text of a range of the source: the current team,
// views, lengths and cobounds. Those declared in the text itself are of no concern outside.
func (l *lowerer) generatedIn(src *diag.Source, from, to int32, d *directive) []string {
	constant := map[string]bool{}
	for sym := range l.indexed {
		if needed, isConstant := hasBounds(sym); needed && isConstant {
			constant[mangle.Bounds(sym.Name)] = true
		}
	}
	found, declared := map[string]bool{}, map[string]bool{}
	for _, k := range l.plansIn(src, from, to) {
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
				case slices.Contains(runtimeVariables, strings.TrimSuffix(name, keptSuffix)):
					found[name] = true
				case next == "%" ||
					(strings.HasPrefix(name, "coral_b_") || strings.HasPrefix(name, "coral_l_")) &&
						!constant[name]:
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
// (atentry.go).
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

// nestDirectives tells whether any directive may be about a nest of loops.
func nestDirectives(lists map[*diag.Source][]*directive) bool {
	for _, list := range lists {
		for _, d := range list {
			for _, word := range []string{"collapse", "tile", "ordered", "loop", "linear"} {
				if strings.Contains(d.text, word) {
					return true
				}
			}
		}
	}
	return false
}
