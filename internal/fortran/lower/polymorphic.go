package lower

import (
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/edit"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// guardNames are names that stand for objects within constructs that tell their types.
type guardNames struct {
	// characterGuards are the associate names in blocks of TYPE IS (CHARACTER(*)), by the names
	// that their views follow.
	characterGuards map[string]string
	// exact are arguments that a construct around the statement gives names.
	exact []exactType
}

// Polymorphic coarrays. A selector reaches components of the declared type, so the view is a
// pointer of that type; its strides are those of the dynamic type, which is the same on all images
// (F2018 9.7.1.2). In a SELECT TYPE block the coarray has a second view, of the block's type.

// Twins. No pointer can be of an abstract type without being polymorphic. The view of a coarray of
// such a type points to a mirror of it that has the same components at the same places.

func mirrorName(d *resolve.Symbol) string { return mangle.Name("coral_a_", d.Name) }

// mirror is the name of a type's mirror, which it makes known in the unit being lowered.
func (l *lowerer) mirror(d *resolve.Symbol) string {
	if d.Scope != nil && d.Scope.Kind == resolve.ModuleScope && !isWithin(l.unit.scope, d.Scope) {
		l.unit.uses.Statement("use " + d.Scope.Name + ", only: " + mirrorName(d))
	}
	return mirrorName(d)
}

// mirrorType declares the mirror of an abstract type.
func (l *lowerer) mirrorType(scope *resolve.Scope, d *resolve.Symbol) []string {
	head := "type"
	if parent := d.ParentType(); parent != nil && l.needs.Mirrors[parent] {
		head += ", extends(" + l.mirror(parent) + ")"
	} else if parent != nil {
		head += ", extends(" + parent.Name + ")"
	}
	out := []string{head + " :: " + mirrorName(d)}
	for _, it := range d.Def.Components {
		switch c := it.(type) {
		case *syntax.TypeDeclStmt:
			text := l.newText(c).All()
			if p := l.plans[c]; p != nil && p.Replaced {
				text = p.Text
			}
			out = append(out, "  "+text)
		case *syntax.ProcDeclStmt:
			for _, e := range c.Entities {
				out = append(out, "  procedure(), pointer, nopass :: "+e.Name.Range.Text())
			}
		}
	}
	out = append(out, "end type")
	if scope.Kind == resolve.ModuleScope && scope.Private {
		out = append(out, "public :: "+mirrorName(d))
	}
	return out
}

// isGuard tells whether a type is written as in TYPE IS (t): the name alone.
func isGuard(t *resolve.Type) bool {
	return t.Spec != nil && t.Spec.Name != nil && !strings.HasSuffix(t.Spec.Range.Text(), ")")
}

// guarded finds what an associate name stands for in a block of SELECT TYPE that says its type: the
// coarray with that type, and a name from which those of its view follow. Nil: it is none.
func (x *stmt) guarded(assoc, o *resolve.Symbol, whole string) (*resolve.Symbol, string) {
	written := assoc.Name
	assoc = assoc.TypedName()
	if assoc.Type == nil || assoc.Type.Spec == nil || !derived.Polymorphic(o) ||
		derived.IsAbstract(assoc.Type.DerivedOf()) && !x.l.needs.Mirrors[assoc.Type.DerivedOf()] {
		return nil, ""
	}
	local := whole + "%" + typeWord(assoc.Type)
	if assoc.Type.Base == syntax.TypeCharacter {
		if x.characterGuards == nil {
			x.characterGuards = map[string]string{}
		}
		x.characterGuards[local] = written
	}
	scope := o.Scope
	for s := x.scope; s != nil && s != o.Scope; s = s.Host {
		if s.Decl() == s { // the type's name is known where the block stands
			scope = s
			break
		}
	}
	known := x.l.unit.partSymbolsOf(scope)
	if known[local] == nil {
		s, typ := *o, *assoc.Type
		if typ.Base == syntax.TypeCharacter { // TYPE IS (CHARACTER(*)): as long as it was allocated
			typ.Len = &syntax.DeferredLen{}
		}
		s.Name, s.Type, s.Scope, s.Flags = local, &typ, scope, o.Flags&^resolve.Save
		known[local] = &s
		if x.l.unit.guards == nil {
			x.l.unit.guards = map[string]string{}
		}
		x.l.unit.guards[local] = whole
		for _, text := range x.l.viewDecl(scope, &s, false) {
			x.l.declareIn(scope, text)
		}
	}
	return known[local], local
}

// typeWord makes part of a name from a type as a guard has it.
func typeWord(t *resolve.Type) string {
	if t.Spec.Name != nil {
		return t.Spec.Name.Name
	}
	word := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			return c
		}
		return '_'
	}, strings.ToLower(t.Spec.Range.Text()))
	return strings.Trim(word, "_")
}

