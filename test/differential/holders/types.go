package holders

import (
	"fmt"
	"strings"
)

// Type is an intrinsic type, or one that the case defines.
type Type struct {
	// i, r, z (complex), l, c (character), d (derived), e (event), n (notify), k (lock)
	class   byte
	kind    int
	length  int // of a character; of a derived type its length parameter, 0: it has none
	name    string
	comps   []comp
	extends *Type
	param   int  // the kind that is a type's parameter; 0: it has none
	plain   bool // in a control, which knows no events
	caf     bool // an event of CAF 2.0
}

// comp is a component.
type comp struct {
	name string
	t    *Type
	dims []dim
	attr string // "", "allocatable", "pointer"
	poly bool   // polymorphic
	at   int    // its first unit
}

type dim struct{ lo, n int }

// codimensions stand behind this in the attribute of a coarray component.
const codimensions = "\x00"

// units are the least parts that the model knows.
func (t *Type) units() int {
	switch t.class {
	case 'z':
		return 2
	case 'c':
		return t.length
	case 'd':
		last := t.comps[len(t.comps)-1]
		return last.at + size(last.dims)*last.t.units()
	}
	return 1
}

func size(dims []dim) int {
	n := 1
	for _, d := range dims {
		n *= d.n
	}
	return n
}

// same tells whether two types are one.
func (t *Type) same(o *Type) bool {
	if t.class == 'd' || o.class == 'd' {
		return t == o
	}
	return t.class == o.class && t.kind == o.kind && t.length == o.length
}

// holds tells whether an object of the type has a part of the other.
func (t *Type) holds(part *Type) bool {
	if t.same(part) || t.class == 'c' && part.class == 'c' && t.kind == part.kind &&
		t.length >= part.length || t.class == 'z' && part.class == 'r' && t.kind == part.kind {
		return true
	}
	for _, c := range t.comps {
		if c.t.holds(part) {
			return true
		}
	}
	return false
}

// deep tells whether the type has allocatable or pointer components.
func (t *Type) deep() bool {
	for _, c := range t.comps {
		if c.attr != "" || c.t.deep() {
			return true
		}
	}
	return false
}

// holdsPolymorphic tells of a type whose coindexed objects must not be referenced as a whole (F2018
// C918).
func (t *Type) holdsPolymorphic() bool {
	for _, c := range t.comps {
		if c.poly && c.attr == "allocatable" || c.t.holdsPolymorphic() {
			return true
		}
	}
	return false
}

// decl is the type's specifier.
func (t *Type) decl() string {
	switch t.class {
	case 'i':
		return fmt.Sprintf("integer(%d)", t.kind)
	case 'r':
		return fmt.Sprintf("real(%d)", t.kind)
	case 'z':
		return fmt.Sprintf("complex(%d)", t.kind)
	case 'l':
		return fmt.Sprintf("logical(%d)", t.kind)
	case 'c':
		return fmt.Sprintf("character(len=%d, kind=%d)", t.length, t.kind)
	case 'e', 'n', 'k':
		if t.plain {
			return "integer"
		}
		if t.caf {
			return "event"
		}
		return map[byte]string{'e': "type(event_type)", 'n': "type(notify_type)",
			'k': "type(lock_type)"}[t.class]
	}
	return "type(" + t.spec() + ")"
}

// spec is the type as TYPE, CLASS and structure constructors name it.
func (t *Type) spec() string {
	if t.param > 0 {
		return fmt.Sprintf("%s(%d)", t.name, t.param)
	}
	if t.length > 0 {
		return fmt.Sprintf("%s(%d)", t.name, t.length)
	}
	return t.name
}

// assumed is the type as a dummy argument has it, which takes length parameters from the actual
// argument.
func (t *Type) assumed() string {
	if t.length > 0 {
		return t.name + "(*)"
	}
	return t.spec()
}

