package lower

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// callArgs rewrites the arguments of a function reference.
func (x *stmt) callArgs(r *syntax.Ref, info *resolve.Reference) {
	x.procedureDesignator(r)
	for _, p := range r.Parts[len(r.Parts)-1:] {
		if p.Args == nil {
			continue
		}
		callee := x.scope.Callee(r)
		intrinsic := len(r.Parts) == 1 && x.scope.IsIntrinsic(p.Name.Name)
		takesLength := intrinsic && !lengthAsExecuted[p.Name.Name]
		for i, a := range p.Args.Items {
			ref, ok := a.Value.(*syntax.Ref)
			if !ok || !ref.Remote() {
				d := callee.Dummy(p.Args.Items, i)
				if !intrinsic && !x.scope.IsStatementFunction(r) {
					x.asConditionalArgument(a.Value, d)
				}
				x.byName(intrinsic, r, d, func() { x.expr(a.Value) })
				if takesLength {
					x.scalarSubstrings(a.Value)
				}
				x.refuseSubstrings(a.Value, d)
				if ok && x.throughView(ref) && (intrinsic || d != nil && d.Intent == "in") {
					if x.partsOfSection(ref) {
						x.partsCopy(ref, reads)
					} else if x.spanLost(ref) && x.takesValue(intrinsic, p.Name.Name, callee, d) {
						x.asValue(ref, d)
						continue
					}
				}
				if !intrinsic {
					x.asExpression(a.Value)
					x.expressionByValue(a.Value, d)
					x.exactInFront(a.Value, d)
				}
				continue
			}
			u := reads
			d := callee.Dummy(p.Args.Items, i)
			if d != nil && x.mayDefine(d, ref) {
				u = both
			}
			x.ref(ref, u)
			if x.boundInFront(ref) != "" {
				continue
			}
			if u == reads && (x.characterValue(ref, d) || x.substringCopy(ref) ||
				takesLength && x.scalarSubstring(ref)) {
				continue
			}
			if x.partsOfSection(ref) {
				x.partsCopy(ref, u)
			} else if intrinsic {
				if !x.throughCopy(ref, u) && byDescriptor[p.Name.Name] && x.spanLost(ref) {
					x.asValue(ref, nil)
				}
			} else if u == reads && (x.needsTemporary(ref) || x.numberedFromZero(ref, d)) &&
				!x.byElements(callee) {
				x.asValue(ref, d)
			} else if u == both {
				x.inVariableAndBack(ref, d.Intent != "")
			}
		}
		if intrinsic && p.Name.Name == "cshift" {
			x.unknownShift(p.Args)
		}
	}
}

// unknownShift has the SHIFT of CSHIFT be no constant for flang: from -O2 on flang 22 takes the
// element in front of a section for its last one where it knows that the shift is -1 and does not
// know the extent. The number of images is less than the divisor, so the value is the same.
func (x *stmt) unknownShift(args *syntax.ArgList) {
	named := args.ByName([]string{"array", "shift", "dim"})
	array, shift := named["array"], named["shift"]
	if x.l.opt.InlinePointers || array == nil || shift == nil || !syntax.HasCoindexed(array) ||
		x.scope.RankOf(shift) > 0 {
		return
	}
	if n, known := x.scope.Int(shift); known && n >= 0 {
		return
	}
	x.t.Replace(shift.Span(), paren(x.t.Render(shift.Span()))+"+"+x.l.use("coral_num")+
		"/1000000000")
}

// inVariableAndBack puts a variable in the place of an array that a procedure may define, and
// assigns it to the array behind the statement, where gfortran would look for the elements
// elsewhere. In a loop of the statement that cannot be: the array is refused if the procedure
// surely defines it, or if gfortran's fault is known from its length.
func (x *stmt) inVariableAndBack(r *syntax.Ref, defines bool) {
	t := x.scope.TypeOf(r)
	if !x.spanLost(r) || t.DerivedOf() != nil && derived.NeedsCopy(t.DerivedOf()) {
		return
	}
	if len(x.loops) > 0 || x.fl.group != nil || len(x.h.puts) == 0 {
		if defines || t.DerivedOf() == nil {
			x.refuseDefinedInLoop(r)
		}
		return
	}
	if x.typeActs(r) {
		x.inMemoryAndBack(r)
		return
	}
	text := x.t.Render(r.Range)
	x.assignBack(text, x.byVariable(r))
}

