package lower

import (
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/lower/edit"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// gfortran 12 to 14 never end over a constructor in a scalar subscript where they compare that
// subscript with one of the same array on the other side of an assignment, in the mask of a WHERE,
// or in another argument of an elemental procedure: they look for an index of a FORALL in the
// constructor, and do not step from its first element to the next one. An index in front of the
// constructor ends the search. Constructors are those of arrays and structures, also in generated
// text: `image_index(u, sub)` passes an array of cobounds.

// endless keeps the back end from comparing subscripts that have constructors: outside of a FORALL
// they are evaluated in front of the statement, in a FORALL they get an index in front.
func (x *stmt) endless(r *syntax.Ref, info *resolve.Reference) {
	if !x.l.opt.HiddenSubscripts || info.Base == nil || !x.compared() ||
		!r.Remote() && !x.localAs[info.Parts[0]] {
		return
	}
	index := x.indexOfForall()
	if index == "" && len(x.loops) > 0 {
		return
	}
	mid.EachSubscript(r, func(e syntax.Expr) {
		at := e.Span()
		switch {
		case x.evaluated[at.Start] != "":
			if x.again || x.echo {
				x.inVariable(e)
			}
			return
		case x.again || !x.hasConstructor(e):
			return
		}
		switch text := x.t.Render(at); {
		case index == "" && x.definedBeside(e):
			x.l.errorf("C0235", at, "this subscript of '%s' depends on what the construct defines",
				r.First().Name).
				Help("assign it to a variable before the WHERE, and use that")
		case index == "":
			x.inVariable(e)
		case !edit.HasIndex(text):
			x.t.Replace(at, edit.WithIndex(index, text))
		}
	})
}

// compared tells whether gfortran compares the references of a statement with each other.
func (x *stmt) compared() bool {
	switch x.s.(type) {
	case *syntax.AssignStmt, *syntax.CallStmt, *syntax.WhereStmt, *syntax.ForallStmt,
		*syntax.WhereConstructStmt, *syntax.ElsewhereStmt:
		return true
	}
	return false
}

// indexOfForall is the innermost index of the FORALLs around what is being planned, or "". The
// bounds of a FORALL statement are planned before its indices are among the loops.
func (x *stmt) indexOfForall() string {
	n := len(x.fl.loops)
	if s, ok := x.s.(*syntax.ForallStmt); ok {
		n += len(s.Header.Controls)
	}
	if n == 0 || len(x.loops) < n {
		return ""
	}
	return x.loops[n-1].name
}

// hasConstructor tells whether the text of a scalar subscript has a constructor.
func (x *stmt) hasConstructor(e syntax.Expr) bool {
	if x.scope.RankOf(e) != 0 {
		return false
	}
	if strings.Contains(x.t.Render(e.Span()), "[") {
		return true
	}
	found := false
	syntax.Inspect(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ArrayCons:
			found = true
		case *syntax.Ref:
			found = found || len(n.Parts) == 1 && x.scope.LookupType(n.First().Name) != nil
		}
		return !found
	})
	return found
}

// definedBeside tells whether an expression may depend on what a WHERE construct defines.
func (x *stmt) definedBeside(e syntax.Expr) bool {
	g := x.fl.together
	if x.fl.group == nil || g == nil || !g.several {
		return false
	}
	defined := func(_ *syntax.Ref, info *resolve.Reference) bool {
		return info.Base != nil && len(g.defined[mid.Root(info.Base)]) > 0
	}
	return mid.Calls(e, x.scope, x.readsElsewhere) || mid.RefersTo(x.scope, e, defined)
}

// readsElsewhere tells whether a function may read anything but its arguments and what is its own.
func (x *stmt) readsElsewhere(f *syntax.Ref) bool {
	return x.l.fetches().ReadsElsewhere(f, x.scope)
}
