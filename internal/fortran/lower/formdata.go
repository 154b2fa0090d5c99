package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// forms is what a statement in a form knows of itself.
type forms struct {
	// whole: the statement is one call that copies sections.
	whole bool
	count int // of pointers and temporaries
}

// name makes one for a pointer or a temporary of the statement.
func (f *forms) name(prefix string) string {
	f.count++
	return fmt.Sprintf("%s%d", prefix, f.count)
}

// formData are the variables by which a scope reaches a coarray in its form.
type formData struct {
	// known stands for the variables where it is noted which views are good (flow.fresh).
	known *resolve.Symbol
	set   []string // statements that give them their values
	state string   // the variable that says for which generation they have them
}

// localRef puts what this image has of a coarray in its form; false: the reference is none of
// those.
func (x *stmt) localRef(r *syntax.Ref, info *resolve.Reference) bool {
	sym, p := info.Parts[0], r.Parts[0]
	if !x.l.byStatement() || len(r.Parts) != 1 || p.Args == nil || info.Base != sym ||
		!x.formable(sym, p.Name.Name) {
		return false
	}
	local, form := p.Name.Name, x.l.opt.localForm()
	if (form == FormStructure || form == FormCray) && x.declaredBounds(sym) == nil {
		return false
	}
	if form == FormVector {
		x.t.Replace(partRange(p), x.vectorOf(sym, local)+"("+x.l.use("coral_me")+")%p"+
			x.t.Render(p.Args.Range))
		return true
	}
	name := map[string]string{FormPointer: "%local", FormStructure: "%ca%local", FormCray: ""}[form]
	x.ready(x.dataOf(sym, local, form, x.localData), sym, local)
	x.t.Replace(partRange(p), localFormName(local)+name+x.t.Render(p.Args.Range))
	return true
}

func localFormName(coarray string) string { return mangle.Name("coral_local_", coarray) }
func localFormType(coarray string) string { return mangle.Name("coral_shape_", coarray) }
func localFormData(coarray string) string { return mangle.Name("coral_data_", coarray) }
func localFormAt(coarray string) string   { return mangle.Name("coral_at_", coarray) }
func localFormGen(coarray string) string  { return mangle.Name("coral_state_", coarray) }
func vectorName(coarray string) string    { return mangle.Name("coral_images_", coarray) }
func vectorType(coarray string) string    { return mangle.Name("coral_vector_", coarray) }
func vectorItem(coarray string) string    { return mangle.Name("coral_element_", coarray) }

// dataOf are the variables of a coarray in the scope, which are declared when they are first asked
// for.
func (x *stmt) dataOf(sym *resolve.Symbol, local, form string,
	make func(sym *resolve.Symbol, local string) (*formData, []string)) *formData {
	scope := x.formScope(sym, local)
	if x.l.unit.formData == nil {
		x.l.unit.formData = map[formKey]*formData{}
	}
	key := formKey{scope, local, form}
	d := x.l.unit.formData[key]
	if d == nil {
		var decls []string
		d, decls = make(sym, local)
		d.known = &resolve.Symbol{Name: local, Kind: resolve.Variable, Scope: sym.Scope}
		x.l.unit.formData[key] = d
		x.l.declareIn(scope, decls...)
	}
	return d
}

// formKey identifies the variables of a coarray's form.
type formKey struct {
	scope       *resolve.Scope
	local, form string
}

// saved is the attribute of variables that keep what they are between calls of a procedure. Those
// of an allocatable coarray may be for another instance of it.
func (x *stmt) saved(sym *resolve.Symbol, local string) string {
	scope := x.formScope(sym, local)
	if sym.Has(resolve.Allocatable) || scope.SaveAll || scope.Kind == resolve.MainScope {
		return ""
	}
	return ", save"
}

// localData are the variables of the forms that reach what this image has by one pointer.
//
//	type :: coral_shape_a
//	  integer(coral_ik) :: gen = -1_coral_ik
//	  real, pointer :: local(:,:)
//	end type
//	type(coral_shape_a), save :: coral_local_a
func (x *stmt) localData(sym *resolve.Symbol, local string) (*formData, []string) {
	ik, typ, save := x.l.use("coral_ik"), x.typeHere(sym.TypeOf()), x.saved(sym, local)
	name, bounds := localFormName(local), strings.Join(x.declaredBounds(sym), ",")
	gen := fmt.Sprintf("  integer(%s) :: gen = -1_%s", ik, ik)
	decls, state, set := []string{"type :: " + localFormType(local), gen}, name, []string{}
	address := x.loc(x.firstOfArray(sym, local))
	switch x.l.opt.localForm() {
	case FormPointer:
		decls = append(decls, "  "+typ+", pointer :: local"+colons(sym.Rank()), "end type",
			fmt.Sprintf("type(%s)%s :: %s", localFormType(local), save, name))
		set = x.pointedTo(sym, local, name+"%local", address)
	case FormStructure:
		decls = append([]string{"type :: " + localFormData(local),
			fmt.Sprintf("  %s :: local(%s)", typ, bounds), "end type"}, decls...)
		decls = append(decls, fmt.Sprintf("  type(%s), pointer :: ca", localFormData(local)),
			"end type", fmt.Sprintf("type(%s)%s :: %s", localFormType(local), save, name))
		set = []string{fmt.Sprintf("call %s(transfer(%s, %s), %s%%ca)", x.l.useC("c_f_pointer"),
			address, x.l.use("coral_null_ptr"), name)}
	case FormCray:
		state = localFormGen(local)
		at := localFormAt(local)
		decls = append(decls, "end type",
			fmt.Sprintf("type(%s)%s :: %s", localFormType(local), save, state),
			fmt.Sprintf("integer(%s)%s :: %s", ik, save, at),
			fmt.Sprintf("%s :: %s(%s)", typ, name, bounds),
			fmt.Sprintf("pointer (%s, %s)", at, name))
		set = []string{at + " = " + address}
	}
	return &formData{set: set, state: state}, decls
}

