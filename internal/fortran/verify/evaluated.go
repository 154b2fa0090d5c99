package verify

import (
	"maps"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Rule V8: a procedure of the user's that is not pure is called on each path as often as the user's
// statement calls it, in each version of a loop.

// call is one of a procedure in a line.
type call struct {
	line int32
	name string
}

// counts are how often calls stand on the path on which they stand most often.
type counts struct {
	of map[call]int
	at map[call]diag.Range
}

func newCounts() counts { return counts{map[call]int{}, map[call]diag.Range{}} }

func (c counts) add(k call, at diag.Range) {
	c.of[k]++
	if _, ok := c.at[k]; !ok {
		c.at[k] = at
	}
}

// then is what is called behind.
func (c counts) then(other counts) {
	for k, n := range other.of {
		c.of[k] += n
		if _, ok := c.at[k]; !ok {
			c.at[k] = other.at[k]
		}
	}
}

// or is what is called in place of what c has.
func (c counts) or(other counts) {
	for k, n := range other.of {
		c.of[k] = max(c.of[k], n)
		if _, ok := c.at[k]; !ok {
			c.at[k] = other.at[k]
		}
	}
}

// counter counts in one file. p is nil where names are not resolved, as in the user's text: there
// each reference with arguments counts that has one of some names.
type counter struct {
	p      *program
	names  map[string]bool
	scope  *resolve.Scope
	differ func(call, diag.Range)
	// continued is program.continued, for both texts.
	continued map[int32]int32
}

// evaluations reports the calls of a file that are not evaluated as often as the user wrote.
func (p *program) evaluations(user, text *syntax.File) {
	told := map[call]bool{}
	tell := func(k call, at diag.Range) {
		if !told[k] {
			told[k] = true
			p.objects(ruleEvaluated, at)
		}
	}
	want, got, named := newCounts(), newCounts(), newCounts()
	u := &counter{names: map[string]bool{}, continued: p.continued}
	t := &counter{p: p, differ: tell, continued: p.continued}
	for _, unit := range text.Units {
		got.then(t.unit(unit))
	}
	if len(got.of) == 0 {
		return
	}
	for k := range got.of {
		u.names[k.name] = true
	}
	for _, unit := range user.Units {
		want.then(u.unit(unit))
	}
	n := &counter{names: u.names, continued: p.continued}
	for _, unit := range text.Units {
		named.then(n.unit(unit))
	}
	for _, k := range inOrder(got) {
		if want.of[k] > 0 && !asOften(got.of[k], named.of[k], want.of[k]) {
			tell(k, got.at[k])
		}
	}
}

// asOften compares the calls of a name that may not be pure, and all references by that name, with
// those of the user's. A generic name may mean pure procedures beside others, and constructors of a
// type: what the text has more of may be of those, of which any number is right.
func asOften(calls, named, want int) bool {
	if calls == named {
		return calls == want
	}
	return calls <= want && named >= want
}

// inOrder are the calls in the order of the lines.
func inOrder(c counts) []call {
	return slices.SortedFunc(maps.Keys(c.of), func(a, b call) int {
		if a.line != b.line {
			return int(a.line - b.line)
		}
		return strings.Compare(a.name, b.name)
	})
}

func (c *counter) unit(u syntax.Unit) counts {
	body := syntax.BodyOf(u)
	if body == nil {
		return newCounts()
	}
	if c.p != nil {
		c.scope = c.p.prog.ScopeOf(u)
	}
	sum := c.items(body.Exec)
	for _, inner := range body.Procs {
		sum.then(c.unit(inner))
	}
	return sum
}

func (c *counter) items(items []syntax.Item) counts {
	sum := newCounts()
	for _, it := range items {
		sum.then(c.item(it))
	}
	return sum
}

func (c *counter) item(it syntax.Item) counts {
	if s, ok := it.(syntax.Stmt); ok {
		return c.statement(s)
	}
	outer := c.scope
	defer func() { c.scope = outer }()
	if c.p != nil {
		if s := c.p.prog.ScopeOf(it); s != nil {
			c.scope = s
		}
	}
	if i, ok := it.(*syntax.IfConstruct); ok {
		return c.branches(i, i.Branches)
	}
	sum, chosen := newCounts(), newCounts()
	_, selects := it.(*syntax.SelectConstruct)
	around := c.scope
	syntax.EachPart(it, func(names syntax.Node, head syntax.Stmt, body []syntax.Item) {
		c.scope = around
		if head != nil {
			sum.then(c.statement(head))
		}
		if c.p != nil && names != nil {
			if s := c.p.prog.ScopeOf(names); s != nil {
				c.scope = s
			}
		}
		if selects {
			chosen.or(c.items(body))
			return
		}
		sum.then(c.items(body))
	})
	sum.then(chosen)
	return sum
}

// branches are a condition and what depends on it.
func (c *counter) branches(i *syntax.IfConstruct, list []*syntax.IfBranch) counts {
	if len(list) == 0 {
		return newCounts()
	}
	sum := newCounts()
	cond := conditionOf(list[0].Head)
	if cond != nil {
		sum.then(c.expression(list[0].Head, cond))
	}
	body := c.items(list[0].Body)
	rest := c.branches(i, list[1:])
	if c.differ != nil && len(list) == 2 && isVersions(i) {
		for k := range body.of {
			if body.of[k] != rest.of[k] {
				c.differ(k, body.at[k])
			}
		}
		for k := range rest.of {
			if body.of[k] != rest.of[k] {
				c.differ(k, rest.at[k])
			}
		}
	}
	body.or(rest)
	sum.then(body)
	return sum
}

func (c *counter) statement(s syntax.Stmt) counts {
	sum := newCounts()
	switch s := s.(type) {
	case *syntax.IfStmt:
		if never(s.Cond) {
			return sum
		}
		sum.then(c.expression(s, s.Cond))
		if s.Action != nil {
			sum.then(c.statement(s.Action))
		}
		return sum
	case *syntax.AssignStmt:
		if s.MaybeStmtFunc {
			return sum
		}
	}
	syntax.StmtExprs(s, func(e syntax.Expr) { sum.then(c.expression(s, e)) })
	return sum
}

// expression counts the calls in an expression, without what only its type is asked of.
func (c *counter) expression(s syntax.Stmt, e syntax.Expr) counts {
	sum := newCounts()
	syntax.Inspect(e, func(n syntax.Node) bool {
		r, ok := n.(*syntax.Ref)
		if !ok {
			return true
		}
		if inquiries[intrinsicName(r)] && len(r.Parts) == 1 {
			return false
		}
		if len(r.Parts) == 1 && r.Parts[0].Args != nil && !isGenerated(r.First().Name) &&
			c.calls(s, r) {
			sum.add(call{c.line(s), r.First().Name}, r.Range)
		}
		return true
	})
	return sum
}

// line is where the user's statement begins to which a statement belongs.
func (c *counter) line(s syntax.Stmt) int32 {
	line := s.Info().Line
	if first, ok := c.continued[line]; ok {
		return first
	}
	return line
}

// calls tells whether a reference calls a procedure that is not pure.
func (c *counter) calls(s syntax.Stmt, r *syntax.Ref) bool {
	if c.p == nil {
		return c.names[r.First().Name]
	}
	if st, ok := s.(*syntax.CallStmt); !ok || st.Proc != r {
		if !c.scope.Reference(r).Call {
			return false
		}
	}
	return c.p.mayStale(r, c.scope)
}