// inMemoryAndBack puts a copy of an array in its place, and copies it back behind the statement.
func (x *stmt) inMemoryAndBack(r *syntax.Ref) {
	m := x.memoryCopy(r, x.t.Render(r.Range))
	for _, decl := range m.decls {
		x.declare(decl)
	}
	x.raws(m.in)
	x.h.puts = slices.Insert(x.h.puts, len(x.h.puts)-1, raws(x.at(), m.back)...)
	x.t.Replace(r.Range, m.name)
}

// byVariable puts a variable with its value, which it names, in the place of an object.
func (x *stmt) byVariable(r *syntax.Ref) (name string) {
	name = x.pointerNumber("coral_k")
	text := x.t.Render(r.Range)
	decl, in := x.temporaryCopy(r, name, text)
	x.declare(decl)
	if x.typeActs(r) && x.scope.RankOf(r) > 0 { // an assignment would call the program's
		x.allocateAnew(name, ", source=("+text+")")
	} else {
		x.raws(in)
	}
	x.t.Replace(r.Range, name)
	return name
}

// assignBack assigns a variable to the object that it stands for, behind the statement and in front
// of the transfer of what that defines.
func (x *stmt) assignBack(object, variable string) {
	x.h.puts = slices.Insert(x.h.puts, len(x.h.puts)-1,
		hook{raw: object + " = " + variable, at: x.at()})
}

// refuseDefinedInLoop refuses an array that gfortran finds elsewhere, where a loop in the statement
// may define it: one copy is not enough.
func (x *stmt) refuseDefinedInLoop(r *syntax.Ref) {
	x.l.errorf("C0248", r.Range, "with gfortran, '%s' cannot be defined here: the statement "+
		"may define it several times, and gfortran's library finds elements of this size at "+
		"wrong addresses", r.Range.Text()).
		Help("define a local array, and assign that to the array after the statement")
}

// byElements tells whether a function gets the elements of an array one by one, by a compiler that
// finds them: no descriptor is passed then. In WHERE flang has an internal error for the value of
// a character array.
func (x *stmt) byElements(callee resolve.Callee) bool {
	return !x.l.opt.InlinePointers && callee.Proc != nil && callee.Proc.Proc.Head.Has("elemental")
}

// refuseSubstrings refuses what gfortran passes by a copy, which no other image can reach: the
// substrings of an array, for a dummy argument that is a coarray.
func (x *stmt) refuseSubstrings(e syntax.Expr, dummy *resolve.Symbol) {
	r, ok := e.(*syntax.Ref)
	if !ok || !x.l.opt.InlinePointers || dummy == nil || !dummy.IsCoarray() ||
		x.scope.RankOf(r) <= 0 || section.Substring(r, x.scope.Reference(r)) == nil {
		return
	}
	x.l.errorf("C0242", r.Range,
		"gfortran passes a copy of the substrings of an array, but the dummy argument '%s' is a "+
			"coarray: other images cannot reach a copy", dummy.Name).
		Help("pass the array of whole strings, and take the substrings in the procedure")
}

// byName rewrites an argument in whose place the view of a coarray must not stand: a section of it
// has no lower bounds of its own, and is neither a coarray nor allocatable.
func (x *stmt) byName(intrinsic bool, r *syntax.Ref, dummy *resolve.Symbol, rewrite func()) {
	whole := intrinsic && boundInquiries[r.First().Name] ||
		dummy != nil && (dummy.IsCoarray() || dummy.Has(resolve.Allocatable))
	saved := x.localAs
	if whole {
		x.localAs = nil
	}
	rewrite()
	x.localAs = saved
}

// boundInquiries ask for what only the variable itself has.
var boundInquiries = map[string]bool{"lbound": true, "ubound": true, "size": true, "shape": true,
	"allocated": true, "loc": true, "c_loc": true, "is_contiguous": true}

// needsTemporary tells whether a coindexed object is an array of derived or character type: such a
// section of a view cannot be passed by descriptor (gfortran loses the span).
func (x *stmt) needsTemporary(r *syntax.Ref) bool {
	info := x.scope.Reference(r)
	if x.partsOfSection(r) {
		return true
	}
	// pointers to components are like any pointers
	if info.Rank == 0 || info.Indirect > 0 {
		return false
	}
	for _, t := range info.Types {
		if t == nil {
			continue
		}
		switch t.Base {
		case syntax.TypeDerived, syntax.TypeCharacter, syntax.TypeClass:
			return true
		}
	}
	return false
}

