package lower

import (
	"fmt"
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Sections of pointers and associate names as arguments for assumed-rank dummy arguments. A
// pointer to components, `p => a(:)%n`, has steps of the structure's size. gfortran 12 to 16
// reckon where the section p(2:5) begins with the size of p's own type: the procedure gets other
// memory. A section that begins with the first element of each dimension is right, and so is a
// variable.

// misplaced tells whether gfortran may pass other memory for a designator. The pointer's target
// decides, which nobody knows here.
func (x *stmt) misplaced(e syntax.Expr) bool {
	r, ok := e.(*syntax.Ref)
	// flang's descriptors have steps in bytes
	if !ok || r.Remote() || !x.l.opt.InlinePointers {
		return false
	}
	info := x.scope.Reference(r)
	if info.Rank <= 0 || info.Call {
		return false
	}
	for i, part := range r.Parts {
		sym := info.Parts[i]
		named := i == 0 && info.Base != nil && info.Base.Kind == resolve.Associate
		points := sym != nil && sym.Has(resolve.Pointer) && sym.Rank() > 0
		if part.Args != nil && (named || points) && !x.beginsFirst(part.Args) {
			return true
		}
	}
	return false
}

// firstLocal is the first element of such a section; "" where a subscript is a vector, or would be
// evaluated twice.
func (x *stmt) firstLocal(r *syntax.Ref) string {
	info := x.scope.Reference(r)
	for i, part := range r.Parts {
		if part.Args == nil || !x.hasSection(part.Args) {
			continue
		}
		if x.callsUser(r) || part.Second() != nil ||
			i == len(r.Parts)-1 && r.Last().Second() != nil {
			return ""
		}
		whole := r.Range
		whole.End = part.Name.Range.End
		name := x.t.Render(whole)
		var subs []string
		for d, a := range part.Args.Items {
			t, ok := a.Value.(*syntax.Triplet)
			switch {
			case !ok && x.scope.RankOf(a.Value) != 0:
				return ""
			case !ok:
				subs = append(subs, x.t.Render(a.Value.Span()))
			case t.Lower != nil:
				subs = append(subs, x.t.Render(t.Lower.Span()))
			case t.Step == nil:
				subs = append(subs, fmt.Sprintf("lbound(%s,%d)", name, d+1))
			default:
				subs = append(subs, fmt.Sprintf("merge(lbound(%s,%d), ubound(%s,%d), %s > 0)", name,
					d+1, name, d+1, x.t.Render(t.Step.Span())))
			}
		}
		rest := r.Range
		rest.Start = partRange(part).End
		if info.Parts[len(info.Parts)-1] == nil {
			return ""
		}
		return name + "(" + joinArgs(subs...) + ")" + x.t.Render(rest)
	}
	return ""
}

// hasSection tells whether a subscript is a triplet.
func (x *stmt) hasSection(args *syntax.ArgList) bool {
	return slices.ContainsFunc(args.Items, func(a *syntax.Arg) bool {
		_, is := a.Value.(*syntax.Triplet)
		return is
	})
}

// beginsFirst tells whether a section begins with the first element of each dimension.
func (x *stmt) beginsFirst(args *syntax.ArgList) bool {
	for _, a := range args.Items {
		t, ok := a.Value.(*syntax.Triplet)
		if !ok || t.Lower != nil {
			return false
		}
		if t.Step != nil {
			if step, known := x.scope.Int(t.Step); !known || step < 0 {
				return false
			}
		}
	}
	return true
}

// caf2Operand is passed for an operand of a statement of CAF 2.0. defined: the statement changes
// it; later: it does so, or reads it, after it has ended.
func (x *stmt) caf2Operand(e syntax.Expr, defined, later bool) string {
	if !x.misplaced(e) {
		return x.passed(e)
	}
	if later {
		x.l.errorf("C0216", e.Span(), "a section of a pointer or an associate name, which does "+
			"not begin with the first element, is not supported here yet").
			Help("take the statement without _async, or an ordinary variable")
		return x.passed(e)
	}
	if name := x.packed(e.(*syntax.Ref), defined); name != "" {
		return x.standIn(name, x.scope.TypeOf(e), x.scope.RankOf(e))
	}
	return x.passed(e)
}

// packed gives a variable that has the values of a section while the statement is executed, in
// front of which they are copied there, and behind which they are copied back if the statement
// defines them; "": its type has no name here.
func (x *stmt) packed(r *syntax.Ref, defined bool) string {
	object := x.t.Render(r.Range)
	t := x.scope.TypeOf(r)
	if t == nil {
		return ""
	}
	declared := x.declaredType(t, "kind("+object+")", "len("+object+")")
	if declared == "" {
		return ""
	}
	x.standIns++
	name := fmt.Sprintf("coral_s_%d", x.standIns)
	x.declare(declared + ", allocatable :: " + name + colons(x.scope.RankOf(r)))
	x.afterGets = append(x.afterGets, x.line("%s = %s", name, object))
	if defined {
		x.post = append(x.post, x.line("%s = %s", object, name))
	}
	return name
}
