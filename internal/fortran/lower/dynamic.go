package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Values with their dynamic type: `y = x[k]`, `allocate (y, source=x[k])`, where x and y are
// polymorphic. The dynamic type of a coarray is the same on all images (F2018 9.7.1.2), so a
// variable of the statement gets it from the object here; what the object there has is copied into
// it by the layout of that type (layout.go), which the runtime finds by the type
// (capi/types/dynamic.c):
//
//	block
//	  class(t), allocatable, target :: coral_d_1
//	  type(coral_any) :: coral_d_1_a
//	  allocate (coral_d_1, mold=x)
//	  coral_d_1_a%p => coral_d_1
//	  call coral_copy_dynamic(loc(coral_d_1_a), loc(coral_d_1), loc(coral_x%p(k)), .., line, file)
//	  y = coral_d_1
//	end block
//
// So it is where the value is an actual argument, an operand, a selector or an output item
// (resolve.TypedByValue). Parentheses around it go: the variable is a copy, and gfortran crashes on
// arrays of any dynamic type in parentheses.
//
// Each scope tells the runtime of its types: modules by a procedure with a global name, which the
// runtime finds among the program's symbols before the first copy; others at their beginning. If
// all files of the program are known, only types that are not copied as they lie are told of; in
// separate compilation all are, so that one of a module that was compiled without coarrays is not
// taken for such.

// registered notes that a scope tells the runtime of a type.
func (l *lowerer) registered(scope *resolve.Scope, d *resolve.Symbol) {
	if p := d.ParentType(); p != nil && !l.opt.OwnTypes && p.Scope != nil &&
		p.Scope.Kind == resolve.ModuleScope && derived.Extensible(d) {
		// objects of that type are copied by the dynamic type in files not seen here
		if bare, known := l.opt.Bare[p.Scope.Name]; known && !bare {
			l.prepared = true
		}
	}
	dynamic := l.opt.Separate && !l.opt.OwnTypes &&
		derived.Extensible(d) && !derived.IsAbstract(d) &&
		(l.needs.Dynamic || l.needs.BroadcastsDynamic || l.needs.ShipsDynamic)
	byType := derived.Extensible(d) && !l.opt.InlinePointers &&
		(l.needs.Dynamic || l.needs.BroadcastsDynamic || l.needs.ShipsDynamic)
	// what is done with objects is written where it is done
	if scope.Kind == resolve.BlockScope && !byType {
		return
	}
	// SPAWN refuses such objects
	unshippable := l.needs.ShipsDynamic && derived.Extensible(d) && !derived.IsAbstract(d) &&
		resolve.StaysHere(d) != nil
	if !l.needs.Told[d] && !dynamic && !unshippable || scope.IsPure() ||
		derived.ParameterizedWithin(d) || derived.HiddenWithin(d, derived.HasParts) != nil {
		return
	}
	if l.unit.types == nil {
		l.unit.types = map[*resolve.Scope][]*resolve.Symbol{}
	}
	for _, e := range append(derived.BareParts(d), d) {
		if !slices.Contains(l.unit.types[scope], e) {
			l.unit.types[scope] = append(l.unit.types[scope], e)
		}
	}
}

// global tells whether a scope has no beginning that is executed.
func global(scope *resolve.Scope) bool {
	return scope.Kind == resolve.ModuleScope || scope.Kind == resolve.SubmoduleScope
}

// registerTypes generates the statements that tell of a scope's types: those with which it begins,
// or a procedure of a module. They stand in the scope itself, since flang's pointers to internal
// procedures are good as long as the procedure in which they were made is executing.
func (l *lowerer) registerTypes(scope *resolve.Scope) (entry []string) {
	types := l.unit.types[scope]
	if len(types) == 0 || scope.IsPure() {
		return nil
	}
	if !global(scope) && l.opt.ForOthers {
		return l.tellIfImages(scope, types)
	}
	if !global(scope) {
		return slices.Concat([]string{"block"}, l.tellingOf(scope, types, &toldBy{}),
			[]string{"end block"})
	}
	name := mangle.Name("coral_types_", strings.NewReplacer(":", "_", "@", "_").Replace(scope.Name))
	by := l.toldByDummies()
	lines := []string{"subroutine " + name + by.args + " bind(c, name='" + name + "')"}
	lines = append(lines, by.decls...)
	if len(types) <= toldTogether {
		lines = append(lines, l.tellingOf(scope, types, by)...)
	} else {
		n := 0
		for some := range slices.Chunk(types, toldTogether) {
			n++
			part := mangle.Name(fmt.Sprintf("coral_types_%d_", n), scope.Name)
			lines = append(lines, "call "+part+by.args)
			l.contain(scope, slices.Concat([]string{"subroutine " + part + by.args}, by.decls,
				l.tellingOf(scope, some, by), []string{"end subroutine " + part}))
		}
	}
	l.contain(scope, append(lines, "end subroutine "+name))
	return nil
}