// firstOfArray is the first element of what this image has.
func (x *stmt) firstOfArray(sym *resolve.Symbol, local string) string {
	lows, _ := x.pointerTo(sym, local, "")
	return firstOf(sym, x.l.userName(local), lows)
}

// pointedTo are the statements that point a pointer of a coarray's rank to its like at an address.
func (x *stmt) pointedTo(sym *resolve.Symbol, local, pointer, address string) []string {
	_, inits := x.pointerTo(sym, local, pointer)
	out := inits(address)
	for i, text := range out {
		out[i] = strings.ReplaceAll(text, pointer+"%q", pointer)
	}
	return out
}

// vectorOf is the vector of pointers to what each image has of a coarray, good for this statement:
//
//	type :: coral_element_a
//	  real, pointer :: p(:,:)
//	end type
//	type(coral_element_a), allocatable :: coral_images_a%v(:)
func (x *stmt) vectorOf(sym *resolve.Symbol, local string) string {
	x.ready(x.dataOf(sym, local, FormVector, x.vectorData), sym, local)
	return vectorName(local) + "%v"
}

func (x *stmt) vectorData(sym *resolve.Symbol, local string) (*formData, []string) {
	ik, typ := x.l.use("coral_ik"), x.typeHere(sym.TypeOf())
	name, images := vectorName(local), x.l.use("coral_num")
	const image = "coral_image"
	decls := []string{"type :: " + vectorItem(local),
		fmt.Sprintf("  %s, pointer :: p%s", typ, colons(sym.Rank())), "end type",
		"type :: " + vectorType(local), fmt.Sprintf("  integer(%s) :: gen = -1_%s", ik, ik),
		fmt.Sprintf("  type(%s), allocatable :: v(:)", vectorItem(local)), "end type",
		fmt.Sprintf("type(%s)%s :: %s", vectorType(local), x.saved(sym, local), name)}
	set := []string{"block", "  integer(" + ik + ") :: " + image,
		fmt.Sprintf("  if (allocated(%s%%v)) deallocate (%s%%v)", name, name),
		fmt.Sprintf("  allocate (%s%%v(%s))", name, images),
		fmt.Sprintf("  do %s = 1, %s", image, images)}
	first := x.firstOfArray(sym, local)
	// Not what a procedure keeps at its entry: the statements may stand in several.
	there := fmt.Sprintf("%s + %s + %s*%s", x.loc(first), x.l.use("coral_shift"), image,
		x.l.use("coral_step"))
	for _, text := range x.pointedTo(sym, local, name+"%v("+image+")%p", there) {
		set = append(set, "    "+text)
	}
	set = append(set, "  end do")
	// of this image, by the address that its name has in every team
	own := name + "%v(" + x.l.use("coral_me") + ")%p"
	for _, text := range x.pointedTo(sym, local, own, x.loc(first)) {
		set = append(set, "  "+text)
	}
	return &formData{set: append(set, "end block"), state: name}, decls
}

// ready makes the variables of a form good for the statement, as refresh does with a view.
func (x *stmt) ready(d *formData, sym *resolve.Symbol, local string) {
	if x.fl.fresh[d.known] {
		return
	}
	gen := x.l.use("coral_gen")
	cond := fmt.Sprintf("%s%%gen /= %s", d.state, gen)
	if sym.Has(resolve.Allocatable) {
		cond += " .and. allocated(" + local + ")"
	}
	lines := []emit.Line{x.line("if (%s) then", cond)}
	for _, text := range d.set {
		lines = append(lines, x.line("  %s", text))
	}
	lines = append(lines, x.line("  %s%%gen = %s", d.state, gen), x.line("end if"))
	if h := x.fl.hoist; h != nil && !declaredInside(sym, h.head, x.scope) {
		if !h.seen[d.known] {
			h.seen[d.known] = true
			h.lines = append(h.lines, lines...)
		}
		return
	}
	key := "form " + d.state
	if x.h.seen[key] {
		return
	}
	x.h.mark(key)
	x.h.refresh = append(x.h.refresh, lines...)
	if x.fl.fresh != nil {
		x.fl.fresh[d.known] = true
	}
}