// byDescriptor are the intrinsic functions that gfortran calls its library for, which gets arrays
// by descriptor.
var byDescriptor = map[string]bool{"cshift": true, "eoshift": true, "pack": true, "unpack": true,
	"reshape": true, "spread": true, "transfer": true, "maxval": true, "minval": true,
	"maxloc": true, "minloc": true, "findloc": true, "reduce": true}

// spanLost tells whether gfortran's library would look for a section of a view elsewhere. In the
// descriptor that it gets gfortran reckons with the size of an element; where that does not divide
// the distance of images, a view's steps have another unit.
func (x *stmt) spanLost(r *syntax.Ref) bool {
	whole := r.Last().Selector != nil || !r.Remote() && len(r.Parts) == 1
	return x.l.opt.InlinePointers && whole && x.needsTemporary(r) &&
		!x.scope.TypeOf(r).DividesStride()
}

// takesValue tells whether a function can have a value in place of an array that gfortran would
// look for elsewhere, and has to.
func (x *stmt) takesValue(intrinsic bool, name string, callee resolve.Callee,
	d *resolve.Symbol) bool {
	if intrinsic {
		return byDescriptor[name]
	}
	return !x.byElements(callee) && !d.IsCoarray() && !d.Has(resolve.Allocatable) &&
		!d.Has(resolve.Pointer)
}

// throughView tells whether a reference is written by a view: to another image's object, or to this
// image's where the statement names both.
func (x *stmt) throughView(r *syntax.Ref) bool {
	return r.Remote() || x.localAs[x.scope.Reference(r).Parts[0]]
}

// spanInConstructor writes the value of an array component in a structure constructor as an
// expression where gfortran would look for its elements elsewhere.
func (x *stmt) spanInConstructor(constructor *syntax.Ref) {
	a := constructor.Last().Args
	if a == nil || len(constructor.Parts) > 1 ||
		x.scope.LookupType(constructor.First().Name) == nil {
		return
	}
	for _, item := range a.Items {
		if r, ok := item.Value.(*syntax.Ref); ok && x.throughView(r) && x.spanLost(r) &&
			section.Substring(r, x.scope.Reference(r)) == nil {
			x.asValue(r, nil)
		}
	}
}

// charactersOfView tells whether gfortran's library gets an array of characters by descriptor
// where it is read or written; of structures it gets the elements.
func (x *stmt) charactersOfView(r *syntax.Ref) bool {
	t := x.scope.TypeOf(r)
	return t != nil && t.Base == syntax.TypeCharacter && r.Remote() && x.spanLost(r) &&
		section.Substring(r, x.scope.Reference(r)) == nil
}

// partsOfSection tells whether a reference is to the real or imaginary parts of an array, for which
// gfortran makes a descriptor with wrong steps if the array is a component that is a pointer.
func (x *stmt) partsOfSection(r *syntax.Ref) bool {
	info := x.scope.Reference(r)
	return info.Rank > 0 && wholeComplex(r, info) != nil
}

// partsCopy puts an expression, or a variable if they are defined, in the place of the real or
// imaginary parts of an array that an argument of a function is.
func (x *stmt) partsCopy(r *syntax.Ref, u usage) {
	text := x.t.Render(r.Range)
	if u == reads || len(x.h.puts) == 0 {
		x.t.Replace(r.Range, "("+text+")")
		return
	}
	x.assignBack(text, x.byVariable(r))
}

// numberedFromZero tells whether gfortran 12 makes an expression of an actual argument for a dummy
// argument of assumed rank: a section by vector subscripts (asValue).
func (x *stmt) numberedFromZero(r *syntax.Ref, dummy *resolve.Symbol) bool {
	return dummy != nil && dummy.Rank() < 0 && section.HasVector(x.scope, r)
}

// asValue writes an actual argument as an expression, which has memory of its own. In SELECT RANK
// gfortran 12 numbers the elements of an expression from 0; so a variable takes its value there.
func (x *stmt) asValue(r *syntax.Ref, dummy *resolve.Symbol) {
	if t := x.scope.TypeOf(r); t != nil && derived.NeedsCopy(t.DerivedOf()) {
		// A variable of the statement stands for the object. Of an expression of such a type
		// gfortran 12 makes a shallow copy, and frees what its components hold.
		return
	}
	if dummy != nil && dummy.Rank() < 0 && len(x.loops) == 0 && !x.inHead() {
		x.byVariable(r)
		return
	}
	x.t.Replace(r.Range, "("+x.t.Render(r.Range)+")")
}