// tellers is the common block through which a scope that is executed tells of its types where
// nothing may refer to the runtime: the runtime has the addresses of its procedures in it
// (capi/types/dynamic.c), and in a program without coarrays there are none.
const tellers = "coral_tellers"

// tellIfImages tells of a scope's types if the program has images:
//
//	type(c_funptr) :: coral_tellers(5)
//	common /coral_tellers/ coral_tellers
//	bind(c, name='coral_tellers') :: /coral_tellers/
//	procedure(coral_type), pointer :: coral_e_type
//	..
//	block
//	  if (c_associated(coral_tellers(1))) then
//	    call c_f_procpointer(coral_tellers(1), coral_e_type)
//	    ..
//	  end if
//	end block
//
// gfortran 12 crashes on such pointers in several BLOCK constructs.
func (l *lowerer) tellIfImages(scope *resolve.Scope, types []*resolve.Symbol) []string {
	by := &toldBy{tell: "coral_e_type", sample: "coral_e_sample", point: "coral_e_point",
		told: "coral_e_told"}
	pointers := [][2]string{{by.tell, "coral_type"}, {by.sample, "coral_type_sample"},
		{by.point, "coral_type_point"}, {by.told, "coral_type_told"}}
	if l.opt.InlinePointers {
		by.address = "coral_e_address"
	}
	by.entry = []string{"if (" + l.useC("c_associated") + "(" + tellers + "(1))) then"}
	decls := []string{fmt.Sprintf("type(%s) :: %s(5)", l.useC("c_funptr"), tellers),
		"common /" + tellers + "/ " + tellers,
		"bind(c, name='" + tellers + "') :: /" + tellers + "/"}
	for i, p := range pointers {
		decls = append(decls, "procedure("+l.use(p[1])+"), pointer :: "+p[0])
		by.entry = append(by.entry, fmt.Sprintf("call %s(%s(%d), %s)", l.useC("c_f_procpointer"),
			tellers, i+1, p[0]))
	}
	if by.address != "" {
		decls = append(decls, l.addressPointer(by)...)
		by.entry = append(by.entry, fmt.Sprintf("call %s(%s(%d), %s)", l.useC("c_f_procpointer"),
			tellers, len(pointers)+1, by.address))
	}
	if unit := scope.Unit(); !slices.Contains(l.unit.headDecls[unit], decls[0]) {
		l.declareIn(unit, decls...)
	}
	return slices.Concat([]string{"block"}, l.tellingOf(scope, types, by),
		[]string{"end if", "end block"})
}

// toldTogether is how many types one procedure tells of: compilers take more than twice the time
// for one that has twice the length.
const toldTogether = 8

// toldBy are the procedures, dummies or pointers, by which a scope tells of its types; empty: it
// calls those of the runtime by their names.
type toldBy struct {
	tell, sample, point, address, told string
	// args are the arguments, decls declare them, and entry is executed first.
	args         string
	decls, entry []string
}

// toldByDummies are arguments of the procedures that the runtime finds by their global names
// (capi/types/dynamic.c). What a module tells of its types thus refers to nothing of the runtime: a
// program without coarrays is linked without it though its modules were compiled for others, and a
// shared library of such modules can be made. coral_address is not interoperable: it comes as
// an address. Back ends other than gfortran need none.
func (l *lowerer) toldByDummies() *toldBy {
	by := &toldBy{tell: "coral_e_type", sample: "coral_e_sample", point: "coral_e_point"}
	by.args = "(" + by.tell + ", " + by.sample + ", " + by.point
	by.decls = []string{"procedure(" + l.use("coral_type") + ") :: " + by.tell,
		"procedure(" + l.use("coral_type_sample") + ") :: " + by.sample,
		"procedure(" + l.use("coral_type_point") + ") :: " + by.point}
	if l.opt.InlinePointers {
		by.address = "coral_e_address"
		by.args += ", coral_e_place"
		by.decls = append(by.decls, "type("+l.useC("c_funptr")+"), value :: coral_e_place")
		by.decls = append(by.decls, l.addressPointer(by)...)
		by.entry = []string{"call " + l.useC("c_f_procpointer") + "(coral_e_place, " + by.address +
			")"}
	}
	by.args += ")"
	return by
}

