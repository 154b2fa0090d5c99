package lower

import (
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// legacyResult recognises the pre-standard CO_SUM(source, result [, result_image]): the second
// argument cannot be an image index. An integer variable may be both. It is taken as the result if
// nothing has given it a value that an image index can have, or that would be strange for one: that
// of the source itself.
func (x *stmt) legacyResult(c *syntax.CallStmt, name string) *syntax.Ref {
	if !withResult(c, name) {
		return nil
	}
	value := c.Args().ByName(nil)["result"]
	named := value != nil
	if value == nil {
		value = c.Args().Items[1].Value
	}
	r, ok := value.(*syntax.Ref)
	if !ok {
		return nil
	}
	info := x.scope.Reference(r)
	source := c.Args().ByName(nil)["source"]
	if source == nil {
		source = c.Args().Items[0].Value
	}
	if info.Call || named {
		if info.Call {
			return nil
		}
	} else if info.Rank == 0 && !x.l.opt.Resolve.Legacy && x.mayBeImage(r, info, source) {
		return nil
	}
	report := x.l.warnf
	if x.l.opt.Resolve.Strict {
		report = x.l.errorf
	} else if x.l.opt.Resolve.Legacy {
		return r
	}
	report("C0142", c.Range, "%s with a separate result is not standard Fortran",
		strings.ToUpper(name)).
		Help("write `%s = %s` and then `call %s(%s)`", r.Range.Text(), source.Span().Text(), name,
			r.Range.Text())
	return r
}

// withResult tells whether a call has a second argument by position where old collectives had the
// result.
func withResult(c *syntax.CallStmt, name string) bool {
	return (name == "co_sum" || name == "co_min" || name == "co_max") && c.Args() != nil &&
		len(c.Args().Items) > 1 &&
		(c.Args().Items[1].Keyword == nil || c.Args().ByName(nil)["result"] != nil)
}

// mayBeImage tells whether a scalar may hold an image index: it is an integer, and not a local
// variable that nothing in the file defines but such calls, constants that are no image index, and
// the source. An allocatable variable or pointer that has no value may be an absent RESULT_IMAGE
// (F2018 15.5.2.12).
func (x *stmt) mayBeImage(r *syntax.Ref, info *resolve.Reference, source syntax.Expr) bool {
	t := info.Types[len(info.Types)-1]
	if t != nil && t.Base != syntax.TypeInteger {
		return false
	}
	sym := info.Base
	if !r.IsName() || sym == nil || sym.Kind != resolve.Variable ||
		sym.Flags&(resolve.Dummy|resolve.Initialised|resolve.InCommon|resolve.Equivalenced|
			resolve.Allocatable|resolve.Pointer) != 0 ||
		sym.Scope == nil || isOutermost(sym.Scope) {
		return true
	}
	for _, s := range x.l.f.Stmts {
		if x.givesValue(s, r.First().Name, source) {
			return true
		}
	}
	return false
}

// givesValue tells whether a statement may define a variable of this name with more than a constant
// below 1 or the source.
func (x *stmt) givesValue(s syntax.Stmt, name string, source syntax.Expr) bool {
	names := func(e syntax.Expr) bool {
		r, ok := e.(*syntax.Ref)
		return ok && r.First() != nil && r.First().Name == name
	}
	switch s := s.(type) {
	case *syntax.AssignStmt:
		if names(s.LHS()) {
			v, constant := x.scope.Int(s.RHS())
			return (!constant || v > 0) && !alike(s.RHS(), source)
		}
		return false
	case *syntax.IfStmt:
		return s.Action != nil && x.givesValue(s.Action, name, source)
	case *syntax.IOStmt:
		return s.Verb != syntax.IOPrint && s.Verb != syntax.IOWrite && mentions(s, name)
	case *syntax.CallStmt:
		a := s.Args()
		if a == nil {
			return false
		}
		callee := x.scope.Callee(s.Proc)
		for i, arg := range a.Items {
			d := callee.Dummy(a.Items, i)
			old := i == 1 && len(s.Proc.Parts) == 1 && withResult(s, s.Proc.First().Name)
			if names(arg.Value) && !old && (d == nil || d.Intent != "in" && !d.Has(resolve.Value)) {
				return true
			}
		}
		return false
	case *syntax.TypeDeclStmt:
		return false
	}
	return controls(s) && mentions(s, name)
}

// alike tells whether two expressions are written with the same words.
func alike(a, b syntax.Expr) bool {
	words := func(e syntax.Expr) string {
		return strings.ToLower(strings.Join(strings.Fields(e.Span().Text()), ""))
	}
	return words(a) == words(b)
}

// controls are other statements in which a variable may get a value: loop heads, specifiers, DATA.
func controls(s syntax.Stmt) bool {
	switch s.(type) {
	case *syntax.ElseIfStmt, *syntax.IfThenStmt, *syntax.CaseStmt, *syntax.SelectStmt,
		*syntax.StopStmt:
		return false
	}
	return true
}

// mentions tells whether a name stands anywhere in a statement.
func mentions(s syntax.Stmt, name string) bool {
	for _, t := range s.Info().Tokens() {
		if t.Kind == syntax.NameTok && t.Text == name {
			return true
		}
	}
	return false
}
