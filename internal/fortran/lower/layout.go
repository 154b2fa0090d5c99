package lower

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// What objects of a type have beside plain bytes, the runtime is told by the scope that defines
// the type: a text that lists the parts, and numbers, for which the compiler that lays the objects
// out is asked (capi/layouts.c). By that alone objects are copied from other images, broadcast and
// shipped; no procedure is generated beside a type.
//
//	type(t), pointer :: coral_t_1
//	call c_f_pointer(coral_type_sample(storage_size(coral_t_1)/8), coral_t_1)
//	coral_a%p => coral_t_1
//	call coral_type(loc(coral_a), 'm%t;A1b.', [loc(coral_t_1), storage_size(coral_t_1)/8, loc(coral_t_1%x)])
//
// The text is the type's key and the parts: E parent, V objects of a type with parts, A
// allocatable, P pointer, C coarray, R procedure pointer, S what is not part of the value. Behind
// A, P and C: the rank, and b bytes, c characters of deferred length, d a type without parts, t one
// with them, p polymorphic, u unlimited polymorphic.

// tell notes that the runtime is told of a type, and of those that its objects consist of.
func (p *parts) tell(d *resolve.Symbol) {
	if d == nil || p.told[d] || !d.IsType() || d.Def == nil {
		return
	}
	p.told[d] = true
	if isAbstract(d) && d.Scope != nil && !d.Scope.Bare {
		p.twinned(d)
	}
	if a := d.ParentType(); hasParts(a) && !namesParts(d.Scope, a) {
		p.tell(a)
	}
	eachComponent(d, func(c *resolve.Symbol) {
		if e := c.TypeOf().DerivedOf(); !c.Has(resolve.Pointer) && !polymorphic(c) && hasParts(e) {
			p.tell(e)
		}
	})
}

// hasParts tells whether objects of a type are more than plain bytes.
func hasParts(d *resolve.Symbol) bool {
	own := func(d *resolve.Symbol) bool { return slices.ContainsFunc(d.Components, isPart) }
	return d != nil && d.IsType() && within(d, func(d *resolve.Symbol) bool { return d.IsType() }, own) != nil
}

// isPart tells whether a component is more than plain bytes by itself.
func isPart(c *resolve.Symbol) bool {
	return c.Kind == resolve.Procedure || indirect(c) || c.Kind == resolve.Variable && (c.Codims != nil || isApart(c))
}

// isApart tells whether a component is no part of its object's value: it means something where it
// is.
func isApart(c *resolve.Symbol) bool {
	t := c.TypeOf()
	return t.IsBuiltin("event_type") || t.IsBuiltin("lock_type") || t.IsBuiltin("notify_type")
}

// namesParts tells whether all components that a type itself declares can be named in a scope.
func namesParts(scope *resolve.Scope, d *resolve.Symbol) bool {
	if d.Scope == nil || scope != nil && d.Scope.Outermost() == scope.Outermost() {
		return true
	}
	return !slices.ContainsFunc(d.Components, func(c *resolve.Symbol) bool {
		return privatePart(d, c) || c.Kind == resolve.Procedure && c.Type == nil && characterFunction(c) != "" &&
			!d.Scope.IsPublic(c.Specifics[0])
	})
}

// layoutKey names a type to the runtime.
func layoutKey(d *resolve.Symbol) string {
	if global(d.Scope) {
		return d.Scope.Name + "%" + d.Name + ";"
	}
	p, h := d.Def.Head.Info().Body().Position(), fnv.New32a()
	h.Write([]byte(p.File))
	return fmt.Sprintf("%08x:%d%%%s;", h.Sum32(), p.Line, d.Name)
}

// keyText is the key as generated text has it.
func keyText(d *resolve.Symbol) string {
	return "'" + strings.ReplaceAll(layoutKey(d), "'", "''") + "'"
}

// layout is the text of a type and the numbers that belong to it. object is the sample.
type layout struct {
	l      *lowerer
	scope  *resolve.Scope
	object string
	ik     string
	text   strings.Builder
	values []string
	// decls and body point variables to procedures: see procedure.
	decls, body []string
}