// addressPointer declares the procedure pointer that stands for coral_address. What nothing of the
// runtime may be linked with has an interface of its own: that of coral_rt_any comes with a table
// of CLASS(*), to which gfortran would have the object refer.
func (l *lowerer) addressPointer(by *toldBy) []string {
	if !l.opt.ForOthers {
		return []string{"procedure(" + l.use("coral_address") + "), pointer :: " + by.address}
	}
	of := by.address + "_of"
	return []string{"abstract interface",
		"pure function " + of + "(obj) result(address)",
		"import :: " + l.use("coral_ik"),
		"class(*), intent(in), target :: obj(..)",
		"integer(" + l.use("coral_ik") + ") :: address",
		"end function", "end interface",
		"procedure(" + of + "), pointer :: " + by.address}
}

// any declares the type of objects by which the runtime is told of dynamic types, where it is to be
// declared (addressPointer), and gives its name.
func (l *lowerer) any() (string, []string) {
	if !l.opt.ForOthers {
		return l.use("coral_any"), nil
	}
	return "coral_any", []string{"type :: coral_any", "class(*), pointer :: p", "end type"}
}

// named is the name by which one of the procedures is called.
func (l *lowerer) named(dummy, name string) string {
	if dummy != "" {
		return dummy
	}
	return l.use(name)
}

// tellingOf are the declarations and statements that tell of types.
func (l *lowerer) tellingOf(scope *resolve.Scope, types []*resolve.Symbol, by *toldBy) []string {
	name, lines := l.any()
	lines = append(lines, fmt.Sprintf("type(%s) :: coral_a", name))
	var body []string
	for n, d := range types {
		decls, statements := l.telling(scope, d, n+1, by)
		lines, body = append(lines, decls...), append(body, statements...)
	}
	return slices.Concat(lines, by.entry, body)
}

// dynamicValue rewrites a polymorphic coindexed object whose dynamic type counts; false: it does
// not. own is the coarray on this image.
func (x *stmt) dynamicValue(r *syntax.Ref, info *resolve.Reference, sym *resolve.Symbol,
	own string) bool {
	v, ok := x.l.needs.Values[r]
	if !ok {
		return false
	}
	if v.TypeOnly {
		x.t.Replace(r.Range, own+x.argsText(r.Last()))
		return true
	}
	d := info.Types[len(info.Types)-1].DerivedOf()
	switch {
	case d == nil || info.Rank < 0:
		x.l.errorf("C0176", r.Range,
			"the type of this polymorphic object of another image is not known here")
		return true
	case d.Scope.Bare:
		x.refuseBare(d)
		return true
	case len(x.loops) > 0 || x.fl.group != nil:
		x.l.errorf("C0176", r.Range,
			"a polymorphic object of another image cannot be copied with its dynamic type in a "+
				"loop of a constructor, or in FORALL or WHERE").
			Help("assign it to a polymorphic variable first")
		return true
	case x.l.opt.InlinePointers && v.Through != "" && !asksForType[v.Through] &&
		(v.Through != "merge" || info.Rank > 0):
		// gfortran crashes, or makes objects of the declared type
		x.l.errorf("C0176", r.Range,
			"with gfortran, an object of another image does not keep its dynamic type in %s",
			strings.ToUpper(v.Through)).
			Help("assign it to a polymorphic variable first, and go through its elements in a loop")
		return true
	}
	name := x.pointerNumber("coral_d")
	x.l.use("coral_any")
	shape := colons(info.Rank)
	attrs := "allocatable, target"
	// gfortran's constructors keep what a polymorphic variable has instead of copying it
	if v.Component && x.l.opt.InlinePointers {
		attrs = "pointer"
	}
	x.declare(fmt.Sprintf("class(%s), %s :: %s%s", x.typeName(d), attrs, name, shape))
	x.declare(fmt.Sprintf("type(coral_any) :: %s_a", name))
	if x.inHead() && attrs != "pointer" { // it may have been executed before
		x.raw(fmt.Sprintf("if (allocated(%s)) deallocate (%s)", name, name))
	}
	like := own
	if sym.Rank() > 0 {
		lows, _ := boundsOf(own, sym.Rank())
		like += "(" + strings.Join(lows, ",") + ")"
	}
	if info.Rank == 0 {
		x.raw(fmt.Sprintf("allocate (%s, mold=%s)", name, like))
		x.copyDynamic(name, name, x.t.Render(r.Range))
		x.typed = name
		x.t.Replace(v.Whole, name)
		return true
	}
	var subs []string
	for k := 1; k <= info.Rank; k++ {
		subs = append(subs, fmt.Sprintf("%s_%d", name, k))
		x.declare("integer :: " + subs[k-1])
	}
	what, extents := x.viewElementAt(r, info, subs)
	if what == "" {
		x.l.errorf("C0176", r.Range,
			"an array of polymorphic objects of another image cannot be copied from here with "+
				"its dynamic type").
			Help("copy it in a loop, one element at a time")
		return true
	}
	bounds, at := "("+strings.Join(extents, ",")+")", strings.Join(subs, ",")
	if r.Last().Args == nil { // a whole array, with its bounds
		bounds, at = boundsLike(own, info.Rank), shifted(name, subs)
	}
	x.raw(fmt.Sprintf("allocate (%s%s, mold=%s)", name, bounds, like))
	for k := info.Rank; k >= 1; k-- {
		x.raw(fmt.Sprintf("do %s = 1, %s", subs[k-1], extents[k-1]))
	}
	x.copyDynamic(name, name+"("+at+")", what)
	for range subs {
		x.raw("end do")
	}
	x.typed = name
	x.t.Replace(v.Whole, name)
	return true
}