// throughCopy puts a copy in the place of a coindexed array of deferred character length, which
// intrinsic functions, input and output get by descriptor: gfortran 12 computes the address of such
// a section from the length in place of the pointer's span.
// False: it needs none, or none can be made here.
func (x *stmt) throughCopy(r *syntax.Ref, u usage) bool {
	info := x.scope.Reference(r)
	if info.Rank <= 0 || r.Last().Selector == nil || x.inHead() {
		return false
	}
	sym := info.Parts[len(r.Parts)-1] // a coarray component; else what has the name here
	if len(r.Parts) == 1 {
		var ok bool
		if sym, _, ok = x.coarrayOf(r, r.Coindexed(), info); !ok {
			return false
		}
	}
	return x.l.lengthOfPointer(sym) && x.characterCopy(r, info, u)
}

// substringCopy puts a copy in the place of the substrings of a coindexed array in an expression:
// gfortran takes the length of a pointer's elements for that of their substrings in array
// constructors, concatenations and arguments, but not in an assignment.
// False: none is needed.
func (x *stmt) substringCopy(r *syntax.Ref) bool {
	info := x.scope.Reference(r)
	return r.Remote() && info.Rank > 0 && section.Substring(r, info) != nil &&
		x.boundInFront(r) == "" && x.characterCopy(r, info, reads)
}

// lengthAsExecuted are the intrinsic functions whose result does not depend on the length that
// gfortran believes a substring to have: it takes that from the value.
var lengthAsExecuted = map[string]bool{"index": true, "len_trim": true, "trim": true,
	"ichar": true, "iachar": true, "scan": true, "verify": true, "lge": true, "lgt": true,
	"lle": true, "llt": true, "loc": true}

// scalarSubstrings puts copies in the place of the coindexed substrings of which an expression
// takes its length, as scalarSubstring does.
func (x *stmt) scalarSubstrings(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Ref:
		if e.Remote() {
			x.scalarSubstring(e)
		}
	case *syntax.Paren:
		x.scalarSubstrings(e.X)
	case *syntax.Binary:
		if e.Op == syntax.OpConcat {
			x.scalarSubstrings(e.X)
			x.scalarSubstrings(e.Y)
		}
	}
}

// scalarSubstring puts a copy in the place of a substring of a coindexed scalar whose bounds are no
// constants. It is one of an element of a component, of which gfortran takes the length of the
// whole string in array constructors and functions such as LEN, or ends by an internal error.
// False: none is needed.
func (x *stmt) scalarSubstring(r *syntax.Ref) bool {
	info := x.scope.Reference(r)
	if info.Rank != 0 || section.Substring(r, info) == nil || x.place == inPlace {
		return false
	}
	if _, constant := x.substringLength(r, ""); constant {
		return false
	}
	return x.characterCopy(r, info, reads) || x.pointerVariable(r, info)
}

// pointerVariable writes a coindexed element by a pointer that is a variable, where a loop of the
// statement selects the element: gfortran knows the length of a substring then. False: it did not.
func (x *stmt) pointerVariable(r *syntax.Ref, info *resolve.Reference) bool {
	part := r.Parts[0]
	if !x.l.opt.InlinePointers || len(r.Parts) > 1 || part.Selector == nil || x.fl.group != nil {
		return false
	}
	sym, local, ok := x.coarrayOf(r, part, info)
	if !ok {
		return false
	}
	text, length := x.l.typeText(sym)
	whole := partRange(part)
	rest, is := strings.CutPrefix(x.t.Render(whole), x.viewPointer(sym, local)+"(")
	if !is || length != "" {
		return false
	}
	name := x.pointerNumber("coral_k")
	x.declare(text + ", pointer :: " + name + colons(max(sym.Rank(), 0)+1))
	x.raw(name + " => " + x.viewPointer(sym, local))
	x.t.Replace(whole, name+"("+rest)
	return true
}

