package directive

import (
	"math"
	"sort"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// File has the directives of a file, with what is known of what stands between them.
type File struct {
	file  *syntax.File
	lists map[*diag.Source][]*Directive
	// loops are those of the file by the statements that end them.
	loops map[syntax.Stmt]*syntax.DoConstruct
	// regions counts, by the index of a statement, those up to it in front of which regions of
	// threads begin or end; nil if there are none.
	regions []int
	// nests: a directive may be about a nest of loops.
	nests bool
	// headNames are the variables that heads of constructs have in scopes, with these.
	headNames map[string][]*resolve.Scope

	// The others are known when all statements are planned. inOrder are the plans by the place of
	// their statements, loopHeads the loops, unitEnds the ends of program units and procedures;
	// lastEnds the last END of directives.
	plans     map[syntax.Stmt]*emit.Plan
	constant  map[string]bool
	inOrder   map[*diag.Source][]planned
	loopHeads map[*diag.Source][]*syntax.DoConstruct
	unitEnds  map[*diag.Source][]int32
	lastEnds  map[directiveKind]*Directive
	copies    map[diag.Range][]*emit.Line // generated lines that are copies of directive lines
	edits     []emit.SourceEdit
}

// Find finds the directives of a file.
func Find(file *syntax.File) *File {
	f := &File{file: file, lists: joined(file), loops: map[syntax.Stmt]*syntax.DoConstruct{}}
	f.regions, f.nests = f.regionsBefore(), nestDirectives(f.lists)
	return f
}

// Any tells whether the file has directives.
func (f *File) Any() bool { return len(f.lists) > 0 }

// Loop notes a loop of the file.
func (f *File) Loop(c *syntax.DoConstruct) { f.loops[c.Terminal] = c }

// Nested tells whether a directive in front of a loop, or any of the file's that is about a nest of
// loops, must not meet another.
func (f *File) Nested(head *syntax.DoStmt) bool {
	return len(f.Attached(head)) > 0 || f.nests
}

// joined joins the file's directive lines, per source, in order.
func joined(f *syntax.File) map[*diag.Source][]*Directive {
	out := map[*diag.Source][]*Directive{}
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
			onlyComments(d.Range.Src.Text[list[n-1].End():d.Range.Start], f.Form) {
			last := list[n-1]
			last.lines = append(last.lines, d)
			last.text = strings.TrimSuffix(last.text, "&") + " " +
				strings.TrimLeft(strings.TrimLeft(body, " \t"), "&")
			last.words = namesOf(last.text)
			continue
		}
		out[d.Range.Src] = append(list,
			&Directive{lines: []*syntax.Directive{d}, sentinel: d.Sentinel, text: body,
				words: namesOf(body)})
	}
	return out
}

// Attached are the directives that must stay directly in front of a statement.
func (f *File) Attached(s syntax.Stmt) []*Directive {
	r := s.Info().Range
	list := f.lists[r.Src]
	i := sort.Search(len(list), func(i int) bool { return list[i].start() >= r.Start })
	pos, from := r.Start, i
	for from > 0 && list[from-1].attaches() &&
		onlyComments(r.Src.Text[list[from-1].End():pos], f.file.Form) {
		from--
		pos = list[from].start()
	}
	return list[from:i]
}

// Closing is the END directive behind a statement that belongs to one of the directives in front of
// another, or nil.
func (f *File) Closing(s syntax.Stmt, opening []*Directive) *Directive {
	r := s.Info().Range
	list := f.lists[r.Src]
	i := sort.Search(len(list), func(i int) bool { return list[i].start() >= r.End })
	if i == len(list) || !onlyComments(restOfLine(r.Src.Text[r.End:list[i].start()]), f.file.Form) {
		return nil
	}
	for _, d := range opening {
		if list[i].closes(d) {
			return list[i]
		}
	}
	return nil
}

// Within tells whether directives stand inside a construct.
func (f *File) Within(r diag.Range) bool {
	list := directivesFrom(f.lists[r.Src], r.Start+1)
	return len(list) > 0 && list[0].start() < r.End
}

// RegionInFront tells where the directives begin in whose regions a procedure's first executable
// statement stands; 0 if there are none. What the procedure begins with must not be left to the
// thread that executes the first section or task of them.
func (f *File) RegionInFront(s syntax.Stmt) int32 {
	i, r := syntax.IndexOf(s), s.Info().Range
	if i == 0 || f.file.Stmts[i-1].Info().Range.Src != r.Src {
		return 0
	}
	for _, d := range directivesFrom(f.lists[r.Src], f.file.Stmts[i-1].Info().Range.End) {
		if d.start() >= r.Start {
			break
		}
		if !d.specifies() {
			return LineStart(r.Src, d.start())
		}
	}
	return 0
}

// regionsBefore makes File.regions.
func (f *File) regionsBefore() []int {
	if len(f.lists) == 0 {
		return nil
	}
	between := func(src *diag.Source, from, to int32) bool {
		list := f.lists[src]
		i := sort.Search(len(list), func(i int) bool { return list[i].start() >= from })
		for ; i < len(list) && list[i].start() < to; i++ {
			if list[i].bounds() {
				return true
			}
		}
		return false
	}
	out := make([]int, len(f.file.Stmts))
	for i := 1; i < len(out); i++ {
		before, at := f.file.Stmts[i-1].Info().Range, f.file.Stmts[i].Info().Range
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

// Enters tells whether a region of threads begins or ends between an item and the one in front of
// it in a block, or the block's beginning.
func (f *File) Enters(items []syntax.Item, i int) bool {
	if f.regions == nil {
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
	return from >= 0 && to >= 0 && f.regions[from] != f.regions[to]
}

// nestDirectives tells whether any directive may be about a nest of loops.
func nestDirectives(lists map[*diag.Source][]*Directive) bool {
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
