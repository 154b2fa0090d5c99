package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// inForm puts a reference in the form that is asked for; false: it has none.
func (x *stmt) inForm(r *syntax.Ref, info *resolve.Reference, u usage) bool {
	if r.Coindexed() == nil {
		return x.localRef(r, info)
	}
	x.remoteRef(r, info, u)
	return true
}

// remoteRef puts a coindexed object in the form of remote data.
func (x *stmt) remoteRef(r *syntax.Ref, info *resolve.Reference, u usage) {
	p := r.Parts[0]
	sym, local, ok := x.coarrayOf(r, p, info)
	if !ok {
		return
	}
	form := x.l.opt.remoteForm()
	if sym.Has(resolve.Allocatable) || form == FormGeneral {
		x.refreshSelected(sym, local, p.Selector)
	}
	image, text := x.imageIndex(sym, local, p.Selector), ""
	switch form {
	case FormGeneral:
		text = x.byCall(r, sym, local, info, image, u)
	case FormGet:
		text = x.byGet(r, sym, local, info, image, u)
	case FormPointer:
		text = x.byPointer(sym, local, image) + x.t.Render(p.Args.Range)
	case FormCray:
		text = x.byCrayPointer(sym, local, image) + x.t.Render(p.Args.Range)
	case FormCrayHoisted:
		name, ok := x.hoistedCrayPointer(sym, local, p, image)
		if !ok {
			name = x.byCrayPointer(sym, local, image)
		}
		text = name + x.t.Render(p.Args.Range)
	case FormVector:
		x.viewed(local)
		text = x.vectorOf(sym, local) + "(" + image + ")%p" + x.t.Render(p.Args.Range)
	}
	x.t.Replace(partRange(p), text)
}

// byPointer is a Fortran pointer that is set in front of the statement.
//
//	real, pointer :: coral_remote_1(:)
//	call coral_c_f_pointer(transfer(loc(a(1)) + coral_shift + p*coral_step, coral_null_ptr), &
//	  coral_remote_1, [size(a,1)])
func (x *stmt) byPointer(sym *resolve.Symbol, local, image string) string {
	name := x.forms.name("coral_remote_")
	x.h.decls = append(x.h.decls, x.typeHere(sym.TypeOf())+", pointer :: "+name+colons(sym.Rank()))
	for _, text := range x.pointedTo(sym, local, name, x.placeOn(sym, local, image)) {
		x.pre = append(x.pre, x.line("%s", text))
	}
	return name
}

// placeOn is the address of what an image has of a coarray, as its name has it where that means the
// same memory.
func (x *stmt) placeOn(sym *resolve.Symbol, local, image string) string {
	x.viewed(local)
	return x.oneAddress(local, x.nearAddress(x.firstOfArray(sym, local), image))
}

// crayPointee declares a pointee of a coarray's shape, and gives its name and the statement that
// points it. gfortran takes no pointees in BLOCK constructs: those of a scope have numbers.
func (x *stmt) crayPointee(sym *resolve.Symbol, local, image string) (name, set string) {
	x.l.unit.pointees++
	name = fmt.Sprintf("coral_remote_%d", x.l.unit.pointees)
	at := name + "_at"
	x.l.declareIn(x.formScope(sym, local), "integer("+x.l.use("coral_ik")+") :: "+at,
		fmt.Sprintf("%s :: %s(%s)", x.typeHere(sym.TypeOf()), name,
			strings.Join(x.declaredBounds(sym), ",")),
		fmt.Sprintf("pointer (%s, %s)", at, name))
	return name, at + " = " + x.placeOn(sym, local, image)
}

// byCrayPointer is a pointee that is pointed in front of the statement.
func (x *stmt) byCrayPointer(sym *resolve.Symbol, local, image string) string {
	name, set := x.crayPointee(sym, local, image)
	x.pre = append(x.pre, x.line("%s", set))
	return name
}

