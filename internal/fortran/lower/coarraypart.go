package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/alias"
	"github.com/coral-pgas/coral/internal/fortran/lower/edit"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// partViews is how a statement goes through coarray components and copointers.
type partViews struct {
	// part is the coarray component of the reference being rewritten, partOf those of references
	// that have been.
	part   *partCoarray
	partOf map[*syntax.Ref]*partCoarray
	// behind are the references through copointers that have been rewritten (copointer.go).
	behind map[*syntax.Ref]*behind
	// objects are the objects for which views of the statement stand, by their names.
	objects map[string]string
}

// Coarray components: `f%u(i)[k]` where u is declared `real, allocatable :: u(:)[:]`. Such a
// coarray is allocated like any other. Its view is a variable of the scope that refers to it, of a
// type that is declared beside the derived type; where the object in front may change from
// statement to statement (an array element, a pointer) it is one of the statement.

func partViewType(owner, c *resolve.Symbol) string {
	return mangle.Name("coral_k_", owner.Name+"__"+c.Name)
}

// partViewDecl declares the type of the views of a coarray component.
func (l *lowerer) partViewDecl(owner, c *resolve.Symbol) []string {
	ik := l.use("coral_ik")
	text, _ := l.typeText(c)
	if text == "" || !l.hasView(c) {
		return nil // refused where it is referenced
	}
	out := []string{
		"type :: " + partViewType(owner, c),
		fmt.Sprintf("  integer(%s) :: gen = -1_%s", ik, ik),
		fmt.Sprintf("  integer(%s) :: c(%d)", ik, 2*c.Corank()),
		fmt.Sprintf("  %s, pointer :: p(%s:)", text, strings.Repeat(":,", c.Rank())),
	}
	if c.Rank() > 0 && hasLocal(c) {
		out = append(out, localDecl(c, text))
	}
	return append(out, "end type")
}

// components takes the codimensions out of the declarations of components, and image selectors out
// of inquiries there.
func (l *lowerer) components(scope *resolve.Scope, def *syntax.DerivedTypeDef) {
	for _, it := range def.Components {
		if st, ok := it.(*syntax.TypeDeclStmt); ok {
			t := l.stripped(st)
			if syntax.HasCoindexed(st) {
				l.specIntrinsics(scope, st, t)
			}
			l.replaceBy(st, t)
		}
	}
}

// partCoarray is a coarray component as it is referenced.
type partCoarray struct {
	sym   *resolve.Symbol // stands for the component of this very object
	local string          // its designator, or for an object that may change the name of a view
	index int             // of the part

	viewType string // where the view is one of the scope
}

// coarrayPart finds the coarray component of which r selects an image, or, with part nil, that r
// names or is part of; nil: it is none, or was refused.
func (x *stmt) coarrayPart(r *syntax.Ref, part *syntax.PartRef,
	info *resolve.Reference) *partCoarray {
	index, c := alias.CoarrayComponent(info)
	if part != nil {
		index = slices.Index(r.Parts, part)
		c = info.Parts[index]
	}
	if index == 0 || c == nil || c.Codims == nil {
		return nil
	}
	if part != nil && !x.l.hasView(c) {
		x.l.errorf("C0203", r.Parts[index].Range,
			"the coarray component '%s' of unlimited polymorphic type cannot be coindexed", c.Name)
		return nil
	}
	owner := x.l.needs.Owner[c]
	if owner == nil || !x.importView(owner, partViewType(owner, c)) {
		x.l.errorf("C0202", r.Parts[index].Range,
			"the coarray component '%s' belongs to a type that is not known here", c.Name)
		return nil
	}
	names, steady := []string{}, true
	for i, p := range r.Parts[:index+1] {
		names = append(names, p.Name.Name)
		if i < index &&
			(p.Args != nil || info.Parts[i] == nil || info.Parts[i].Has(resolve.Pointer) ||
				info.Parts[i].Kind == resolve.Associate) {
			steady = false
		}
	}
	out := &partCoarray{index: index, local: strings.Join(names, "%")}
	if !steady {
		out.sym = synthetic(x.scope, c, out.local)
		out.local = x.passingView(r, owner, out.sym, part, index)
		return out
	}
	scope := x.scope.Decl()
	known := x.l.unit.partSymbolsOf(scope)
	save := ""
	// one object for the whole run: its view stays good
	if b := info.Parts[0]; !scope.IsPure() && static(b) {
		save = ", save"
	}
	if known[out.local] == nil {
		known[out.local] = synthetic(scope, c, out.local)
		x.l.declareIn(scope, x.partViewVariables(known[out.local], owner, out.local, save)...)
		x.l.use("coral_gen")
	}
	out.sym, out.viewType = known[out.local], partViewType(owner, c)
	if part != nil {
		if all := x.l.teams.ofAll(out.sym); mid.TeamSpec(part.Selector) != nil &&
			!x.l.teams.declared[all] {
			x.l.teams.declared[all] = true
			x.l.declareIn(scope, x.partViewVariables(all, owner, out.local, save)...)
		}
		x.refreshSelected(out.sym, out.local, part.Selector)
	}
	return out
}