// characterCopy puts a copy in the place of a coindexed character object where gfortran needs one.
// False: it needs none, or none can be made here.
func (x *stmt) characterCopy(r *syntax.Ref, info *resolve.Reference, u usage) bool {
	typ := info.Types[len(info.Types)-1]
	if !x.l.opt.InlinePointers || len(x.loops) > 0 || x.fl.group != nil ||
		typ == nil || typ.Base != syntax.TypeCharacter {
		return false
	}
	name, text := x.pointerNumber("coral_k"), x.t.Render(r.Range)
	if section.Substring(r, info) == nil {
		length := ":"
		if e := typ.Length(); e != nil && typ.Scope != nil {
			if n, constant := typ.Scope.Int(e); constant { // gfortran 12 mistakes a deferred one
				length = strconv.FormatInt(n, 10)
			}
		}
		x.declare(fmt.Sprintf("character(len=%s%s), allocatable :: %s%s", length, kindOf(typ), name,
			colons(info.Rank)))
		x.raw(name + " = " + text)
	} else {
		name = x.substrings(r, info.Rank, typ, name)
	}
	if u != reads && len(x.h.puts) > 0 {
		x.assignBack(text, name)
	}
	x.t.Replace(r.Range, name)
	return true
}

// substrings copies the substrings of a section to a variable, whose name it gives. Its length is
// not deferred where that can be: gfortran passes arrays of deferred length to intrinsic functions
// wrongly.
func (x *stmt) substrings(r *syntax.Ref, rank int, typ *resolve.Type, name string) string {
	text := x.t.Render(r.Range)
	section := withoutLastParens(text)
	length, constant := x.substringLength(r, section)
	length += kindOf(typ)
	if constant {
		x.declare("character(len=" + length + "), allocatable :: " + name + colons(rank))
		x.raw(name + " = " + text)
		return name
	}
	if !x.inHead() { // a variable of its own BLOCK, which is not counted as the statement's are
		name = x.temp("k_l")
	}
	object := name
	if rank > 0 {
		object += "(" + strings.Join(sizes(section, rank), ", ") + ")"
	}
	if x.inHead() {
		x.declare("character(len=:" + kindOf(typ) + "), allocatable :: " + name + colons(rank))
		x.raw(fmt.Sprintf("if (allocated(%s)) deallocate (%s)", name, name))
		x.raw("allocate (character(len=" + length + ") :: " + object + ")")
		x.raw(name + colons(rank) + " = " + text)
		return name
	}
	x.raw("block")
	x.raw("  character(len=" + length + ") :: " + object)
	x.raw("  " + name + " = " + text)
	x.post = append(x.post, x.line("end block"))
	return name
}

// substringLength is the length of the substrings of a section as text, and whether it is constant.
func (x *stmt) substringLength(r *syntax.Ref, array string) (string, bool) {
	first, last := int64(1), int64(0)
	low, high := "1", "len("+array+")"
	one, two := true, false
	args := section.Substring(r, x.scope.Reference(r))
	if t, ok := args.Items[0].Value.(*syntax.Triplet); ok {
		if t.Lower != nil {
			low = x.renderExpr(t.Lower)
			first, one = x.scope.Int(t.Lower)
		}
		if t.Upper != nil {
			high = x.renderExpr(t.Upper)
			last, two = x.scope.Int(t.Upper)
		}
	}
	if one && two {
		return strconv.FormatInt(max(0, last-first+1), 10), true
	}
	return fmt.Sprintf("max(0_%[1]s, int(%[2]s-%[3]s+1, %[1]s))", x.l.use("coral_ik"), high,
		paren(low)), false
}

// characterValue puts a variable in the place of a character with coindexed objects for a dummy
// argument with VALUE: gfortran passes garbage for expressions, and for what a pointer refers to.
// False: none is needed.
func (x *stmt) characterValue(e syntax.Expr, dummy *resolve.Symbol) bool {
	spec := x.characterByValue(dummy)
	if spec == "" || x.scope.RankOf(e) < 0 {
		return false
	}
	if !x.sameInFront(e) {
		x.l.errorf("C0247", e.Span(), "the dummy argument '%s' has VALUE, and its actual argument "+
			"may change within the statement: the Fortran compiler in use, gfortran, would pass "+
			"wrong characters", dummy.Name).
			Help("write a DO construct or separate statements, or give '%s' INTENT(IN) in place "+
				"of VALUE", dummy.Name)
		return false
	}
	name, text := x.pointerNumber("coral_k"), x.t.Render(e.Span())
	if rank := x.scope.RankOf(e); rank > 0 {
		spec += ", allocatable"
		x.declare(spec + " :: " + name + colons(rank))
	} else {
		x.declare(spec + " :: " + name)
	}
	leave, _ := x.enterAny(nil)
	x.raw(name + " = " + text)
	leave()
	x.t.Replace(e.Span(), name)
	return true
}

