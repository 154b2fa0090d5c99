package foreign

import "strings"

// symbol is one record of gfortran's table.
type symbol struct {
	name, module, binding string
	outer                 bool // of the module itself, not of a procedure in it
	attributes            node
	components            node
	access                string // of the components, if they do not say it themselves
	typ                   node
	formal                node
	value                 node
	shape                 node
	result                int
	bound                 node // finalizers, bindings and operators of a derived type
	members               node // of a namelist
	local                 string
	asked                 bool
}

func (s *symbol) flavor() string       { return s.attributes.word(0) }
func (s *symbol) has(attr string) bool { return s.attributes.has(5, attr) }
func (s *symbol) intent() string       { return s.attributes.word(1) }
func (s *symbol) body() bool           { return s.attributes.word(3) == "BODY" }
func (s *symbol) extends() bool        { return s.attributes.number(6) > 0 }
func (s *symbol) isType() bool         { return s.flavor() == "DERIVED" }
func (s *symbol) ofCompiler() bool {
	return s.attributes.word(2) == "INTRINSIC-PROC" || s.module == "(intrinsic)"
}
func (s *symbol) uncheckedKind() bool   { return s.attributes.number(5)&noArgCheck != 0 }
func (s *symbol) unlimited() bool       { return s.isType() && s.has("UNLIMITED_POLY") }
func (s *symbol) container() bool       { return s.isType() && s.has("IS_CLASS") }
func (s *symbol) intrinsicName() string { return strings.TrimPrefix(s.module, "__") }

// noArgCheck is the bit of `!GCC$ ATTRIBUTES NO_ARG_CHECK`: arguments of any type and rank fit.
const noArgCheck = 1 << 5

// intrinsicModule tells whether the entity is one of a module that the compiler has in itself.
func (s *symbol) intrinsicModule() bool {
	switch s.intrinsicName() {
	case "iso_fortran_env", "iso_c_binding", "ieee_arithmetic", "ieee_exceptions", "ieee_features":
		return true
	}
	return false
}

// symbolOf takes a record apart. What stands in it depends on what it is.
func symbolOf(name, module, binding string, outer bool, r node) *symbol {
	s := &symbol{name: name, module: module, binding: binding, outer: outer, attributes: r.sub(0),
		components: r.sub(1)}
	i := 2
	if r.at(i).isWord() {
		s.access = r.word(i)
		i++
	}
	s.typ = r.sub(i)
	s.formal = r.sub(i + 3)
	i += 4
	if s.flavor() == "PARAMETER" {
		s.value = r.sub(i)
		i++
	}
	s.shape = r.sub(i)
	s.result = r.number(i + 1)
	i += 2
	if s.has("CRAY_POINTEE") {
		i++
	}
	s.bound = r.sub(i)
	s.members = r.sub(i + 2)
	r.number(i + 3)
	if !s.shape.empty() && s.shape.number(1) > 0 || s.has("CODIMENSION") {
		panic(unreadable{ErrCoarrays})
	}
	if s.has("PDT_TEMPLATE") || s.has("PDT_TYPE") || s.flavor() == "UNION" ||
		s.flavor() == "STRUCT" {
		stop("a parameterized type or a union")
	}
	return s
}

// isName tells whether a name is one that a program can have written.
func isName(name string) bool {
	for i, c := range []byte(name) {
		letter := c >= 'a' && c <= 'z'
		if !letter && (i == 0 || !(c >= '0' && c <= '9' || c == '_')) {
			return false
		}
	}
	return name != ""
}
