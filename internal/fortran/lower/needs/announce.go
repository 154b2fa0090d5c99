package needs

import (
	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// AnnounceModules adds the components of all derived types that modules of the files define: others
// may refer to them on other images. Types with such in them of which not all can be named are left
// out, and refused where they are referred to.
func (all *Program) AnnounceModules(prog *resolve.Program, files []*syntax.File) {
	for _, f := range files {
		for _, u := range f.Units {
			m, ok := u.(*syntax.Module)
			if !ok {
				continue
			}
			scope := prog.ScopeOf(m)
			all.announceResults(scope)
			for _, d := range scope.Order {
				if !d.IsType() || d.Scope != scope {
					continue
				}
				if derived.ParameterizedWithin(d) { // its layout cannot be told
					for _, c := range d.Components {
						if c.Codims != nil {
							all.Owner[c] = d
						}
					}
					continue
				}
				if d.Def != nil && d.Def.Head.Attr(syntax.AttrAbstract) != nil {
					all.mirror(d)
				}
				for _, c := range d.Components {
					if c.IsIndirect() {
						all.Owner[c] = d
					}
				}
				if derived.HasParts(d) || derived.TravelsInParts(d) {
					all.tell(d)
				}
			}
		}
	}
}

// announceResults adds all functions of a module that other files may ship so.
func (p *Program) announceResults(scope *resolve.Scope) {
	for _, f := range scope.Order {
		if scope.CAF2 && f.Kind == resolve.Procedure && f.Wraps() {
			p.Results[f] = true
		}
	}
}

// AnnounceTypes notes that objects of all types may be copied or broadcast by their dynamic type.
func (all *Program) AnnounceTypes(prog *resolve.Program, files []*syntax.File) {
	for _, f := range files {
		for _, u := range f.Units {
			if body, scope := syntax.BodyOf(u), prog.ScopeOf(u); body != nil && scope != nil {
				all.announceIn(prog, scope, body)
			}
		}
	}
}

// announceIn does so for the types of a program unit or procedure.
func (all *Program) announceIn(prog *resolve.Program, scope *resolve.Scope,
	body *syntax.ScopeBody) {
	for _, it := range body.Spec {
		def, ok := it.(*syntax.DerivedTypeDef)
		if !ok {
			continue
		}
		d := scope.Symbols[def.Head.Name.Name]
		if !derived.Extensible(d) {
			continue
		}
		if all.Dynamic && derived.NeedsCopy(d) &&
			derived.HiddenWithin(d, derived.NeedsCopy) == nil {
			all.copy(d)
		}
		if all.BroadcastsDynamic && derived.InPieces(d) &&
			derived.HiddenWithin(d, derived.TravelsInParts) == nil {
			all.broadcast(d)
		}
		if all.ShipsDynamic && derived.InPieces(d) && resolve.StaysHere(d) == nil &&
			derived.BareWithin(d, derived.TravelsInParts) == nil {
			all.ship(d)
		}
	}
	for _, sub := range body.Procs {
		if in := prog.ScopeOf(sub); in != nil {
			all.announceIn(prog, in, &sub.ScopeBody)
		}
	}
}
