package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// allocate plans an ALLOCATE statement. Each coarray in it is allocated by a statement of its own,
// between calls that take the memory from the symmetric heap; what else is in the list is left
// together.
func (x *stmt) allocate(a *syntax.AllocateStmt) {
	syntax.StmtExprs(a, func(e syntax.Expr) {
		if r, ok := e.(*syntax.Ref); ok && isAllocObject(a, r) {
			for _, p := range r.Parts {
				x.args(p.Args)
			}
			return
		}
		x.expr(e)
	})
	x.refuseUnlimited(a)
	var coarrays, others []*syntax.Allocation
	for _, o := range a.Allocs {
		if o.Codims != nil {
			coarrays = append(coarrays, o)
		} else {
			others = append(others, o)
		}
	}
	copied, fromCopy := x.copiedSource(a)
	if len(coarrays) == 0 {
		if fromCopy {
			x.finishAllocated(a, copied)
			return
		}
		x.sourceAsExpression(a)
		x.finish()
		return
	}
	x.evaluatedBounds(a, coarrays)
	specs := ""
	stat, errmsg := a.Spec("stat"), a.Spec("errmsg")
	source := x.evaluatedSource(a)
	for _, s := range a.Specs {
		if s == stat {
			continue
		}
		if s == source {
			specs += ", " + s.Keyword.Name + "=coral_source"
			continue
		}
		specs += ", " + x.t.Render(s.Range)
	}
	typ := ""
	if a.Type != nil {
		typ = x.t.Render(a.Type.Range) + " :: "
	}
	var out []emit.Line
	add := func(format string, args ...any) { out = append(out, x.line(format, args...)) }
	add("block")
	add("integer :: coral_as")
	closing := ""
	if source != nil {
		text := x.t.Render(source.Value.Span())
		if decl := x.sourceVariable(coarrays[0].Object, source); decl != "" {
			add("%s", decl)
			add("allocate (coral_source, source=%s)", text)
		} else {
			first := coarrays[0].Object
			add("associate (coral_source => %s)",
				x.ofItsKind(source.Value, x.t.Render(first.Range), x.scope.TypeOf(first)))
			closing = "end associate"
		}
	}
	for i, o := range coarrays {
		if stat != nil && i > 0 {
			add("if (%s) then", x.goesOn(stat.Value))
		}
		var fills []string
		shape := ""
		if fromCopy {
			fills, shape = x.copyToAllocated(o, copied), copied.shapeGiven(o)
		}
		x.allocateOne(o, typ, shape+specs, fills, stat, errmsg, add)
		if stat != nil && i > 0 {
			add("end if")
		}
	}
	if len(others) > 0 {
		var list []string
		for _, o := range others {
			text := x.t.Render(o.Range)
			if fromCopy {
				text += copied.shapeGiven(o)
			}
			list = append(list, text)
		}
		x.keepStat(stat, "allocate ("+typ+strings.Join(list, ", ")+specs, add)
		if fromCopy {
			x.fillOthers(others, copied, stat, add)
		}
	}
	if closing != "" {
		add("%s", closing)
	}
	last := "end block"
	x.store(append(x.before(), out...), last, x.after())
	x.forgetAll()
}

// evaluatedBounds evaluates the bounds and the length of coarrays before the memory is asked for,
// where they call a function: what that allocates would be the first allocation after
// coral_alloc_begin.
func (x *stmt) evaluatedBounds(a *syntax.AllocateStmt, coarrays []*syntax.Allocation) {
	before := func(e syntax.Expr) {
		if e != nil && x.scope.RankOf(e) == 0 && x.mayAllocate(e) {
			x.planInVariable(e)
		}
	}
	for _, o := range coarrays {
		x.evaluatedSubscripts(o.Object)
		if o.Dims == nil {
			continue
		}
		for _, d := range o.Dims.Dims {
			before(d.Lower)
			before(d.Upper)
		}
	}
	if a.Type != nil {
		before(a.Type.Len)
	}
}

// evaluatedSubscripts evaluates the subscripts of a coarray component that is allocated or
// deallocated, where they call a function: the object is named several times.
func (x *stmt) evaluatedSubscripts(object *syntax.Ref) {
	for _, p := range object.Parts {
		if p.Args == nil {
			continue
		}
		for _, a := range p.Args.Items {
			if x.scope.RankOf(a.Value) == 0 && x.mayAllocate(a.Value) {
				x.planInVariable(a.Value)
			}
		}
	}
}