// define is the definition of a derived type and of those that it contains.
func (t *Type) define(done map[*Type]bool) (lines []string) {
	if t.class != 'd' || done[t] {
		return nil
	}
	done[t] = true
	for _, c := range t.comps {
		lines = append(lines, c.t.define(done)...)
	}
	head := "type " + t.name
	if t.extends != nil {
		lines = append(t.extends.define(done), lines...)
		head = "type, extends(" + t.extends.name + ") :: " + t.name
	}
	switch {
	case t.param > 0:
		lines = append(lines, head+"(kp)", "  integer, kind :: kp = 4")
	case t.length > 0:
		lines = append(lines, head+"(lp)", "  integer, len :: lp")
	default:
		lines = append(lines, head)
	}
	for _, c := range t.comps {
		attr, codims, _ := strings.Cut(c.attr, codimensions)
		if attr != "" {
			attr = ", " + attr
		}
		decl := c.t.decl()
		if c.poly {
			decl = "class(" + c.t.spec() + ")"
		} else if t.param > 0 && c.t.kind == t.param && strings.IndexByte("irzl", c.t.class) >= 0 {
			decl = strings.Replace(decl, fmt.Sprintf("(%d)", t.param), "(kp)", 1)
		}
		dims := bounds(c.dims, attr != "")
		if t.length > 0 && attr == "" {
			dims = c.byParameter(t.length)
			if c.t.class == 'c' && c.t.length == t.length {
				decl = fmt.Sprintf("character(len=lp, kind=%d)", c.t.kind)
			}
		}
		lines = append(lines, "  "+decl+attr+" :: "+c.name+dims+codims)
	}
	return append(lines, "end type")
}

// byParameter are the bounds of a component whose extents are the length parameter of its type.
func (c comp) byParameter(length int) string {
	text := bounds(c.dims, false)
	if len(c.dims) == 1 && c.dims[0] == (dim{1, length}) {
		text = "(lp)"
	}
	return text
}

func bounds(dims []dim, deferred bool) string {
	if len(dims) == 0 {
		return ""
	}
	var list []string
	for _, d := range dims {
		switch {
		case deferred:
			list = append(list, ":")
		case d.lo == 1:
			list = append(list, fmt.Sprint(d.n))
		default:
			list = append(list, fmt.Sprintf("%d:%d", d.lo, d.lo+d.n-1))
		}
	}
	return "(" + strings.Join(list, ", ") + ")"
}

// reduced is a number as a unit of this class keeps it.
func reduced(class byte, v int) int {
	switch class {
	case 'l':
		return v % 2
	case 'c':
		return v % 26
	case 'e', 'n', 'k':
		return 0
	}
	return v
}

// made is an expression of an intrinsic type with the value of the unit that u names.
func (t *Type) made(u func(part int) string) string {
	switch t.class {
	case 'i':
		return fmt.Sprintf("int(%s, %d)", u(0), t.kind)
	case 'r':
		return fmt.Sprintf("real(%s, %d)", u(0), t.kind)
	case 'z':
		return fmt.Sprintf("cmplx(%s, %s, %d)", u(0), u(1), t.kind)
	case 'l':
		return fmt.Sprintf("logical(mod(%s, 2) == 1, %d)", u(0), t.kind)
	}
	panic("no intrinsic type")
}

// leaf is an intrinsic part of an object.
type leaf struct {
	t   *Type
	ref string
	at  int
}

// leaves are all intrinsic parts of an object.
func (t *Type) leaves(ref string, at int) (list []leaf) {
	if t.class != 'd' {
		return []leaf{{t, ref, at}}
	}
	for _, c := range t.comps {
		if len(c.dims) == 0 {
			list = append(list, c.t.leaves(ref+"%"+c.name, at+c.at)...)
			continue
		}
		for e := range size(c.dims) {
			list = append(list, c.t.leaves(ref+"%"+c.name+"("+elementOf(c.dims, e)+")",
				at+c.at+e*c.t.units())...)
		}
	}
	return list
}

// elementOf are the subscripts of an element in array element order.
func elementOf(dims []dim, e int) string {
	var list []string
	for _, d := range dims {
		list = append(list, fmt.Sprint(d.lo+e%d.n))
		e /= d.n
	}
	return strings.Join(list, ", ")
}

// classOf is the class of the unit of a type.
func (t *Type) classOf(unit int) byte {
	if t.class != 'd' {
		return t.class
	}
	for _, c := range t.comps {
		if n := size(c.dims) * c.t.units(); unit < c.at+n {
			return c.t.classOf((unit - c.at) % c.t.units())
		}
	}
	panic("no such unit")
}

func derived(name string, comps ...comp) *Type {
	at := 0
	for i := range comps {
		comps[i].at = at
		at += size(comps[i].dims) * comps[i].t.units()
	}
	return &Type{class: 'd', name: name, comps: comps}
}