// asksForType are the intrinsic functions with arguments of any dynamic type whose result has none.
var asksForType = map[string]bool{"same_type_as": true, "extends_type_of": true,
	"storage_size": true, "transfer": true}

// movedValue finishes an assignment of such a value: the variable gets the memory of the
// statement's own. Besides saving a copy, this stays clear of gfortran's assignment, which keeps
// the memory of an object of another, smaller dynamic type. If something may point to the variable,
// it stays where it is.
func (x *stmt) movedValue(a *syntax.AssignStmt) bool {
	l, ok := a.LHS().(*syntax.Ref)
	if !ok || x.typed == "" || l.Last().Args != nil {
		return false
	}
	info := x.scope.Reference(l)
	sym := info.Parts[len(info.Parts)-1]
	if x.t.Render(a.RHS().Span()) != x.typed || sym == nil || !sym.Has(resolve.Allocatable) ||
		sym.Rank() != x.scope.RankOf(a.RHS()) ||
		x.l.prog.MayDefineAssignment(sym.TypeOf().DerivedOf()) {
		return false
	}
	to := x.t.Render(l.Range)
	move := fmt.Sprintf("call move_alloc(%s, %s)", x.typed, to)
	if !info.Parts[0].Has(resolve.Target) &&
		!slices.ContainsFunc(info.Parts,
			func(p *resolve.Symbol) bool { return p != nil && p.Has(resolve.Pointer) }) {
		x.finishAs(move, true)
		return true
	}
	x.storeAssigned(to, ownCopy{name: x.typed, rank: sym.Rank()})
	return true
}

// copyDynamic copies one object of another image into a variable of its dynamic type.
func (x *stmt) copyDynamic(name, to, from string) {
	size := fmt.Sprintf("storage_size(%s, kind=%s)/8", to, x.l.use("coral_ik"))
	if x.fl.mode != direct {
		x.raw(x.rare(fmt.Sprintf("call %s(loc(%s), %s, %s)", x.l.use("coral_get_at"), from,
			x.l.use("coral_me"), size)))
	}
	x.raw(fmt.Sprintf("%s_a%%p => %s", name, to))
	x.raw(x.callDynamic(name+"_a", to, from, size))
}

// callDynamic is the call that copies an object by its dynamic type, which a variable of type
// coral_any has.
func (x *stmt) callDynamic(typed, to, from, size string) string {
	return fmt.Sprintf("call %s(loc(%s), loc(%s), loc(%s), %s, %d, %s)",
		x.l.use("coral_copy_dynamic"), typed, to, from, size, x.allTold(), x.where())
}

// allTold is 1 if the runtime is told of all types that are not copied as they lie.
func (x *stmt) allTold() int {
	if x.l.opt.Separate {
		return 0
	}
	return 1
}

// argsText is the subscript list of a part as it stands in the statement.
func (x *stmt) argsText(p *syntax.PartRef) string {
	if p.Args == nil {
		return ""
	}
	return x.t.Render(p.Args.Range)
}
