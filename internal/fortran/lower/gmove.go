package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// gmove in local view, as in C (internal/xmpc/lower/gmove.go). What C calls rows are planes of the
// last subscript here.

// gmove plans the directive and its assignment.
func (l *lowerer) gmove(c *syntax.XMPGmove, fl *flow) {
	left, _ := c.Assign.LHS().(*syntax.Ref)
	right, _ := c.Assign.RHS().(*syntax.Ref)
	if left == nil || right == nil {
		return // reported
	}
	coindexed := left.Coindexed() != nil || right.Coindexed() != nil
	planes := ""
	if c.Head.Mode == "" && !coindexed {
		x := l.newStmt(c.Assign, fl)
		if planes = x.planes(right); planes == "" {
			l.statement(c.Assign, fl) // no array: each node has its own
			return
		}
	}
	if c.Head.Mode != "" {
		l.statement(c.Assign, fl)
		return
	}
	x := l.newStmt(c.Assign, fl)
	kept := "coral_kept"
	x.declare(x.keptDecl(right, kept))
	x.ref(right, reads)
	text := x.t.Render(right.Range)
	_, keep := x.temporaryCopy(right, kept, text)
	barrier := fmt.Sprintf("call %s(%s)", l.use("coral_xmp_barrier"), x.xmpWhere())
	if coindexed {
		head := l.newStmt(c.Head, fl)
		head.finishAs(barrier, true)
		x.raws(keep)
		x.raw(barrier)
	} else {
		x.raws(keep)
		x.raw(fmt.Sprintf("call %s(%s, %s, %s, %s)", l.use("coral_xmp_gathered"), kept, text,
			planes, x.xmpWhere()))
	}
	x.ref(left, defines)
	if left.Coindexed() != nil {
		x.post = append(x.post, x.line("%s", barrier))
	}
	x.finishAs(x.t.Render(left.Range)+" = "+kept, true)
}

// keptDecl declares a variable for the value of a reference.
func (x *stmt) keptDecl(r *syntax.Ref, name string) string {
	decl := x.temporaryDecl(r, name)
	if x.scope.Reference(r).Rank > 0 {
		return decl
	}
	return strings.TrimSuffix(decl, "(:)")
}

// planes says whose the elements of an array are, as the runtime wants it (capi/xmp/gmove.c): the
// dimension of the section in which the planes of the array go on (-1: it lies in one), how many
// planes the array has, the first, and from one to the next. Empty: it is no array.
func (x *stmt) planes(r *syntax.Ref) string {
	info := x.scope.Reference(r)
	at := -1
	for i, p := range r.Parts {
		if sym := info.Parts[i]; sym != nil && sym.Rank() > 0 || p.Args != nil && !info.Call {
			if at >= 0 {
				x.l.errorf("C0417", r.Range,
					"gmove takes one array on the right: '%s' is an array in an array",
					r.Range.Text())
				return ""
			}
			at = i
		}
	}
	if at < 0 {
		return ""
	}
	part := r.Parts[at]
	array := x.t.Render(r.Parts[0].Name.Range.Join(part.Name.Range))
	last := 1
	if info.Parts[at] != nil {
		last = info.Parts[at].Rank()
	}
	low, dim := fmt.Sprintf("lbound(%s, %d)", array, last), max(info.Rank, 1)-1
	first, inc := "0", "1"
	if part.Args != nil && len(part.Args.Items) == last {
		switch e := part.Args.Items[last-1].Value.(type) {
		case *syntax.Triplet:
			if e.Step != nil {
				inc = x.value(e.Step)
			}
			if e.Lower != nil {
				first = x.value(e.Lower) + " - " + low
			}
		default:
			if x.scope.RankOf(e) > 0 {
				x.l.errorf("C0417", e.Span(), "gmove takes no vector subscript in the last place")
				return ""
			}
			first, dim = x.value(e)+" - "+low, -1
		}
	}
	if info.Types[at].DerivedOf() != nil && derived.HasBindings(info.Types[at].DerivedOf()) {
		x.l.errorf("C0417", r.Range,
			"gmove takes no objects of types with type-bound procedures without coindices")
		return ""
	}
	return x.list([]string{fmt.Sprint(dim), fmt.Sprintf("size(%s, %d)", array, last), first, inc,
		"1"})
}