// layoutOf asks for what an object of a type has.
func (l *lowerer) layoutOf(scope *resolve.Scope, d *resolve.Symbol, object string) *layout {
	y := &layout{l: l, scope: scope, object: object, ik: l.use("coral_ik")}
	y.text.WriteString(layoutKey(d))
	if resolve.StaysHere(d) != nil {
		y.text.WriteByte('H')
	}
	y.values = []string{"loc(" + object + ")", fmt.Sprintf("storage_size(%s, %s)/8", object, y.ik)}
	y.components(d)
	y.text.WriteByte('.')
	return y
}

// components goes through those of a type, inherited ones first.
func (y *layout) components(d *resolve.Symbol) {
	if a := d.ParentType(); hasParts(a) {
		if namesParts(y.scope, a) {
			y.components(a)
		} else {
			y.text.WriteString("E" + layoutKey(a))
		}
	}
	for _, c := range d.Components {
		y.component(c)
	}
}

func (y *layout) component(c *resolve.Symbol) {
	name := y.object + "%" + c.Name
	if c.Kind == resolve.Procedure {
		y.text.WriteByte('R')
		y.values = append(y.values, fmt.Sprintf("transfer(%s(%s), 0_%s)", y.l.useC("c_funloc"),
			y.procedure(c, name), y.ik))
		return
	}
	if c.Kind != resolve.Variable {
		return
	}
	count := "1_" + y.ik
	if c.Rank() > 0 {
		count = fmt.Sprintf("size(%s, kind=%s)", name, y.ik)
	}
	switch {
	case c.Codims != nil:
		y.indirect('C', c, name)
	case c.Has(resolve.Allocatable):
		y.indirect('A', c, name)
	case c.Has(resolve.Pointer):
		y.indirect('P', c, name)
	case isApart(c):
		y.text.WriteByte('S')
		y.values = append(y.values, "loc("+name+")", fmt.Sprintf("storage_size(%s, %s)/8*%s", name, y.ik, count))
	case hasParts(c.TypeOf().DerivedOf()):
		y.text.WriteString("V" + layoutKey(c.TypeOf().DerivedOf()))
		y.values = append(y.values, "loc("+name+")", count)
	}
}

// procedure is what C_FUNLOC is asked about for a procedure pointer component.
func (y *layout) procedure(c *resolve.Symbol, name string) string {
	pointer := fmt.Sprintf("%s_%d", y.object, len(y.decls)+1)
	decl, set := y.l.pointedProcedure(y.scope, c, name, pointer)
	if decl == "" {
		return name
	}
	y.decls, y.body = append(y.decls, decl), append(y.body, set)
	return pointer
}

// pointedProcedure declares a variable that is pointed to the procedure of a component, and points
// it; "": none is needed. gfortran ends by an internal error where the argument of C_FUNLOC is a
// component whose function has a character result.
func (l *lowerer) pointedProcedure(scope *resolve.Scope, c *resolve.Symbol,
	component, pointer string) (decl, set string) {
	of := characterFunction(c)
	if of == "" || !l.opt.InlinePointers {
		return "", ""
	}
	if c.Type == nil && scope.Lookup(of) != c.Scope.Lookup(of) {
		if c.Scope.Kind != resolve.ModuleScope || !c.Scope.IsPublic(of) {
			return "", ""
		}
		x, local := &stmt{l: l, scope: scope}, generated("coral_y_", of)
		x.importRenamed(c.Scope.Name, local, of)
		of = local
	}
	return "procedure(" + of + "), pointer :: " + pointer, pointer + " => " + component
}

// characterFunction is the interface of a procedure pointer component, in the words of its
// declaration, if it is that of a function with a character result; else empty.
func characterFunction(c *resolve.Symbol) string {
	if t := c.Type; t != nil && t.Spec != nil {
		if t.Base == syntax.TypeCharacter {
			return t.Spec.Range.Text()
		}
		return ""
	}
	of := c.Interface()
	if of == nil || of.Inner == nil || len(c.Specifics) != 1 ||
		!slices.ContainsFunc(of.Inner.Order, func(r *resolve.Symbol) bool {
			return r.Has(resolve.Result) && r.TypeOf() != nil && r.TypeOf().Base == syntax.TypeCharacter
		}) {
		return ""
	}
	return c.Specifics[0]
}

