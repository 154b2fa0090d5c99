package resolve

import (
	"fmt"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// What an actual argument must be, seen from its dummy argument (F2018 15.5.2).

// actual checks an actual argument that concerns images: a coarray, a coindexed object, or what is
// associated with a coarray dummy argument.
func (c *checker) actual(e syntax.Expr, d *Symbol, proc string) {
	r, isRef := e.(*syntax.Ref)
	if !d.IsCoarray() {
		if isRef {
			c.plainDummy(r, d, proc)
		}
		return
	}
	if reason := c.noCoarray(e, d); reason != "" {
		c.noteDummy(c.errorf("C0139", e.Span(),
			"dummy argument '%s' of '%s' is a coarray and needs a coarray: %s", d.Name, proc,
			reason), d)
		return
	}
	info := c.scope.Reference(r)
	sym, at := info.coarray()
	switch {
	case at < 0 || at == 0 && info.Base.Kind == Associate:
	case d.Has(Allocatable) && sym.Corank() != d.Corank():
		c.noteDummy(c.errorf("C0107", e.Span(),
			"the actual argument has corank %d, but the allocatable dummy argument '%s' of "+
				"'%s' has corank %d (F2018 15.5.2.6)",
			sym.Corank(), d.Name, proc, d.Corank()), d)
	case sym.Has(Volatile) != d.Has(Volatile):
		which := map[bool]string{true: "the dummy argument",
			false: "the actual argument"}[d.Has(Volatile)]
		c.noteDummy(c.errorf("C0139", e.Span(),
			"the coarray '%s' and the dummy argument '%s' of '%s' must both be VOLATILE or "+
				"neither: only %s is (F2018 15.5.2.8)",
			sym.Name, d.Name, proc, which), d)
	}
}

func (c *checker) noteDummy(m *diag.Diagnostic, d *Symbol) {
	m.Note(d.Ident.Range, "'%s' is declared here", d.Name)
}

// noCoarray tells why an actual argument is no coarray that a dummy argument could be; "" if it is
// one, as far as declarations tell.
func (c *checker) noCoarray(e syntax.Expr, d *Symbol) string {
	r, isRef := e.(*syntax.Ref)
	if !isRef {
		return "this is an expression"
	}
	if r.Coindexed() != nil {
		return "this is a coindexed object"
	}
	info := c.scope.Reference(r)
	_, at := info.coarray()
	switch {
	case info.Base == nil && c.scope.UnknownModule(r.First().Name) != nil:
	case info.Call:
		return "this is an expression"
	case at <= 0 && info.Parts[0] != nil && info.Parts[0].Kind == Associate:
		if info.Parts[0].standsForLocal(0) {
			return fmt.Sprintf("what '%s' is associated with is not one", info.Parts[0].Name)
		}
	case at < 0:
		return "this is not one"
	case info.apartAfterCoarray() != nil:
		p := info.apartAfterCoarray()
		return fmt.Sprintf("'%s' is %s component, whose memory is no part of the coarray", p.Name,
			map[bool]string{true: "a pointer", false: "an allocatable"}[p.Has(Pointer)])
	case hasVector(c.scope, r):
		return "a section by a vector subscript is not one"
	case d.Has(Allocatable) &&
		(at < len(r.Parts)-1 || !info.Parts[at].Has(Allocatable) || r.Last().Args != nil):
		return "the dummy argument is allocatable, this is not"
	case mustBeContiguous(d) && c.hasGaps(r, info):
		return "the dummy argument is contiguous, and this section has gaps (F2018 15.5.2.8)"
	}
	return ""
}

// standsForLocal tells whether an associate name is known to stand for something that is no
// coarray.
func (sym *Symbol) standsForLocal(depth int) bool {
	if sym.Codims != nil || sym.Coarray != nil || sym.Scope == nil || sym.Scope.Host == nil ||
		sym.Selector == nil || depth > 16 {
		return false
	}
	r, ok := sym.Selector.(*syntax.Ref)
	if !ok {
		return true // an expression
	}
	info := sym.Scope.Host.Reference(r)
	for _, p := range info.Parts {
		if p == nil {
			return false
		}
	}
	switch {
	case info.Base == nil || info.hasCoarray():
		return false
	case info.Base.Kind == Associate:
		return info.Base.standsForLocal(depth + 1)
	}
	return info.Base.Kind == Variable || info.Base.Kind == Parameter
}

// mustBeContiguous tells whether a dummy array has its elements side by side by its declaration.
func mustBeContiguous(d *Symbol) bool {
	return d.Rank() > 0 && !d.Has(Allocatable) && (d.Has(Contiguous) || !assumedShape(d))
}

// hasGaps tells whether a designator is not simply contiguous by its subscripts (F2018 9.5.4): a
// stride, a single subscript before a section, a component of an array section. A section behind a
// part of an extent is none either, but may have no gaps: that counts only where the standard is
// asked for.
func (c *checker) hasGaps(r *syntax.Ref, info *Reference) bool {
	for i, p := range r.Parts {
		if info.Parts[i] == nil || info.Parts[i].Rank() <= 0 {
			continue
		}
		section, ended := p.Args == nil, false
		if p.Args != nil {
			for _, a := range p.Args.Items {
				t, isSection := a.Value.(*syntax.Triplet)
				if isSection && (ended || t.Step != nil && !one(c.scope, t.Step)) {
					return true
				}
				section = section || isSection
				ended = ended || !isSection || c.p.opt.Strict && (t.Lower != nil || t.Upper != nil)
			}
		}
		if section && i < len(r.Parts)-1 {
			return true
		}
	}
	return false
}

func one(s *Scope, e syntax.Expr) bool {
	v, ok := s.Int(e)
	return ok && v == 1
}

// plainDummy checks a coarray, or a coindexed object, as the actual argument of a dummy that is no
// coarray.
func (c *checker) plainDummy(r *syntax.Ref, d *Symbol, proc string) {
	info := c.scope.Reference(r)
	t := info.Types[len(info.Types)-1]
	sym := info.Parts[len(info.Parts)-1]
	if r.Coindexed() == nil {
		if sym.IsCoarray() && sym.Has(Allocatable) && d.Has(Allocatable) && r.Last().Args == nil &&
			d.Intent != "out" {
			c.noteDummy(c.errorf("C0107", r.Range,
				"the actual argument has corank %d, but the allocatable dummy argument '%s' of "+
					"'%s' is no coarray (F2018 15.5.2.6)",
				sym.Corank(), d.Name, proc), d)
		}
		if sym.IsCoarray() && r.IsName() && sym.Has(Allocatable) && d.Has(Allocatable) &&
			d.Intent == "out" {
			c.noteDummy(c.errorf("C0139", r.Range,
				"the coarray '%s' would be deallocated on this image alone: '%s' of '%s' is "+
					"INTENT(OUT) and no coarray", sym.Name, d.Name, proc), d)
		}
		return
	}
	refuse := func(format string, args ...any) *diag.Diagnostic {
		m := c.errorf("C0139", r.Range, format, append(args, d.Name, proc)...)
		c.noteDummy(m, d)
		return m
	}
	readOnly := d.Intent == "in" || d.Has(Value)
	component := apartComponent(t.DerivedOf(), Allocatable)
	switch {
	case c.scope.IsPure() && !readOnly && !d.Has(Pointer):
		c.noteDummy(c.errorf("C0116", r.Range,
			"a %s procedure cannot define a coindexed object, which '%s' of '%s' may do "+
				"(F2018 C1594)", c.scope.PureWord(), d.Name, proc), d)
	case d.Has(Pointer):
		refuse(
			"a coindexed object cannot be associated with the pointer dummy argument '%s' of '%s'")
	case d.Has(Allocatable):
		refuse("a coindexed object cannot be associated with the allocatable dummy argument '%s' " +
			"of '%s'")
	case r.Coindexed() == r.Last() && t.IsPolymorphic() && d.TypeOf().IsPolymorphic():
		// of its polymorphic parts C0161 speaks
		m := refuse("a polymorphic coindexed object cannot be associated with the polymorphic " +
			"dummy argument '%s' of '%s' (F2018 15.5.2.4)")
		if t.Base == syntax.TypeClassAny {
			m.Help("%s", inSelectType(r))
		} else if d.Intent != "out" && d.Intent != "inout" {
			m.Help("to pass its value, write it in parentheses: (%s)", r.Range.Text())
		}
	case (d.Intent == "out" || d.Intent == "inout") && c.readOnly(r):
	case component != nil && !readOnly && !component.TypeOf().IsPolymorphic():
		refuse("a coindexed object with the allocatable component '%s' can be associated with "+
			"INTENT(IN) and VALUE dummy arguments only, not with '%s' of '%s' (F2018 15.5.2.4)",
			component.Name).Help("its components can be passed by themselves")
	case d.Flags&(Volatile|Asynchronous) != 0 && sym != nil && info.Parts[0] != nil &&
		info.Parts[0].Flags&(Volatile|Asynchronous) != 0:
		refuse("a coindexed object that is VOLATILE or ASYNCHRONOUS cannot be associated with " +
			"'%s' of '%s', which is, too (F2018 15.5.2.4): a copy is passed")
	case info.Rank == 0 && d.Rank() > 0 && t != nil && t.Base != syntax.TypeCharacter:
		refuse("a coindexed scalar cannot be associated with the array '%s' of '%s' (F2018 " +
			"15.5.2.4)").Help("pass a section of one element, such as x(i:i)[k]")
	}
}

// coarray is the coarray in a designator and its place, -1 if there is none.
func (i *Reference) coarray() (*Symbol, int) {
	for at := len(i.Parts) - 1; at >= 0; at-- {
		if p := i.Parts[at]; p != nil && p.Codims != nil {
			return p, at
		}
	}
	return nil, -1
}

// apartAfterCoarray is an allocatable or pointer component behind the coarray in a designator: what
// it holds is no coarray (F2018 9.4.2, 5.4.7).
func (i *Reference) apartAfterCoarray() *Symbol {
	_, at := i.coarray()
	for _, p := range i.Parts[at+1:] {
		if p != nil && p.Flags&(Allocatable|Pointer) != 0 {
			return p
		}
	}
	return nil
}

func (i *Reference) hasCoarray() bool {
	for _, p := range i.Parts {
		if p != nil && p.Codims != nil {
			return true
		}
	}
	return false
}

func hasVector(s *Scope, r *syntax.Ref) bool {
	for _, p := range r.Parts {
		if p.Args == nil {
			continue
		}
		for _, a := range p.Args.Items {
			if _, ok := a.Value.(*syntax.Triplet); !ok && s.RankOf(a.Value) > 0 {
				return true
			}
		}
	}
	return false
}