// partViewVariables declares a view of a coarray component, and the pointer with its length where
// that is deferred.
func (x *stmt) partViewVariables(sym, owner *resolve.Symbol, local, save string) []string {
	c := sym.Name[strings.LastIndexByte(sym.Name, '%')+1:]
	out := []string{fmt.Sprintf("type(%s)%s :: %s", partViewType(owner, &resolve.Symbol{Name: c}),
		save, x.l.teams.viewOf(sym, local))}
	if deferredLength(sym) {
		out = append(out, fmt.Sprintf("character(len=:%s), pointer%s :: %s(%s:)",
			kindOf(sym.TypeOf()), save, x.l.teams.pointerOf(sym, local),
			strings.Repeat(":,", sym.Rank())))
	}
	return out
}

// static tells whether a variable exists as long as the program runs.
func static(sym *resolve.Symbol) bool {
	if sym.Kind != resolve.Variable || sym.Scope == nil ||
		sym.Flags&(resolve.Dummy|resolve.Result|resolve.Pointer) != 0 {
		return false
	}
	return sym.Scope.Kind == resolve.ModuleScope || sym.Scope.Kind == resolve.MainScope ||
		sym.Has(resolve.Save) || sym.Scope.SaveAll
}

// synthetic is the entity of one object's coarray component.
func synthetic(scope *resolve.Scope, c *resolve.Symbol, local string) *resolve.Symbol {
	s := *c
	s.Name, s.Scope, s.Type = local, scope, c.TypeOf()
	return &s
}

// passingView makes views for this statement, that of all images too if the selector wants it, and
// gives the name by which viewName finds them.
func (x *stmt) passingView(r *syntax.Ref, owner, sym *resolve.Symbol, part *syntax.PartRef,
	index int) string {
	if loops, _ := x.loopsOf(r.Parts[:index]); len(loops) > 0 {
		x.l.errorf("C0202", r.Range,
			"the object of the coarray component '%s' cannot depend on the index of an implied "+
				"loop", r.Parts[index].Name.Name)
	}
	local := x.pointerNumber("part")
	object := r.Range
	object.Start, object.End = r.Parts[0].Name.Range.Start, r.Parts[index].Name.Range.End
	if x.objects == nil {
		x.objects = map[string]string{}
	}
	x.objects[local] = x.t.Render(object)
	views := []*resolve.Symbol{sym}
	if part != nil && mid.TeamSpec(part.Selector) != nil {
		views = append(views, x.l.teams.ofAll(sym))
	}
	for _, v := range views {
		for _, text := range x.partViewVariables(v, owner, local, "") {
			x.declare(text)
		}
		x.l.use("coral_gen")
		for _, ln := range x.refreshLines(v, local, x.mayBeLeftOut()) {
			x.raw(strings.TrimLeft(ln.Text, " "))
		}
	}
	return local
}

// declareIn declares a variable at the end of a scope's declarations, when its statements are
// planned.
func (l *lowerer) declareIn(scope *resolve.Scope, lines ...string) {
	if l.unit.headDecls == nil {
		l.unit.headDecls = map[*resolve.Scope][]string{}
	}
	l.unit.headDecls[scope] = append(l.unit.headDecls[scope], lines...)
	l.directives.NoteHead(scope, lines)
}