// mayAllocate tells whether the evaluation of an expression may need memory: functions may, and
// arrays.
func (x *stmt) mayAllocate(e syntax.Expr) bool {
	return mid.Calls(e, x.scope, func(f *syntax.Ref) bool {
		return !x.scope.IsIntrinsic(f.First().Name) || mayNotBeScalar(f)
	})
}

// mayNotBeScalar tells whether an argument of a function is more than a name or a number.
func mayNotBeScalar(f *syntax.Ref) bool {
	for _, p := range f.Parts {
		if p.Args == nil {
			continue
		}
		for _, a := range p.Args.Items {
			if r, ok := a.Value.(*syntax.Ref); ok && r.IsName() {
				continue
			}
			if _, literal := a.Value.(*syntax.Literal); !literal {
				return true
			}
		}
	}
	return false
}

// sourceAsExpression puts parentheses around a coindexed SOURCE= or MOLD= that is a component of
// all elements of an array: gfortran 12 has an internal error for such a designator.
func (x *stmt) sourceAsExpression(a *syntax.AllocateStmt) {
	for _, name := range []string{"source", "mold"} {
		s := a.Spec(name)
		if s == nil || !x.l.opt.InlinePointers {
			continue
		}
		r, ok := s.Value.(*syntax.Ref)
		if !ok || !r.Remote() {
			continue
		}
		info := x.scope.Reference(r)
		last, t := info.Parts[len(r.Parts)-1], info.Types[len(info.Types)-1]
		if info.Rank <= 0 || t != nil && derived.NeedsCopy(t.DerivedOf()) || last != nil &&
			(section.IsSection(last, r.Last()) ||
				len(section.VectorsOf(x.scope, []*syntax.PartRef{r.Last()})) > 0) {
			continue
		}
		x.t.Replace(r.Range, "("+x.t.Render(r.Range)+")")
	}
}

// evaluatedSource is the SOURCE= or MOLD= that must be evaluated before the memory is asked for: an
// expression may allocate a temporary, which would be the first allocation after coral_alloc_begin.
func (x *stmt) evaluatedSource(a *syntax.AllocateStmt) *syntax.Arg {
	for _, name := range []string{"source", "mold"} {
		s := a.Spec(name)
		if s == nil {
			continue
		}
		switch e := s.Value.(type) {
		case *syntax.Ref:
			if x.scope.Reference(e).Call || x.needsMemory(e) {
				return s
			}
		case *syntax.Literal:
		default:
			return s
		}
	}
	return nil
}

// needsMemory tells whether the value of a structure constructor, or of a section with vector
// subscripts, may have a temporary: arrays in it, or functions that it calls.
func (x *stmt) needsMemory(e *syntax.Ref) bool {
	for _, p := range e.Parts {
		if p.Args == nil {
			continue
		}
		for _, a := range p.Args.Items {
			switch a.Value.(type) {
			case *syntax.Literal, *syntax.Triplet:
			default:
				if x.scope.RankOf(a.Value) != 0 || x.mayAllocate(a.Value) {
					return true
				}
			}
		}
	}
	return false
}

// sourceVariable declares the variable that takes such a value where it is of type character, or
// has allocatable components: gfortran 12 frees them twice, optimised, if an associate name of a
// function result is the source of a polymorphic object. Empty: an associate name serves.
func (x *stmt) sourceVariable(object *syntax.Ref, source *syntax.Arg) string {
	e, ok := source.Value.(*syntax.Ref)
	if !ok || !strings.EqualFold(source.Keyword.Name, "source") {
		return ""
	}
	info := x.scope.Reference(object)
	sym := info.Parts[len(info.Parts)-1]
	if sym == nil || info.Rank < 0 {
		return ""
	}
	t, rank := sym.TypeOf(), x.scope.Reference(e).Rank
	if t != nil && t.Base == syntax.TypeCharacter && x.scope.Reference(e).Call && rank >= 0 {
		return fmt.Sprintf("character(len=:%s), allocatable :: coral_source%s", kindOf(t),
			colons(rank))
	}
	d := t.DerivedOf()
	if d == nil || rank < 0 || !releasesMore(t) && !releasesMore(x.scope.TypeOf(e)) ||
		x.scope.Lookup(d.Name) != d {
		return ""
	}
	word := "type"
	if t.Base == syntax.TypeClass {
		word = "class"
	}
	return fmt.Sprintf("%s(%s), allocatable :: coral_source%s", word, d.Name, colons(rank))
}