// sameInFront tells whether an expression has in front of the statement, or of the WHERE around it,
// the value that it has in its place, if it is evaluated there at all.
func (x *stmt) sameInFront(e syntax.Expr) bool {
	if x.views != nil || len(x.loops) > x.implied || len(x.loops) > 0 && x.mayHaveEffects(e) ||
		x.fl.where && x.callsUser(e) { // which a mask may leave out
		return false
	}
	parts, varies := []syntax.Expr{e}, x.itemLoops()
	for _, lp := range x.loops {
		varies[lp.name] = true
		parts = append(parts, lp.firstX, lp.lastX)
		if lp.stpX != nil {
			parts = append(parts, lp.stpX)
		}
	}
	for _, part := range parts {
		if x.changedInPlace(part) || mid.RefersTo(x.scope, part,
			func(r *syntax.Ref, _ *resolve.Reference) bool { return varies[r.First().Name] }) {
			return false
		}
	}
	return true
}

// changedInPlace tells whether an expression may get another value by what is read in front of it,
// or by another assignment of the WHERE or FORALL.
func (x *stmt) changedInPlace(e syntax.Expr) bool {
	elsewhere := func() bool { return mid.Calls(e, x.scope, x.readsElsewhere) }
	if len(x.defined) > 0 && elsewhere() || x.changedBy(e, x.defined) {
		return true
	}
	g := x.fl.together
	return g != nil && g.several && (elsewhere() ||
		mid.RefersTo(x.scope, e, func(_ *syntax.Ref, s *resolve.Reference) bool {
			return g.changes(s, g.places[x.s], reads)
		}))
}

// itemLoops are the variables of the implied DO loops of an I/O list: they are those of the scope.
func (x *stmt) itemLoops() map[string]bool {
	names := map[string]bool{}
	var note func(items []syntax.Expr)
	note = func(items []syntax.Expr) {
		for _, item := range items {
			if d, ok := item.(*syntax.ImpliedDo); ok {
				names[d.Control.Var.Name] = true
				note(d.Items)
			}
		}
	}
	if s, ok := x.s.(*syntax.IOStmt); ok {
		note(s.Items)
	}
	return names
}

// hasTrips is the condition that a loop has a trip; "": it surely has one.
func (x *stmt) hasTrips(lp indexLoop) string {
	step, known := int64(1), true
	if lp.stpX != nil {
		step, known = x.scope.Int(lp.stpX)
	}
	first, one := x.scope.Int(lp.firstX)
	last, two := x.scope.Int(lp.lastX)
	from, to := paren(x.t.Render(lp.firstX.Span())), paren(x.t.Render(lp.lastX.Span()))
	switch {
	case !known:
		by := paren(x.t.Render(lp.stpX.Span()))
		return fmt.Sprintf("(%s-%s+%s)/%s > 0", to, from, by, by)
	case one && two && (step > 0 && first <= last || step < 0 && first >= last):
		return ""
	case step < 0:
		return from + " >= " + to
	}
	return from + " <= " + to
}

// expressionByValue does so for an expression that refers to other images.
func (x *stmt) expressionByValue(e syntax.Expr, dummy *resolve.Symbol) {
	r, ok := e.(*syntax.Ref)
	if (!ok || x.scope.Reference(r).Call) && hasCoindexed(e) {
		x.characterValue(e, dummy)
	}
}

// characterByValue spells the type of a dummy argument with VALUE that is a character for which
// gfortran passes no expressions; "": it is none.
func (x *stmt) characterByValue(dummy *resolve.Symbol) string {
	if dummy == nil || !dummy.Has(resolve.Value) || !x.l.opt.InlinePointers {
		return ""
	}
	typ := dummy.TypeOf()
	if typ == nil || typ.Base != syntax.TypeCharacter {
		return ""
	}
	length, constant := typ.ConstantLength()
	if !constant {
		return ""
	}
	kind, known := x.kindHere(typ)
	if !known {
		return ""
	}
	if kind != "" {
		kind = ", kind=" + kind
	}
	return fmt.Sprintf("character(len=%d%s)", length, kind)
}

// argument rewrites an actual argument that is not coindexed. A call of an intrinsic function for
// which a variable of the runtime's stands is an expression (F2018 15.5.2.3): the dummy argument
// must keep its value when the team changes.
func (x *stmt) argument(e syntax.Expr) {
	x.expr(e)
	x.asExpression(e)
}