// coindexedPart rewrites a reference to a coarray component of another image.
func (x *stmt) coindexedPart(r *syntax.Ref, part *syntax.PartRef, info *resolve.Reference, u usage,
	inquiry bool) {
	p := x.coarrayPart(r, part, info)
	if p == nil || len(part.Selector.Cosubs) != p.sym.Corank() {
		return
	}
	if x.partOf == nil {
		x.partOf = map[*syntax.Ref]*partCoarray{}
	}
	x.part, x.partOf[r] = p, p
	x.fresh = info.Parts[0].Has(resolve.Volatile) // so are all parts of an object (F2018 8.5.20)
	defer func() { x.fresh = false }()
	whole := selected(r, part)
	image := x.imageIndex(p.sym, p.local, part.Selector)
	if x.l.opt.Check && len(x.loops) == 0 {
		for _, c := range x.imageChecks(p.sym, p.local, part, image) {
			x.raw(c)
		}
	}
	x.t.Replace(whole, x.reachedPart(p, part, info))
	x.selectorEffects(r, part.Selector, image,
		func() string { return x.imageIndex(p.sym, p.local, part.Selector) }, u)
	if info.Indirect > 0 {
		x.forgetVolatile()
		x.throughComponents(r, info, u, inquiry)
		return
	}
	if u == addressed || x.dynamicValue(r, info, p.sym, x.objectText(p.local)) ||
		x.structure(r, info, u) {
		return
	}
	// compare coindexed; the elements of a section are transferred one by one
	if w := wholeComplex(r, info); w != nil && part.Args == nil && info.Rank > 0 {
		r, info, x.partOf[w] = w, x.scope.Reference(w), p
		if u == defines {
			u = both
		}
	}
	loops, names := x.loopsOf(r.Parts)
	x.renderLoops(loops, names)
	apart := x.apart(part, info, p.index, len(r.Parts))
	saved := map[int32]edit.Edit{whole.Start: x.t.At(whole.Start)}
	back := x.t.Naming(names)
	loops = append(loops, x.elementLoops(p, part, apart, saved)...)
	x.t.Replace(whole, x.partElement(p, part))
	bound, undo := x.boundType(r, info), func() {}
	if bound && !apart {
		var elements []indexLoop
		elements, _, undo = x.componentElements(r, info, p.index+1, p.index,
			len(x.loops)+len(loops))
		loops = append(loops, elements...)
	}
	k := hook{what: x.t.Render(r.Range), loops: x.ifAny(loops), at: x.at(), fresh: x.fresh}
	scalar := k.what + x.substringMark(r, k.what) + "\x00"
	undo()
	if !apart {
		k.first = x.firstOfComponent(r, info, p.index)
	}
	back()
	for at, e := range saved {
		x.t.Restore(at, e)
	}
	// An object of a type with type-bound procedures is no actual argument for type(*) either.
	if apart || bound {
		k.first = scalar
	}
	x.transferOf(k, u)
}

// selected is the range from a reference's first name to its image selector.
func selected(r *syntax.Ref, part *syntax.PartRef) diag.Range {
	whole := partRange(part)
	whole.Start = r.Parts[0].Name.Range.Start
	return whole
}

// reachedPart is a part of another image's coarray component through a local pointer, or through
// its view.
func (x *stmt) reachedPart(p *partCoarray, part *syntax.PartRef, info *resolve.Reference) string {
	if p.viewType != "" && p.sym.Rank() > 0 {
		image := x.imageIndex(p.sym, p.local, part.Selector)
		if pointer, ok := x.localPointer(p.sym, p.local, p.viewType, part, info, image); ok {
			return pointer + x.t.Render(part.Args.Range)
		}
	}
	return x.partElement(p, part)
}

func (x *stmt) partElement(p *partCoarray, part *syntax.PartRef) string {
	return x.viewElement(x.selectedPointer(p.sym, p.local, part.Selector), p.sym, part.Args,
		x.imageIndex(p.sym, p.local, part.Selector))
}

// apart tells whether elements are transferred one at a time: gfortran passes sections of views of
// structures and characters wrongly (compare firstElement). An array component of one element of
// the coarray is no such section.
func (x *stmt) apart(part *syntax.PartRef, info *resolve.Reference, index, parts int) bool {
	if part.Args == nil || !section.HasTriplet(part) &&
		len(section.VectorsOf(x.scope, []*syntax.PartRef{part})) == 0 {
		return false
	}
	b := info.Types[index].Base
	return parts > index+1 || b == syntax.TypeDerived || b == syntax.TypeCharacter
}

// elementLoops puts indices for the vector subscripts of a part, and for its triplets if elements
// go one at a time; it keeps what edits were there.
func (x *stmt) elementLoops(p *partCoarray, part *syntax.PartRef, apart bool,
	saved map[int32]edit.Edit) []indexLoop {
	var loops []indexLoop
	if part.Args == nil {
		return nil
	}
	pointer := x.selectedPointer(p.sym, p.local, part.Selector)
	for d, a := range part.Args.Items {
		number := len(x.loops) + len(loops) + 1
		lp := indexLoop{generated: fmt.Sprintf("coral_i_%d", number), declared: "integer"}
		with := lp.generated
		t, triplet := a.Value.(*syntax.Triplet)
		switch {
		case triplet && apart:
			lp.first, lp.last, lp.step = x.renderExpr(t.Lower), x.renderExpr(t.Upper), x.renderExpr(
				t.Step)
			if lp.first == "" {
				lp.first = fmt.Sprintf("lbound(%s, %d)", pointer, d+1)
			}
			if lp.last == "" {
				lp.last = fmt.Sprintf("ubound(%s, %d)", pointer, d+1)
			}
		case !triplet && x.scope.RankOf(a.Value) > 0:
			lp.values, lp.vector = fmt.Sprintf("coral_x_%d", number), x.vectorText(a.Range)
			lp.first, lp.last = "1", "size("+lp.values+")"
			with = lp.values + "(" + lp.generated + ")"
		default:
			continue
		}
		loops = append(loops, lp)
		saved[a.Range.Start] = x.t.At(a.Range.Start)
		x.t.Replace(a.Range, with)
	}
	return loops
}