// withProcedure writes a statement that asks C_FUNLOC about a procedure pointer component.
func (x *stmt) withProcedure(c *resolve.Symbol, component string,
	write func(asked string) string) []string {
	const pointer = "coral_q"
	decl, set := x.l.pointedProcedure(x.scope, c, component, pointer)
	if decl == "" {
		return []string{write(component)}
	}
	return []string{"block", decl, set, write(pointer), "end block"}
}

// indirect is a component whose memory is apart from its object's.
func (y *layout) indirect(kind byte, c *resolve.Symbol, name string) {
	t := c.TypeOf()
	d := t.DerivedOf()
	fmt.Fprintf(&y.text, "%c%d", kind, c.Rank())
	y.values = append(y.values, y.l.placeIn(name, c))
	size := func() {
		if c.Rank() == 0 {
			y.values = append(y.values, fmt.Sprintf("storage_size(%s, %s)/8", name, y.ik))
		}
	}
	switch {
	case t.Base == syntax.TypeClassAny:
		y.text.WriteByte('u')
	case t.Base == syntax.TypeClass:
		y.text.WriteByte('p')
	case deferredLength(c):
		y.text.WriteByte('c')
		y.values = append(y.values, fmt.Sprintf("len(%s, %s)", name, y.ik), fmt.Sprintf("kind(%s)", name))
	case kind == 'A' && hasParts(d):
		y.text.WriteString("t" + layoutKey(d))
	case d != nil:
		y.text.WriteByte('d')
		size()
	default:
		y.text.WriteByte('b')
		size()
	}
}

// telling are the statements that tell of a type; n numbers its sample.
func (l *lowerer) telling(scope *resolve.Scope, d *resolve.Symbol, n int) (decls, body []string) {
	object, ik := fmt.Sprintf("coral_t_%d", n), l.use("coral_ik")
	name := l.nameIn(scope, d)
	if isAbstract(d) {
		name = l.twin(d)
	}
	decls = []string{fmt.Sprintf("type(%s), pointer :: %s", name, object)}
	sample := fmt.Sprintf("%s(storage_size(%s, %s)/8)", l.use("coral_type_sample"), object, ik)
	if l.opt.Interoperable { // a pointer in a variable, which the runtime sets
		decls = append(decls, "type :: "+object+"_s", fmt.Sprintf("type(%s), pointer :: p", name), "end type", fmt.Sprintf("type(%s_s) :: %s_p", object, object))
		body = append(body, "nullify ("+object+"_p%p)", fmt.Sprintf("call %s(loc(%s_p), %s)", l.use("coral_type_point"), object, sample), object+" => "+object+"_p%p")
	} else {
		body = append(body, fmt.Sprintf("call %s(%s, %s)", l.useC("c_f_pointer"), sample, object))
	}
	typed := "0_" + ik
	// gfortran makes names of the tables of types of BLOCK constructs that its assembler does not
	// take: none is a dynamic type
	if extensible(d) && !isAbstract(d) && !(d.Scope.Kind == resolve.BlockScope && l.opt.InlinePointers) {
		body, typed = append(body, "coral_a%p => "+object), "loc(coral_a)"
	}
	y := l.layoutOf(scope, d, object)
	decls, body = append(decls, y.decls...), append(body, y.body...)
	body = append(body, fmt.Sprintf("call %s(%s, '%s', [integer(%s) :: %s])", l.use("coral_type"), typed,
		y.text.String(), ik, strings.Join(y.values, ", ")))
	if !global(scope) {
		body = slices.Concat([]string{fmt.Sprintf("if (.not. %s(%s)) then", l.use("coral_type_told"), keyText(d))}, body, []string{"end if"})
	}
	return decls, body
}

// nameIn is the name by which a scope declares things of a type.
func (l *lowerer) nameIn(scope *resolve.Scope, d *resolve.Symbol) string {
	x := &stmt{l: l, scope: scope}
	return x.typeName(d)
}

// bareParts are the types of modules that were compiled as they stand among those that an object
// consists of: nobody else tells of them.
func bareParts(d *resolve.Symbol) []*resolve.Symbol {
	var out []*resolve.Symbol
	within(d, hasParts, func(e *resolve.Symbol) bool {
		if e.Scope != nil && e.Scope.Bare {
			out = append(out, e)
		}
		return false
	})
	return out
}
