package resolve

import (
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Statements of old compilers that the standard does not have. Where a compiler takes one, as BYTE,
// RECORD, STATIC and TYPE, it may have coarrays. These are the others: the compiler would refuse
// what Coral makes of them, in words that say nothing of coarrays.

// instead says what to write in the place of an input/output statement that no compiler takes.
var instead = map[syntax.IOVerb]string{
	syntax.IOAccept: "write READ in the place of ACCEPT",
	syntax.IOEncode: "write an internal WRITE: write (variable, format) items",
	syntax.IODecode: "write an internal READ: read (variable, format) items",
}

// oldVerb refuses objects of other images in ACCEPT, ENCODE and DECODE.
func (c *checker) oldVerb(s *syntax.IOStmt) bool {
	help := instead[s.Verb]
	if help == "" {
		return false
	}
	remote := c.scope.remoteIn(s)
	if len(remote) > 0 {
		c.errorf("C0212", remote[0].Range, "%s is no statement of the standard, and cannot have "+
			"an object of another image", strings.ToUpper(s.Verb.String())).Help("%s", help)
	}
	return len(remote) > 0
}

// crayPointees refuses coarrays that a Cray pointer points to: such memory is nowhere on other
// images.
func (p *Program) crayPointees(s *Scope, st *syntax.CrayPointerStmt) {
	for _, pair := range st.Pairs {
		name := pair.Pointee.Name
		if name == nil {
			continue
		}
		if pair.Pointee.Codims != nil || s.Symbols[name.Name].IsCoarray() {
			p.errorf("C0109", pair.Pointee.Range, "coarray '%s' cannot be the pointee of a Cray "+
				"pointer", name.Name)
		}
	}
}

// coarraysInStructure refuses codimensions in a STRUCTURE, and in its UNION and MAP blocks, which
// the compiler is given as they are written.
func (p *Program) coarraysInStructure(def *syntax.StructureDef) {
	if at := def.Head.Brackets; at.IsValid() {
		p.errorf("C0212", at, "a %s statement declares no coarray",
			strings.ToUpper(def.Head.Keyword)).Help("%s", recordCoarray)
	}
	for _, it := range def.Items {
		switch it := it.(type) {
		case *syntax.StructureDef:
			p.coarraysInStructure(it)
		case *syntax.TypeDeclStmt:
			if at := codimsIn(it); at.IsValid() {
				p.errorf("C0212", at, "a component of a STRUCTURE cannot be a coarray").
					Help("%s", recordCoarray)
			}
		}
	}
}

const recordCoarray = "declare a coarray of the structure: record /name/ x[*]"

// codimsIn finds the first codimensions of a type declaration.
func codimsIn(st *syntax.TypeDeclStmt) diag.Range {
	for _, a := range st.Attrs {
		if a.Codims != nil {
			return a.Codims.Range
		}
	}
	for _, e := range st.Entities {
		if e.Codims != nil {
			return e.Codims.Range
		}
	}
	return diag.Range{}
}