// objectOf is the name of a coarray for which a view of another type stands; other designators are
// their own. gfortran tells the length of a character object by its name under the type guard only.
func (x *stmt) objectOf(local string) string {
	if name := x.characterGuards[local]; name != "" {
		return name
	}
	if whole, ok := x.l.unit.guards[local]; ok {
		return whole
	}
	return local
}

// typeInquiry rewrites a reference to a function that tells something of a dynamic type: that of a
// coarray is the same on all images (F2018 9.7.1.2), so the image selector is left out. False: it
// is none, or none of its arguments is a polymorphic object of another image.
func (x *stmt) typeInquiry(r *syntax.Ref) bool {
	p := r.Parts[0]
	if x.kindInquiry(r) || x.askedInDeclaration(r) {
		return true
	}
	switch p.Name.Name {
	case "same_type_as", "extends_type_of", "storage_size":
	default:
		return false
	}
	if len(r.Parts) > 1 || p.Args == nil || !x.scope.IsIntrinsic(p.Name.Name) {
		return false
	}
	of := func(a *syntax.Arg) *syntax.Ref {
		if o, ok := a.Value.(*syntax.Ref); ok && o.Coindexed() != nil &&
			o.Coindexed() == o.Last() && isPolymorphic(x.scope.Reference(o)) {
			return o
		}
		return nil
	}
	if !slices.ContainsFunc(p.Args.Items, func(a *syntax.Arg) bool { return of(a) != nil }) {
		return false
	}
	for _, a := range p.Args.Items {
		o := of(a)
		if o == nil {
			x.expr(a.Value)
			continue
		}
		for _, part := range o.Parts {
			x.args(part.Args)
		}
		x.t.Replace(o.Last().Selector.Range, "")
	}
	return true
}

// kindInquiries ask for nothing but what the declaration says.
var kindInquiries = map[string]bool{"kind": true, "digits": true, "epsilon": true, "huge": true,
	"tiny": true, "maxexponent": true, "minexponent": true, "precision": true, "radix": true,
	"range": true, "bit_size": true}

// kindInquiry rewrites the coindexed argument of such a function to what this image has: it need
// not be allocated (F2018 10.1.12). False: it is none.
func (x *stmt) kindInquiry(r *syntax.Ref) bool {
	p := r.Parts[0]
	if len(r.Parts) > 1 || p.Args == nil || len(p.Args.Items) != 1 || !kindInquiries[p.Name.Name] ||
		!x.scope.IsIntrinsic(p.Name.Name) {
		return false
	}
	o, ok := p.Args.Items[0].Value.(*syntax.Ref)
	if !ok || o.Coindexed() == nil {
		return false
	}
	x.asHere(o)
	return true
}

// parameterInquiry rewrites an inquiry such as x(:)[k]%kind and c[k]%len to one of this image's
// object by KIND or LEN, and where a component of the object is apart from it, to one of the
// object there. False: it is none.
func (x *stmt) parameterInquiry(r *syntax.Ref) bool {
	if r.Coindexed() == nil || !x.scope.AsksParameter(r) {
		return false
	}
	name := r.Last().Name.Name
	o := &syntax.Ref{Range: r.Range, Parts: r.Parts[:len(r.Parts)-1]}
	o.Range.End = o.Last().Range.End
	if name == "len" && x.scope.Reference(o).Indirect > 0 {
		x.refAs(o, addressed, false)
	} else {
		x.asHere(o)
	}
	x.t.Replace(r.Range, name+"("+x.t.Render(o.Range)+")")
	return true
}

// askedInDeclaration leaves the image selector out for all inquiries in a declaration, where no
// transfer can stand. A coarray has the same shape and length on all images (F2018 8.5.6.2). False:
// it is none.
func (x *stmt) askedInDeclaration(r *syntax.Ref) bool {
	o := x.scope.AskedObject(r)
	if o == nil || !inDeclaration(x.s) {
		return false
	}
	x.asHere(o)
	for _, a := range r.Parts[0].Args.Items[1:] {
		x.expr(a.Value)
	}
	return true
}