// asExpression keeps what stands for an inquiry about images from being a variable.
func (x *stmt) asExpression(e syntax.Expr) {
	r, ok := e.(*syntax.Ref)
	if !ok || !x.scope.Reference(r).Call || !imageInquiries[r.First().Name] ||
		!x.scope.IsIntrinsic(r.First().Name) {
		return
	}
	if with, is := x.t.Replaced(r.Range); is {
		x.t.Replace(r.Range, "("+with+")")
	}
}

// imageInquiries are the functions for which a variable may stand.
var imageInquiries = map[string]bool{"this_image": true, "num_images": true, "team_number": true,
	"lcobound": true, "ucobound": true, "image_index": true}

// userCall plans a CALL of a user's procedure.
func (x *stmt) userCall(c *syntax.CallStmt) {
	x.procedureDesignator(c.Proc)
	var list []*syntax.Arg
	if a := c.Args(); a != nil {
		list = a.Items
	}
	callee := x.scope.Callee(c.Proc)
	var wrap []string
	var copyIn, copyBack []string
	for i, a := range list {
		ref, ok := a.Value.(*syntax.Ref)
		if !ok || !ref.Remote() {
			x.asConditionalArgument(a.Value, callee.Dummy(list, i))
			x.refuseSubstrings(a.Value, callee.Dummy(list, i))
			x.argument(a.Value)
			x.expressionByValue(a.Value, callee.Dummy(list, i))
			x.asExactType(a.Value, callee.Dummy(list, i))
			continue
		}
		u := both
		d := callee.Dummy(list, i)
		if d != nil {
			switch {
			case !x.mayDefine(d, ref):
				u = reads
			// a temporary is made with the object's values
			case x.definedWhole(ref, d) && !x.needsTemporary(ref):
				u = defines
			}
		}
		x.ref(ref, u)
		if u == reads && (x.characterValue(ref, d) || x.substringCopy(ref)) ||
			!x.needsTemporary(ref) && (u != reads || !x.numberedFromZero(ref, d)) {
			continue
		}
		text := x.t.Render(ref.Range)
		if u == reads {
			x.asValue(ref, d)
			continue
		}
		if x.typeActs(ref) {
			m := x.memoryCopy(ref, text)
			wrap, copyIn = append(wrap, m.decls...), append(copyIn, m.in...)
			copyBack = append(copyBack, m.back...)
			x.t.Replace(ref.Range, m.name)
			continue
		}
		name := x.temp("x")
		decl, in := x.temporaryCopy(ref, name, text)
		wrap = append(wrap, decl)
		copyIn = append(copyIn, in...)
		copyBack = append(copyBack, text+" = "+name)
		x.t.Replace(ref.Range, name)
	}
	x.h.puts = append(raws(x.at(), copyBack), x.h.puts...)
	x.leavesBy(alternates(list))
	if len(wrap) == 0 {
		x.finish()
		return
	}
	x.finishBlock(wrap, copyIn)
}

// mayDefine tells whether a procedure may define an actual argument by a dummy argument. An array
// cannot define a section by vector subscripts (F2018 15.5.2.4 p21).
func (x *stmt) mayDefine(d *resolve.Symbol, actual *syntax.Ref) bool {
	return d.Intent != "in" && !d.Has(resolve.Value) &&
		(d.Rank() == 0 || !section.HasVector(x.scope, actual))
}

// definedWhole tells whether nothing of an actual argument keeps its value where a procedure is
// called: a dummy argument with INTENT(OUT) may be the first elements of an array, or the first
// characters of a longer string.
func (x *stmt) definedWhole(r *syntax.Ref, d *resolve.Symbol) bool {
	if d.Intent != "out" || d.Rank() != 0 {
		return false
	}
	if d.Type == nil || d.Type.Base != syntax.TypeCharacter {
		return true
	}
	if _, star := d.Type.Length().(*syntax.Star); star {
		return true
	}
	inner, known := d.Type.ConstantLength()
	outer, same := x.scope.TypeOf(r).ConstantLength()
	return known && same && inner == outer && section.Substring(r, x.scope.Reference(r)) == nil
}

// procedureDesignator rewrites what stands in front of a type-bound procedure or procedure
// component: the passed object.
func (x *stmt) procedureDesignator(proc *syntax.Ref) {
	n := len(proc.Parts) - 1
	if n == 0 {
		return
	}
	object := &syntax.Ref{Range: proc.Range, Parts: proc.Parts[:n]}
	object.Range.End = proc.Parts[n-1].Range.End
	u := both
	if object.Remote() {
		if d := x.scope.Callee(proc); d.Proc != nil &&
			(d.Passed == nil || d.Passed.Intent == "in") {
			u = reads
		}
	}
	x.ref(object, u)
}

