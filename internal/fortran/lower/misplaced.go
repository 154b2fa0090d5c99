package lower

import (
	"fmt"
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
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
	part := sectionOf(r) // no other part can be an array (F2018 C919)
	if part == nil || x.beginsFirst(part.Args) {
		return false
	}
	i := slices.Index(r.Parts, part)
	if i == 0 && info.Base != nil && info.Base.Kind == resolve.Associate {
		return true
	}
	return info.Parts[i] != nil && info.Parts[i].Has(resolve.Pointer)
}

// firstLocal is the first element of such a section.
func (x *stmt) firstLocal(r *syntax.Ref) string {
	part := sectionOf(r)
	return x.firstOfPart(r, part, len(part.Args.Items))
}

// sectionOf is the part that has a triplet; nil: none has one.
func sectionOf(r *syntax.Ref) *syntax.PartRef {
	for _, part := range r.Parts {
		if part.Args != nil && hasTriplet(part) {
			return part
		}
	}
	return nil
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
	if defined && x.isCopied(e) { // no compiler passes it to what defines it (F2018 15.5.2.4)
		x.l.errorf("C0216", e.Span(),
			"a collective cannot define a section with vector subscripts").
			Help("give it an array, and assign that to the section behind the statement, or " +
				"behind the wait for its event")
		return x.t.Render(e.Span())
	}
	if !x.misplaced(e) {
		return x.passed(e)
	}
	if later {
		x.l.errorf("C0216", e.Span(), "with gfortran, an asynchronous collective takes a section "+
			"of a pointer or an associate name as p(:m) only: gfortran passes other memory for "+
			"others").
			Help("take the statement without _async, copy the section to an array, or compile " +
				"with flang (-fc)")
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
	t := x.scope.TypeOf(r)
	if t == nil {
		return ""
	}
	array, rest := x.aroundSection(r, sectionOf(r))
	like := array + rest
	declared := x.declaredType(t, "kind("+like+")", "len("+like+")")
	if declared == "" {
		return ""
	}
	x.nameCalls(r)
	object := x.t.Render(r.Range)
	x.standIns++
	name := fmt.Sprintf("coral_s_%d", x.standIns)
	x.declare(declared + ", allocatable :: " + name + colons(x.scope.RankOf(r)))
	x.afterGets = append(x.afterGets, x.line("%s = %s", name, object))
	if defined { // in front of what ends the names of subscripts
		x.post = append([]emit.Line{x.line("%s = %s", object, name)}, x.post...)
	}
	return name
}

// nameCalls gives names to values of subscripts that call functions: the designator is written
// twice.
func (x *stmt) nameCalls(r *syntax.Ref) {
	for _, part := range r.Parts {
		if part.Args == nil {
			continue
		}
		for _, a := range part.Args.Items {
			subscripts := []syntax.Expr{a.Value}
			if t, ok := a.Value.(*syntax.Triplet); ok {
				subscripts = []syntax.Expr{t.Lower, t.Upper, t.Step}
			}
			for _, e := range subscripts {
				if e != nil && x.callsUser(e) {
					x.t.Replace(e.Span(), x.nameOf(x.t.Render(e.Span())))
				}
			}
		}
	}
}
