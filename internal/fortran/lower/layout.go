package lower

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// What objects of a type have beside plain bytes, the runtime is told by the scope that defines
// the type: a text that lists the parts, and numbers, for which the compiler that lays the objects
// out is asked (capi/types/layouts.c). By that alone objects are copied from other images,
// broadcast and shipped; no procedure is generated beside a type.
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
	by     *toldBy
	text   strings.Builder
	values []string
	// decls and body point variables to procedures: see procedure.
	decls, body []string
}

// layoutOf asks for what an object of a type has.
func (l *lowerer) layoutOf(scope *resolve.Scope, d *resolve.Symbol, object string,
	by *toldBy) *layout {
	y := &layout{l: l, scope: scope, object: object, ik: l.use("coral_ik"), by: by}
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
	if a := d.ParentType(); derived.HasParts(a) {
		if derived.NamesParts(y.scope, a) {
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
		y.values = append(y.values, fmt.Sprintf("transfer(%s, 0_%s)", y.procedure(c, name), y.ik))
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
	case derived.IsApart(c):
		y.text.WriteByte('S')
		y.values = append(y.values, "loc("+name+")",
			fmt.Sprintf("storage_size(%s, %s)/8*%s", name, y.ik, count))
	case derived.HasParts(c.TypeOf().DerivedOf()):
		y.text.WriteString("V" + layoutKey(c.TypeOf().DerivedOf()))
		y.values = append(y.values, "loc("+name+")", count)
	}
}

// procedure has the address in a procedure pointer component.
func (y *layout) procedure(c *resolve.Symbol, name string) string {
	holder := fmt.Sprintf("%s_%d", y.object, len(y.decls)+1)
	decls := y.l.procedureHolder(y.scope, c, holder)
	if decls == nil {
		return y.l.useC("c_funloc") + "(" + name + ")"
	}
	y.decls, y.body = append(y.decls, decls...), append(y.body, holder+"%q => "+name)
	return holder
}

// procedureHolder declares a structure whose only component is a pointer to procedures like that of
// a component; nil: none is needed. TRANSFER makes its address from it, and hold makes it from an
// address. gfortran ends by an internal error where a component is the argument of C_FUNLOC and its
// function has a character result, and where an argument of C_F_PROCPOINTER has an array result.
// gfortran 12 does so, too, where a BLOCK construct declares a procedure pointer that is no
// component and the program or procedure around it has internal procedures.
func (l *lowerer) procedureHolder(scope *resolve.Scope, c *resolve.Symbol, holder string) []string {
	of := derived.UnlikeSubroutines(c)
	if of == "" || !l.opt.InlinePointers {
		return nil
	}
	if c.Type == nil && scope.Lookup(of) != c.Scope.Lookup(of) {
		if c.Scope.Kind != resolve.ModuleScope || !c.Scope.IsPublic(of) {
			return nil
		}
		x, local := &stmt{l: l, scope: scope}, mangle.Name("coral_y_", of)
		x.importRenamed(c.Scope.Name, local, of)
		of = local
	}
	return []string{"type :: " + holder + "_h", "procedure(" + of + "), pointer, nopass :: q",
		"end type",
		"type(" + holder + "_h) :: " + holder}
}

// readsProcedure writes a statement that needs the address in a procedure pointer component. The
// holder that it gives is empty if there is none.
func (x *stmt) readsProcedure(c *resolve.Symbol, component string,
	write func(address, holder string) []string) []string {
	const holder = "coral_q"
	decls := x.l.procedureHolder(x.scope, c, holder)
	if decls == nil {
		return write(x.l.useC("c_funloc")+"("+component+")", "")
	}
	out := append([]string{"block"}, decls...)
	out = append(out, holder+"%q => "+component)
	out = append(out, write("transfer("+holder+", "+x.l.use("coral_noter")+"())", holder)...)
	return append(out, "end block")
}

// pointToProcedure points a component to the procedure at an address.
func (x *stmt) pointToProcedure(address, component, holder string) []string {
	if holder == "" {
		return []string{"call " + x.l.useC("c_f_procpointer") + "(" + address + ", " + component +
			")"}
	}
	return []string{x.hold(holder, address), component + " => " + holder + "%q"}
}

// hold points the only component of a structure, a procedure pointer, to an address. It is no
// assignment: where the program defines one, gfortran looks whether the type fits, and makes a
// table for it, which the assembler does not take for a type that is declared in a BLOCK construct.
func (x *stmt) hold(holder, address string) string {
	return "call " + x.l.use("coral_hold") + "(" + holder + ", " + address + ")"
}

// indirect is a component whose memory is apart from its object's.
func (y *layout) indirect(kind byte, c *resolve.Symbol, name string) {
	t := c.TypeOf()
	d := t.DerivedOf()
	fmt.Fprintf(&y.text, "%c%d", kind, c.Rank())
	y.values = append(y.values, y.l.placeIn(name, c, y.by))
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
		y.values = append(y.values, fmt.Sprintf("len(%s, %s)", name, y.ik),
			fmt.Sprintf("kind(%s)", name))
	case kind == 'A' && derived.HasParts(d):
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
func (l *lowerer) telling(scope *resolve.Scope, d *resolve.Symbol, n int,
	by *toldBy) (decls, body []string) {
	object, ik := fmt.Sprintf("coral_t_%d", n), l.use("coral_ik")
	name := l.nameIn(scope, d)
	if derived.IsAbstract(d) {
		name = l.mirror(d)
	}
	decls = []string{fmt.Sprintf("type(%s), pointer :: %s", name, object)}
	sample := fmt.Sprintf("%s(storage_size(%s, %s)/8)", l.named(by.sample, "coral_type_sample"),
		object, ik)
	if l.opt.Interoperable { // a pointer in a variable, which the runtime sets
		decls = append(decls, "type :: "+object+"_s", fmt.Sprintf("type(%s), pointer :: p", name),
			"end type", fmt.Sprintf("type(%s_s) :: %s_p", object, object))
		body = append(body, "nullify ("+object+"_p%p)",
			fmt.Sprintf("call %s(loc(%s_p), %s)", l.named(by.point, "coral_type_point"),
				object, sample),
			object+" => "+object+"_p%p")
	} else {
		body = append(body, fmt.Sprintf("call %s(%s, %s)", l.useC("c_f_pointer"), sample, object))
	}
	typed := "0_" + ik
	// gfortran makes names of the tables of types of BLOCK constructs that its assembler does not
	// take: none is a dynamic type
	if derived.Extensible(d) && !derived.IsAbstract(d) &&
		!(d.Scope.Kind == resolve.BlockScope && l.opt.InlinePointers) {
		body, typed = append(body, "coral_a%p => "+object), "loc(coral_a)"
	}
	y := l.layoutOf(scope, d, object, by)
	decls, body = append(decls, y.decls...), append(body, y.body...)
	body = append(body, fmt.Sprintf("call %s(%s, '%s', [integer(%s) :: %s])",
		l.named(by.tell, "coral_type"), typed,
		y.text.String(), ik, strings.Join(y.values, ", ")))
	if !global(scope) {
		body = slices.Concat(
			[]string{fmt.Sprintf("if (.not. %s(%s)) then", l.named(by.told, "coral_type_told"),
				keyText(d))},
			body, []string{"end if"})
	}
	return decls, body
}

// nameIn is the name by which a scope declares things of a type.
func (l *lowerer) nameIn(scope *resolve.Scope, d *resolve.Symbol) string {
	x := &stmt{l: l, scope: scope}
	return x.typeName(d)
}