// hoistedCrayPointer is one that is pointed in front of the loop; false: the image may change in
// it.
func (x *stmt) hoistedCrayPointer(sym *resolve.Symbol, local string, p *syntax.PartRef,
	image string) (string, bool) {
	if x.fl.mode != direct || x.fl.locals == nil || x.fl.hoist == nil ||
		declaredInside(sym, x.fl.hoist.head, x.scope) {
		return "", false
	}
	t := x.fl.locals.root()
	for _, c := range p.Selector.Cosubs {
		if !x.invariant(c, t) {
			return "", false
		}
	}
	key := "cray " + local + " " + image
	name, known := t.names[key]
	if !known {
		var set string
		name, set = x.crayPointee(sym, local, image)
		t.names[key], t.inits = name, append(t.inits, set)
	}
	return name, true
}

// byCall is a temporary that a call of the library fills in front of the statement, or sends behind
// it.
//
//	real :: coral_temp_1
//	call coral_copy(coral_temp_1, coral_a%p(j,p), line, file)
//	c(j) = coral_temp_1
func (x *stmt) byCall(r *syntax.Ref, sym *resolve.Symbol, local string, info *resolve.Reference,
	image string, u usage) string {
	there := x.element(sym, local, r.Parts[0], info, image)
	if x.forms.whole {
		return there
	}
	name := x.temporary(r, sym, info)
	call := "call " + x.l.use("coral_copy")
	if u == defines {
		x.post = append(x.post, x.line("%s(%s, %s, %s)", call, there, name, x.where()))
		return name + wholeSection(info)
	}
	x.pre = append(x.pre, x.line("%s(%s, %s, %s)", call, name, there, x.where()))
	return name
}

// wholeSection keeps an assignment from allocating the temporary that it defines.
func wholeSection(info *resolve.Reference) string {
	if info.Rank > 0 {
		return colons(info.Rank)
	}
	return ""
}

// temporary declares what has the value of a coindexed object. It has the shape of the like of that
// on this image.
func (x *stmt) temporary(r *syntax.Ref, sym *resolve.Symbol, info *resolve.Reference) string {
	name := x.forms.name("coral_temp_")
	if info.Rank == 0 {
		x.h.decls = append(x.h.decls, x.typeHere(sym.TypeOf())+" :: "+name)
		return name
	}
	x.h.decls = append(x.h.decls,
		x.typeHere(sym.TypeOf())+", allocatable :: "+name+colons(info.Rank))
	x.pre = append(x.pre, x.line("allocate (%s, mold=%s)", name,
		x.l.userName(r.First().Name)+x.t.Render(r.Parts[0].Args.Range)))
	return name
}

// byGet is a temporary that is copied from or to the memory of another image by address and length,
// as by shmem_get and shmem_put.
func (x *stmt) byGet(r *syntax.Ref, sym *resolve.Symbol, local string, info *resolve.Reference,
	image string, u usage) string {
	p := r.Parts[0]
	name := x.temporary(r, sym, info)
	subs := x.firstSubscripts(x.l.userName(local), sym.Rank(), p)
	x.viewed(local)
	address := x.oneAddress(local,
		x.nearAddress(x.l.userName(local)+"("+strings.Join(subs, ",")+")", image))
	size := fmt.Sprintf("storage_size(%s, kind=%s)/8", name, x.l.use("coral_ik"))
	if info.Rank > 0 {
		size = fmt.Sprintf("size(%s)*(%s)", name, size)
	}
	call, own := "call "+x.l.use("coral_copy_run"), x.loc(name)
	if u == defines {
		x.post = append(x.post, x.line("%s(%s, %s, %s)", call, address, own, size))
		return name + wholeSection(info)
	}
	x.pre = append(x.pre, x.line("%s(%s, %s, %s)", call, own, address, size))
	return name
}

// gapless tells whether the elements of a section follow each other in memory, as the text has it:
// whole dimensions, then at most one range without a stride, then single subscripts.
func (x *stmt) gapless(r *syntax.Ref, info *resolve.Reference) bool {
	whole := true
	for _, a := range r.Parts[0].Args.Items {
		t, section := a.Value.(*syntax.Triplet)
		switch {
		case !section:
			whole = false
		case !whole || t.Step != nil:
			return false
		default:
			whole = t.Lower == nil && t.Upper == nil
		}
	}
	return info.Rank >= 0
}