// asHere rewrites a coindexed object to that of this image.
func (x *stmt) asHere(o *syntax.Ref) {
	for _, part := range o.Parts {
		x.args(part.Args)
		x.args(part.Second())
	}
	x.t.Replace(o.Coindexed().Selector.Range, "")
}

func isPolymorphic(info *resolve.Reference) bool {
	return info.Types[len(info.Types)-1].IsPolymorphic()
}

// exactType is an actual argument that gfortran must not see as polymorphic, and the name that it
// has where its dynamic type is the declared one.
type exactType struct {
	place                   diag.Range
	argument, typ           string
	exists                  []string // conditions that there is an object, which has a type
	selectsAs, associatesAs string
}

// asExactType notes a polymorphic array that needs a name without CLASS for a dummy argument that
// is a coarray without it. gfortran passes a copy of the array itself, which no other image can
// reach.
func (x *stmt) asExactType(e syntax.Expr, dummy *resolve.Symbol) {
	r, ok := e.(*syntax.Ref)
	if !ok || !x.l.opt.InlinePointers || dummy == nil || !dummy.IsCoarray() ||
		dummy.TypeOf().IsPolymorphic() || !x.isVariable(r) || x.scope.RankOf(r) <= 0 ||
		x.isCopied(r) || x.callsUser(r) {
		return
	}
	t := x.scope.TypeOf(r)
	d := t.DerivedOf()
	if d == nil || t.Base != syntax.TypeClass || d.Def == nil || len(d.Def.Head.Params) > 0 ||
		d.Def.Head.Attr(syntax.AttrAbstract) != nil || x.scope.Lookup(d.Name) != d &&
		!(x.mayImport(d) && d.Scope.IsPublic(d.Name)) {
		return
	}
	x.exact = append(x.exact, exactType{r.Range, x.t.Render(r.Range), x.typeName(d),
		x.mayBeMissing(r, dummy), x.temp("s"), x.temp("s")})
}

// mayBeMissing are the conditions that there is an object, where an actual argument need not be
// one: for an OPTIONAL dummy argument, or of a function that may not be evaluated.
func (x *stmt) mayBeMissing(r *syntax.Ref, dummy *resolve.Symbol) (exists []string) {
	if _, call := x.s.(*syntax.CallStmt); call && !dummy.Has(resolve.Optional) {
		return nil
	}
	parts := x.scope.Reference(r).Parts
	first, last := parts[0], parts[len(parts)-1]
	if first == nil || last == nil || last.Kind == resolve.Associate {
		return nil
	}
	if first.Has(resolve.Optional) {
		exists = append(exists, "present("+r.First().Name+")")
	}
	if last.Has(resolve.Allocatable) && r.Last().Args == nil {
		exists = append(exists, "allocated("+x.t.Render(r.Range)+")")
	}
	return exists
}

// exactInFront does so for an argument of a function. Not all statements can stand in a construct.
func (x *stmt) exactInFront(e syntax.Expr, dummy *resolve.Symbol) {
	switch x.s.(type) {
	case *syntax.AssignStmt, *syntax.IOStmt:
		if !x.inHead() && x.fl.group == nil && x.fl.together == nil && !x.fl.where &&
			x.sameInFront(e) {
			x.asExactType(e, dummy)
		}
	}
}

// aroundExact are the lines around a statement that has such arguments, by their other names. It is
// there once more, as it is written, for an object of an extended type, or none. For a dummy
// argument that is CONTIGUOUS gfortran 12 copies the associate name of SELECT TYPE, but not one
// that stands for it.
func (x *stmt) aroundExact() (opens, closes []emit.Line) {
	otherwise := edit.IndicesInFront(x.t.All())
	for _, a := range x.exact {
		x.t.Replace(a.place, a.associatesAs)
		var ends []emit.Line
		for _, condition := range a.exists {
			opens = append(opens, x.line("if (%s) then", condition))
			ends = append(ends, x.line("else"), x.line("%s", otherwise), x.line("end if"))
		}
		opens = append(opens, x.line("select type (%s => %s)", a.selectsAs, a.argument),
			x.line("type is (%s)", a.typ),
			x.line("associate (%s => %s)", a.associatesAs, a.selectsAs))
		closes = slices.Concat([]emit.Line{x.line("end associate"), x.line("class default"),
			x.line("%s", otherwise), x.line("end select")}, ends, closes)
	}
	return opens, closes
}