// finishBlock wraps the statement into a BLOCK with temporaries.
func (x *stmt) finishBlock(decls, copyIn []string) {
	opens, closes := x.aroundExact()
	text := x.t.All()
	before := append([]emit.Line{}, x.before()...)
	before = append(before, x.line("block"))
	for _, d := range append(decls, copyIn...) {
		before = append(before, emit.Line{Text: d, At: x.at()})
	}
	x.store(append(before, opens...), text,
		slices.Concat(closes, x.after(), []emit.Line{x.line("end block")}))
}

// raws are statements among transfers.
func raws(at diag.Range, texts []string) (out []hook) {
	for _, text := range texts {
		out = append(out, hook{raw: text, at: at})
	}
	return out
}

// raws puts statements among the transfers in front.
func (x *stmt) raws(texts []string) { x.h.gets = append(x.h.gets, raws(x.at(), texts)...) }

// store keeps a plan made of given lines.
func (x *stmt) store(before []emit.Line, text string, after []emit.Line) {
	if len(before)+len(after) > 0 && !x.mayEndLoop() {
		return
	}
	p := x.l.planOf(x.s)
	p.Before = append(p.Before, before...)
	p.Replaced, p.Text = true, text
	p.After = append(p.After, after...)
}

// temporaryDecl declares an allocatable of the type and rank of a coindexed object.
func (x *stmt) temporaryDecl(r *syntax.Ref, name string) string {
	info := x.scope.Reference(r)
	return x.temporaryType(r, info) + ", allocatable :: " + name + colons(max(info.Rank, 1))
}

// temporaryCopy declares such a variable, and has the statements that give it the object's value.
// gfortran takes the length of a component's elements for that of their substrings where the
// assignment allocates the variable.
func (x *stmt) temporaryCopy(r *syntax.Ref, name, text string) (decl string, in []string) {
	info := x.scope.Reference(r)
	decl = x.temporaryDecl(r, name)
	if section.Substring(r, info) == nil || info.Rank <= 0 || !strings.Contains(decl, "len=:") {
		return decl, []string{name + " = " + text}
	}
	section := withoutLastParens(text)
	length, _ := x.substringLength(r, section)
	spec, _, _ := strings.Cut(decl, ", allocatable")
	spec = strings.Replace(spec, "len=:", "len="+length, 1)
	return decl, []string{
		fmt.Sprintf("allocate (%s :: %s(%s))", spec, name,
			strings.Join(sizes(section, info.Rank), ", ")),
		name + colons(info.Rank) + " = " + text}
}

// temporaryLength is the character length of such a variable: a number where it is constant, since
// gfortran 12 has an internal error for a section of components that is assigned to a
// variable of deferred length.
func (x *stmt) temporaryLength(r *syntax.Ref, t *resolve.Type) string {
	if section.Substring(r, x.scope.Reference(r)) != nil {
		if n, constant := x.substringLength(r, ""); constant {
			return n
		}
		return ":"
	}
	if n, known := t.ConstantLength(); known && !x.scalarPart(r) {
		return strconv.FormatInt(n, 10)
	}
	return ":"
}

// scalarPart: parentheses behind a scalar name hold the bounds of a substring.
func (x *stmt) scalarPart(r *syntax.Ref) bool {
	info := x.scope.Reference(r)
	sym := info.Parts[len(info.Parts)-1]
	return r.Last().Args != nil && !info.Call && sym != nil && sym.Rank() == 0
}

// temporaryType spells the type of a variable for a coindexed object.
func (x *stmt) temporaryType(r *syntax.Ref, info *resolve.Reference) string {
	t := x.scope.TypeOf(r)
	if t != nil && t.Base == syntax.TypeCharacter {
		kind := kindOf(t)
		if n, ok := x.kindHere(t); ok && kind != "" {
			kind = ", kind=" + n
		}
		return "character(len=" + x.temporaryLength(r, t) + kind + ")"
	}
	if t != nil && t.Base != syntax.TypeClass {
		if typ := x.typeHere(t); typ != "" {
			return typ
		}
		if d := t.DerivedOf(); d != nil {
			x.typeName(d) // says what is wrong with the name
		}
	}
	for i := len(info.Parts) - 1; i >= 0; i-- {
		if sym := info.Parts[i]; sym != nil {
			typ, _ := x.l.typeText(sym)
			return typ
		}
	}
	return "integer"
}