func isAllocObject(a *syntax.AllocateStmt, r *syntax.Ref) bool {
	for _, o := range a.Allocs {
		if o.Object == r {
			return true
		}
	}
	return false
}

// allocateOne allocates a coarray. fills gives it its value before the images synchronize
// (F2018 9.7.1.2).
func (x *stmt) allocateOne(o *syntax.Allocation, typ, specs string, fills []string,
	stat, errmsg *syntax.Arg, add func(string, ...any)) {
	object := x.t.Render(o.Object.Range)
	dims := ""
	if o.Dims != nil {
		dims = x.t.Render(o.Dims.Range)
	}
	if o.Codims.At != nil {
		x.expr(o.Codims.At)
		add("call %s(%s, %s)", x.l.use("coral_caf_with_team"), x.t.Render(o.Codims.At.Span()),
			x.where())
		defer add("call %s()", x.l.use("coral_caf_end_with_team"))
	}
	bounds, values := x.allocatedCobounds(o)
	if !x.l.opt.InlinePointers {
		// flang's array constructors take memory: behind an ALLOCATE that has failed, and so has
		// not asked for any, that would be taken for the coarray's.
		add("block")
		add("integer(%s) :: coral_bounds(%d)", x.l.use("coral_ik"), values)
		add("coral_bounds = %s", bounds)
		bounds = "coral_bounds"
		defer add("end block")
	}
	add("call %s(%s)", x.l.use("coral_alloc_begin"), x.where())
	add("allocate (%s%s%s%s, stat=coral_as)", typ, object, dims, specs)
	if len(fills) > 0 {
		add("if (coral_as == 0) then")
		for _, text := range fills {
			add("%s", text)
		}
		add("end if")
	}
	var se, ee syntax.Expr
	if stat != nil {
		se = stat.Value
	}
	if errmsg != nil {
		ee = errmsg.Value
	}
	add("call %s(%s)", x.l.use("coral_alloc_end"),
		joinArgs("loc("+object+")", fmt.Sprint(len(o.Codims.Dims)),
			bounds, "coral_as", x.where(), x.statArgs(se, ee)))
	x.noteDescriptor(o.Object, add)
}

// allocatedCobounds are the cobounds of a coarray that is allocated, lower and upper, without the
// last.
func (x *stmt) allocatedCobounds(o *syntax.Allocation) (array string, n int) {
	var bounds []string
	for i, d := range o.Codims.Dims {
		low, up := "1", ""
		if d.Upper != nil {
			up = x.t.Render(d.Upper.Span())
		}
		switch {
		case d.Ranks:
			low = "0"
			if up != "" {
				up = paren(up) + "-1"
			}
		case d.Lower != nil:
			low = x.t.Render(d.Lower.Span())
		}
		bounds = append(bounds, low)
		if i < len(o.Codims.Dims)-1 && up != "" {
			bounds = append(bounds, up)
		}
	}
	array = fmt.Sprintf("[integer(%s) :: %s]", x.l.use("coral_ik"), strings.Join(bounds, ", "))
	return array, len(bounds)
}

// deallocate plans a DEALLOCATE statement.
func (x *stmt) deallocate(d *syntax.DeallocateStmt) {
	coarrays := 0
	for _, o := range d.Objects {
		if x.deallocatesCoarray(o) {
			coarrays++
		}
	}
	for _, s := range d.Specs {
		x.expr(s.Value)
	}
	if coarrays == 0 {
		var meet []string
		for _, o := range d.Objects {
			x.expr(o)
			meet = append(meet, x.meetingsOf(o)...)
		}
		x.finish()
		if len(meet) > 0 {
			p := x.l.planOf(x.s)
			p.Before = append(p.Before, linesAt(x.s, meet)...)
		}
		return
	}
	stat, errmsg := d.Spec("stat"), d.Spec("errmsg")
	var se, ee syntax.Expr
	if stat != nil {
		se = stat.Value
	}
	specs := ""
	if errmsg != nil {
		ee = errmsg.Value
		specs = ", " + x.t.Render(errmsg.Range)
	}
	var out []emit.Line
	add := func(format string, args ...any) { out = append(out, x.line(format, args...)) }
	block := stat != nil && coarrays < len(d.Objects)
	if block {
		add("block")
		add("integer :: coral_as")
	}
	for i, o := range d.Objects {
		x.expr(o)
		if r, ok := o.(*syntax.Ref); ok {
			x.evaluatedSubscripts(r)
		}
		object := x.t.Render(o.Span())
		if stat != nil && i > 0 {
			add("if (%s) then", x.goesOn(se))
		}
		if x.deallocatesCoarray(o) {
			add("call %s(%s)", x.l.use("coral_dealloc_begin"),
				joinArgs("loc("+object+")", x.where(), x.statArgs(se, ee)))
			meet := func() {
				if releasesMore(x.scope.TypeOf(o)) {
					add("call %s(%s)", x.l.use("coral_dealloc_meet"), x.where())
				}
			}
			if stat == nil {
				meet()
				add("deallocate (%s)", object)
			} else {
				add("if (%s == 0) then", x.status(se))
				meet()
				add("deallocate (%s)", object)
				add("call %s(%s)", x.l.use("coral_dealloc_end"), x.statArgs(se, ee))
				add("end if")
			}
		} else {
			for _, text := range x.meetingsOf(o) {
				add("%s", text)
			}
			x.keepStat(stat, "deallocate ("+object+specs, add)
		}
		if stat != nil && i > 0 {
			add("end if")
		}
	}
	if block {
		add("end block")
	}
	last := out[len(out)-1].Text
	x.store(append(x.before(), out[:len(out)-1]...), last, x.after())
	x.forgetAll()
}

