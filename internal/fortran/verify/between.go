package verify

import (
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Rules V5, V6 and V7: what stands between a transfer and the access that it is for, where images
// are not mapped.

// alters notes which variables a statement defines, as far as designators may have them among their
// subscripts.
func (b *builder) alters(i int32, s syntax.Stmt) {
	n := b.node(i)
	set := func(e syntax.Expr) {
		if r, ok := e.(*syntax.Ref); ok && b.isVariable(r.First()) {
			n.sets = append(n.sets, names(r))
		}
	}
	switch s := s.(type) {
	case *syntax.AssignStmt:
		set(s.LHS())
	case *syntax.DoStmt:
		if s.Control != nil {
			n.sets = append(n.sets, s.Control.Var.Name)
		}
	case *syntax.CallStmt:
		args := s.Args()
		if n.effect != calls || args == nil || isGenerated(s.Proc.First().Name) {
			return
		}
		callee := b.scope.Callee(s.Proc)
		for k, a := range args.Items {
			if d := callee.Dummy(args.Items, k); d == nil || d.Intent != "in" {
				set(a.Value)
			}
		}
	}
}

func (b *builder) isVariable(name *syntax.Ident) bool {
	sym := b.scope.Lookup(name.Name)
	return sym != nil && sym.Kind == resolve.Variable
}

// names are those of the parts of a designator, which tell components apart.
func names(r *syntax.Ref) string {
	text := r.First().Name
	for _, part := range r.Parts[1:] {
		text += "%" + part.Name.Name
	}
	return text
}

// inSubscripts are the variables in the subscripts of a designator.
func (b *builder) inSubscripts(r *syntax.Ref) (list []string) {
	note := func(n syntax.Node) bool {
		if of, ok := n.(*syntax.Ref); ok && b.isVariable(of.First()) {
			list = append(list, names(of))
		}
		return true
	}
	for _, part := range r.Parts {
		for _, args := range []*syntax.ArgList{part.Args, part.Second()} {
			if args != nil {
				for _, a := range args.Items {
					syntax.Inspect(a.Value, note)
				}
			}
		}
	}
	return list
}

// alteredBy tells whether a node defines a variable that the designator of a piece has among its
// subscripts: the designator means another object behind it. Of elements in loops this cannot be
// told.
func (p piece) alteredBy(n *node) bool {
	within := func(a, b string) bool { return strings.HasPrefix(a+"%", b+"%") }
	return !p.loose && slices.ContainsFunc(n.sets, func(set string) bool {
		return slices.ContainsFunc(p.vars, func(v string) bool {
			return within(v, set) || within(set, v)
		})
	})
}

// strays reports definitions of which something else is sent than what was defined, or that a fetch
// overwrites (rule V6).
func (p *program) strays(a *around, pieces []piece, in map[int32]uint64) {
	for _, i := range a.nodes {
		n := &a.g.nodes[i]
		for k, d := range pieces {
			waits := in[i]&(1<<k) != 0
			over := waits && slices.ContainsFunc(n.fetched, func(f piece) bool {
				return f.covers(d) && !slices.ContainsFunc(n.sent, func(s piece) bool {
					return s.ref == f.ref
				})
			})
			own := slices.ContainsFunc(n.defined, func(o piece) bool {
				return o.ref == d.ref
			})
			if over || (waits || own) && d.alteredBy(n) {
				p.report(ruleStray, d.ref, a.g.lines([]int32{i}))
				return
			}
		}
	}
}

// mayHaveNone tells whether a loop may have no iterations.
func (b *builder) mayHaveNone(c *syntax.LoopControl) bool {
	return b.isEmpty(c.First, c.Last, c.Step)
}

func (b *builder) mayBeEmpty(h *syntax.ConcurrentHeader) bool {
	return slices.ContainsFunc(h.Controls, func(c *syntax.ConcurrentControl) bool {
		return b.isEmpty(c.First, c.Last, c.Step)
	})
}

func (b *builder) isEmpty(first, last, step syntax.Expr) bool {
	from, known := b.scope.Int(first)
	to, both := b.scope.Int(last)
	by := int64(1)
	if step != nil {
		var ok bool
		by, ok = b.scope.Int(step)
		both = both && ok
	}
	return !known || !both || by > 0 && from > to || by < 0 && from < to
}

// strictly notes the view of what is allocatable or optional, where it is made as though the
// object were there.
func (b *builder) strictly(i int32, name string, args *syntax.ArgList) {
	if !strings.HasPrefix(name, "coral_view") || b.early || len(args.Items) < 2 ||
		len(b.node(i).makes) == 0 {
		return
	}
	of, ok := args.Items[1].Value.(*syntax.Ref)
	if ok && isAddress(of) {
		of = onlyArgument(of)
	}
	if of == nil || !of.IsName() || of.First().Name == b.present {
		return
	}
	if sym := b.scope.Lookup(of.First().Name); sym != nil && sym.Selector == nil &&
		sym.Kind == resolve.Variable && sym.Flags&(resolve.Allocatable|resolve.Optional) != 0 {
		b.node(i).strict = of
	}
}

// attempt is a fetch, or the making of a view (piece is nil): it fails if there is no object.
type attempt struct {
	node  int32
	piece *piece
	view  *node
	maybe bool // it is made under a condition of its own
}

// uses tells whether something in the statement goes through the view that a node makes. Statement
// functions, and what asks for a type, do elsewhere.
func (a *around) uses(view *node) bool {
	return slices.ContainsFunc(a.nodes, func(i int32) bool {
		return slices.ContainsFunc(a.g.nodes[i].uses, func(u use) bool { return u.isOf(view) })
	})
}

// isOf tells of the use of a view that a node makes, or of one of the same object for other teams.
func (u use) isOf(view *node) bool {
	return slices.Contains(view.makes, u.slot) ||
		strings.HasSuffix(u.ref.First().Name, "_"+view.strict.First().Name)
}

// attempts are those of a statement.
func (a *around) attempts() (list []attempt) {
	for _, i := range a.nodes {
		n := &a.g.nodes[i]
		if len(n.sent) == 0 { // a copy is the access itself
			for k := range n.fetched {
				list = append(list, attempt{i, &n.fetched[k], nil, n.inOwn})
			}
		}
		if n.strict != nil && a.uses(n) {
			list = append(list, attempt{i, nil, n, false})
		}
	}
	return list
}

// speculates reports what is fetched, and views that are made, though the statement does not refer
// to the object on each path from there on (rule V7): there may be no such object.
func (p *program) speculates(a *around) {
	list := a.attempts()
	if len(list) == 0 || len(list) > 64 || a.atomic {
		return
	}
	all := ^uint64(0) >> (64 - len(list))
	need := map[int32]uint64{} // what is referred to on each path from a node on
	for _, i := range a.nodes {
		need[i] = all
	}
	behind := func(i int32) uint64 {
		out := all
		for _, next := range a.g.nodes[i].to {
			if !a.g.nodes[next].mayGoOn { // of another statement there is none
				out &= need[next]
			}
		}
		return out
	}
	for again := true; again; {
		again = false
		for _, i := range slices.Backward(a.nodes) {
			if here := behind(i) | a.g.nodes[i].mentions(list); here != need[i] {
				need[i], again = here, true
			}
		}
	}
	for k, t := range list {
		n := &a.g.nodes[t.node]
		if behind(t.node)&(1<<k) != 0 || len(n.to) == 0 {
			continue
		}
		object := n.strict
		if t.piece != nil {
			object = t.piece.ref
		}
		p.report(ruleEarly, object, a.g.lines([]int32{t.node}))
		return
	}
}

// mentions are the attempts to whose objects a node refers, for something else than to transfer
// them. Where it does so in a loop that may have no iterations, the attempt stands in one, too.
func (n *node) mentions(list []attempt) (out uint64) {
	transfer := n.stmt != nil && isTransfer(n.stmt)
	for k, t := range list {
		found := false
		for _, u := range n.uses {
			switch {
			case u.maybe && !t.maybe:
			case t.piece == nil:
				found = found || u.isOf(t.view)
			case !transfer:
				found = found || t.piece.serves(u.ref)
			}
		}
		if t.piece != nil {
			found = found || slices.ContainsFunc(n.asked, t.piece.serves)
		}
		if found {
			out |= 1 << k
		}
	}
	return out
}

// ofComponent begin the names of pointers to what objects of a statement have.
var ofComponent = []string{"coral_c_", "coral_d_", "coral_l_"}

// serves tells whether a fetch may be one for a reference: the same view or pointer, or one that
// was pointed to what the view's object has.
func (p piece) serves(r *syntax.Ref) bool {
	name := r.First().Name
	return name == p.base() || hasPrefix(name, ofComponent...) ||
		hasPrefix(p.base(), ofComponent...)
}
