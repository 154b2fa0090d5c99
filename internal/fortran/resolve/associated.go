package resolve

import "github.com/coral-pgas/coral/internal/fortran/syntax"

// Associate names of coarrays that are not whole named ones: sections, elements, coarray
// components. A subobject of a coarray is a coarray unless a vector subscript or an allocatable or
// pointer component comes in between (F2018 5.4.7), and so is the name associated with it
// (11.1.3.3). Such a name is a coarray of its own, with the shape of its selector and the cobounds
// of what this is part of.

// associatedCoarrays finds them all: before that, references by them cannot be analysed.
func (p *Program) associatedCoarrays() {
	for _, sym := range p.obscured() {
		sym.Obscured = true
	}
	for _, s := range p.scopes {
		if s.Kind != AssocScope {
			continue
		}
		for _, sym := range s.Order {
			sym.associatedCoarray(0)
		}
	}
}

// obscured are the associate names whose coarrays have names that mean something else in the
// construct, or in a construct in it.
func (p *Program) obscured() []*Symbol {
	var out []*Symbol
	for _, s := range p.scopes {
		for at := s; at != nil && (at.Kind == AssocScope || at.Kind == BlockScope); at = at.Host {
			if at.Kind != AssocScope {
				continue
			}
			for _, sym := range at.Order {
				if o, r := at.AssociateCoarray(sym); o != nil &&
					!s.MeansCoarray(r.First().Name, o) {
					out = append(out, sym)
				}
			}
		}
	}
	return out
}

// MeansCoarray tells whether a name is that of a coarray in a scope, be it as an associate name.
func (s *Scope) MeansCoarray(name string, coarray *Symbol) bool {
	sym := s.Lookup(name)
	if sym == nil || sym.Kind != Associate {
		return sym == coarray
	}
	o, r := s.AssociateCoarray(sym)
	return o == coarray && r.IsName()
}

// standsForCoarray tells whether an associate name is a coarray, by itself or by its selector.
func (s *Scope) standsForCoarray(sym *Symbol) bool {
	o, _ := s.AssociateCoarray(sym)
	return o != nil || sym.Coarray != nil
}

// associatedCoarray is the coarray that an associate name is by itself, or nil. A selector may name
// other associate names, which come first.
func (sym *Symbol) associatedCoarray(depth int) *Symbol {
	r, ok := sym.Selector.(*syntax.Ref)
	if sym.Kind != Associate || sym.Coarray != nil || !ok || r.Remote() || sym.Codims != nil ||
		sym.Scope == nil || sym.Scope.Host == nil || depth > 64 {
		return sym.Coarray
	}
	host := sym.Scope.Host
	if o := host.Lookup(r.First().Name); o != nil && o.Kind == Associate {
		o.associatedCoarray(depth + 1)
	}
	if o, _ := host.AssociateCoarray(sym); o != nil {
		return nil // known by the coarray itself
	}
	info := host.Reference(r)
	c, at := info.coarray()
	if at < 0 || info.Call || info.Rank < 0 || info.apartAfterCoarray() != nil ||
		hasVector(host, r) || info.Types[len(r.Parts)-1] == nil {
		return nil
	}
	for _, p := range info.Parts[at+1:] {
		if p == nil {
			return nil
		}
	}
	codims := c.Codims
	if info.Base.Kind == Associate && at == 0 && info.Base.Codims != nil {
		codims = info.Base.Codims // of CHANGE TEAM
	}
	own := &Symbol{Name: sym.Name, Kind: Variable, Flags: Dummy | c.Flags&(Volatile|Asynchronous),
		Scope: sym.Scope, Ident: sym.Ident, Selector: r,
		Type: info.Types[len(r.Parts)-1], Codims: codims, Dims: shapeOf(r, info.Rank)}
	if sym.Type != nil {
		own.Type = sym.Type // a type guard says it
	}
	switch {
	case c.Has(Allocatable) && sym.Type == nil && at == len(r.Parts)-1 && r.Last().Args == nil &&
		at > 0:
		// its cobounds are known where its memory is
		own.Flags, own.Dims = own.Flags|Allocatable, c.Dims
	case c.Has(Allocatable):
		own.Codims = askedCobounds(r, len(codims.Dims))
	}
	sym.Coarray = own
	return own
}

// TypedName is the associate name under a type guard for which another one stands, as in
//
//	class is (t)
//	  associate (q => p)
//
// or that name itself.
func (sym *Symbol) TypedName() *Symbol {
	for sym.Type == nil {
		r, ok := sym.Selector.(*syntax.Ref)
		if !ok || !r.IsName() || sym.Scope == nil || sym.Scope.Host == nil {
			break
		}
		outer := sym.Scope.Host.Lookup(r.First().Name)
		if outer == nil || outer.Kind != Associate || outer == sym {
			break
		}
		sym = outer
	}
	return sym
}

// shapeOf is an assumed shape.
func shapeOf(r *syntax.Ref, rank int) *syntax.ArraySpec {
	if rank == 0 {
		return nil
	}
	shape := &syntax.ArraySpec{Range: r.Range}
	for range rank {
		shape.Dims = append(shape.Dims, &syntax.Dim{Range: r.Range, Kind: syntax.DimDeferred})
	}
	return shape
}

// askedCobounds stands for cobounds that only the run tells: no expression of theirs is constant.
func askedCobounds(r *syntax.Ref, corank int) *syntax.CoarraySpec {
	spec := &syntax.CoarraySpec{Range: r.Range}
	for i := range corank {
		d := &syntax.Dim{Range: r.Range, Kind: syntax.DimExplicit, Lower: r, Upper: r}
		if i == corank-1 {
			d.Kind, d.Upper = syntax.DimStar, nil
		}
		spec.Dims = append(spec.Dims, d)
	}
	return spec
}