// deallocatesCoarray tells whether an object of a DEALLOCATE statement is an allocatable coarray,
// or a component that is one.
func (x *stmt) deallocatesCoarray(o syntax.Expr) bool {
	if sym := x.wholeCoarray(o); sym != nil {
		return sym.Has(resolve.Allocatable)
	}
	r, ok := o.(*syntax.Ref)
	if !ok || len(r.Parts) < 2 || r.Last().Args != nil {
		return false
	}
	c := x.scope.Reference(r).Parts[len(r.Parts)-1]
	return c.IsCoarray() && c.Has(resolve.Allocatable)
}

// wholeCoarray is the coarray that an expression names, nil if it is none or a part of one.
func (x *stmt) wholeCoarray(e syntax.Expr) *resolve.Symbol {
	if !wholeObject(e) {
		return nil
	}
	sym, _ := x.coarrayArg(e)
	return sym
}

// goesOn is the condition under which the next object of a list is (de)allocated: none before met
// an error other than that an image has failed (F2018 9.7.4).
func (x *stmt) goesOn(stat syntax.Expr) string {
	return x.l.use("coral_goes_on") + "(int(" + x.status(stat) + "))"
}

// keepStat adds a native statement on objects that are no coarrays, beside coarrays whose status
// must not be lost. text lacks what closes it.
func (x *stmt) keepStat(stat *syntax.Arg, text string, add func(string, ...any)) {
	if stat == nil {
		add("%s)", text)
		return
	}
	variable := x.status(stat.Value)
	add("if (%s) then", x.goesOn(stat.Value))
	add("%s, stat=coral_as)", text)
	add("if (coral_as /= 0) %s = coral_as", variable)
	add("end if")
}

func wholeObject(e syntax.Expr) bool {
	r, ok := e.(*syntax.Ref)
	return ok && r.IsName()
}

// forgetAll: views may be stale from here on.
func (x *stmt) forgetAll() { clear(x.fl.fresh) }

// refuseUnlimited refuses to allocate an unlimited polymorphic object as one of a type with LEN
// parameters where the back end would copy an initial value that is none. With SOURCE= it does not.
func (x *stmt) refuseUnlimited(a *syntax.AllocateStmt) {
	if !x.l.opt.Unparameterized {
		return
	}
	var given *resolve.Type
	if mold := a.Spec("mold"); a.Type != nil {
		given = &resolve.Type{Base: a.Type.Base, Spec: a.Type, Scope: x.scope}
	} else if mold != nil {
		given = x.scope.TypeOf(mold.Value)
	}
	d := given.DerivedOf()
	if d == nil || !derived.HasLengths(d) {
		return
	}
	for _, o := range a.Allocs {
		t := x.scope.TypeOf(o.Object)
		if t == nil || t.Base != syntax.TypeClassAny {
			continue
		}
		x.l.errorf("C0223", o.Range, "'%s' is of CLASS(*), and this statement gives it the type "+
			"'%s', which has LEN parameters: with the Fortran compiler in use, gfortran, the "+
			"program would crash or have wrong values", o.Object.Range.Text(), d.Name).
			Help("allocate it with SOURCE= and an object of the type")
	}
}
