package mid

import (
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Root is the entity that an associate name belongs to in the end.
func Root(sym *resolve.Symbol) *resolve.Symbol {
	for sym != nil && sym.Kind == resolve.Associate {
		sel, ok := sym.Selector.(*syntax.Ref)
		if !ok || sym.Scope == nil || sym.Scope.Host == nil {
			break
		}
		o := sym.Scope.Host.Lookup(sel.First().Name)
		if o == nil || o == sym {
			break
		}
		sym = o
	}
	return sym
}

// ViewedAs is the name by which the view of a coarray is found that a reference names, an associate
// name of it included; "" if there is no view of all that the associate name stands for. USE may
// have renamed the coarray, and its view with it: the name is that of the reference.
func ViewedAs(scope *resolve.Scope, r *syntax.Ref) string {
	base := scope.Reference(r).Base
	if base.Kind != resolve.Associate || base.Coarray != nil {
		return r.First().Name
	}
	if _, sel := scope.AssociateCoarray(base); sel != nil && base.Type == nil {
		return sel.First().Name
	}
	return ""
}

// CoboundInquiries are the intrinsic functions that ask for the cobounds of a coarray.
var CoboundInquiries = map[string]bool{"this_image": true, "lcobound": true, "ucobound": true,
	"coshape": true, "image_index": true}

// RefersTo tells whether an expression has a reference of a kind. A coarray whose cobounds are
// asked for is none: no definition changes them.
func RefersTo(scope *resolve.Scope, e syntax.Expr,
	kind func(*syntax.Ref, *resolve.Reference) bool) bool {
	found := false
	asked := map[*syntax.Ref]bool{}
	syntax.Inspect(e, func(n syntax.Node) bool {
		if r, ok := n.(*syntax.Ref); ok && !found && !asked[r] {
			if args := r.Parts[0].Args; args != nil && CoboundInquiries[r.First().Name] &&
				scope.IsIntrinsic(r.First().Name) {
				coarray, _ := args.ByName([]string{"coarray"})["coarray"].(*syntax.Ref)
				asked[coarray] = coarray != nil && coarray.IsName()
			}
			info := scope.Reference(r)
			found = info.Parts[0] != nil && kind(r, info)
		}
		return !found
	})
	return found
}

// EachSubscript calls f for the subscripts of a reference, the parts of triplets and the
// cosubscripts.
func EachSubscript(r *syntax.Ref, f func(syntax.Expr)) {
	each := func(e syntax.Expr) {
		t, ok := e.(*syntax.Triplet)
		if !ok {
			f(e)
			return
		}
		for _, part := range []syntax.Expr{t.Lower, t.Upper, t.Step} {
			if part != nil {
				f(part)
			}
		}
	}
	for _, p := range r.Parts {
		for _, l := range []*syntax.ArgList{p.Args, p.Second()} {
			if l == nil {
				continue
			}
			for _, a := range l.Items {
				each(a.Value)
			}
		}
		if p.Selector != nil {
			for _, c := range p.Selector.Cosubs {
				each(c)
			}
		}
	}
}

// IsConstant tells whether an expression refers to no variable and no function of the user's.
func IsConstant(scope *resolve.Scope, e syntax.Expr) bool {
	found := false
	syntax.Inspect(e, func(n syntax.Node) bool {
		if r, ok := n.(*syntax.Ref); ok {
			info := scope.Reference(r)
			intrinsic := info.Call && len(r.Parts) == 1 && scope.IsIntrinsic(r.First().Name)
			found = found || !intrinsic && (info.Base == nil || info.Base.Kind != resolve.Parameter)
		}
		return !found
	})
	return !found
}

// WholeName is the name of the coarray for which an associate name stands.
func WholeName(scope *resolve.Scope, assoc *resolve.Symbol) string {
	if _, r := scope.AssociateCoarray(assoc); r != nil {
		return r.First().Name
	}
	return assoc.Name
}

// TeamSpec is TEAM= or TEAM_NUMBER= of an image selector, or nil.
func TeamSpec(sel *syntax.ImageSelector) *syntax.Arg {
	if a := sel.Spec("team"); a != nil {
		return a
	}
	return sel.Spec("team_number")
}

// NeedsBounds tells whether a coarray's cobounds are kept in an array of their own: constants that
// cannot be folded here, and expressions, whose values at entry count (F2018 8.5.6.3). Allocatable
// coarrays have them in the view.
func NeedsBounds(sym *resolve.Symbol) (needed, constant bool) {
	if sym.Codims == nil || sym.Has(resolve.Allocatable) {
		return false, false
	}
	constant = true
	for _, d := range sym.Codims.Dims {
		if d.Lower != nil {
			if _, ok := sym.Scope.Int(d.Lower); !ok {
				needed = true
				constant = constant && sym.Scope.IsConstant(d.Lower)
			}
		}
		if d.Upper != nil {
			if _, ok := sym.Scope.Int(d.Upper); !ok {
				needed = true
				constant = constant && sym.Scope.IsConstant(d.Upper)
			}
		}
	}
	return needed, constant
}
