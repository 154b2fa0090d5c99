package mid

import (
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Independent iterations. Fortran's rules say that a local pointer which stands for a coindexed
// object does not reach a variable without TARGET, but gfortran's middle end does not know them: it
// takes any store in a loop for one to what the pointer reaches, and does not vectorise. A
// directive in front of the innermost loop says that no iteration uses what another one defines. It
// may stand only where the text shows that:
//
//   - The body is assignments to array elements, at most under IF, so that no scalar carries
//     anything from one iteration to the next, and calls nothing but elemental intrinsic functions,
//     whose only effect is their value.
//   - One subscript of each left-hand side is the bare index, the others, and the image, do not
//     change: different iterations define different elements.
//   - The arrays defined have none of the attributes by which another name may mean the same memory
//     (F2018 19.5.3.1), nor, as dummy arguments, may they be defined by another name while they are
//     associated (15.5.2.13). For coarrays that holds on one image only. An object of another image
//     may legally be defined and referenced as dummy argument and as actual argument: then no other
//     coarray may stand in the loop.
//   - An array that is defined is referenced with the very same subscripts only: what is defined is
//     at most referenced in the same iteration. On two images these may be different objects or the
//     same one, which the order of evaluation in a single assignment settles, but not that of two.
//   - Neither is a directive in front of the loop, nor one in the file that takes several loops as
//     one nest, in which it would be in the way: that the caller knows.

// Iterations is what a loop, or an assignment that stands for one, does with variables.
type Iterations struct {
	scope   *resolve.Scope
	index   string
	defined []access
	used    []access // the defined ones included
}

// NewIterations begins the search through a loop whose index nothing in it names.
func NewIterations(scope *resolve.Scope) *Iterations { return &Iterations{scope: scope} }

// Independent tells whether the iterations of a loop with this index are independent of each other.
func Independent(scope *resolve.Scope, index string, body []syntax.Item) bool {
	it := &Iterations{scope: scope, index: index}
	return it.items(body) && it.disjoint()
}

// RefersTo tells whether any expression that has been asked about refers to a variable.
func (it *Iterations) RefersTo(sym *resolve.Symbol) bool {
	return slices.ContainsFunc(it.used, func(a access) bool { return a.sym == sym })
}

// IsNumber tells whether an expression is a number of which all is understood.
func (it *Iterations) IsNumber(e syntax.Expr) bool { return it.value(e) == number }

// AreNumbers tells whether all of some expressions are such numbers.
func (it *Iterations) AreNumbers(list []syntax.Expr) bool {
	return !slices.ContainsFunc(list, func(e syntax.Expr) bool { return !it.IsNumber(e) })
}

// access is one reference to a variable.
type access struct {
	sym               *resolve.Symbol
	subscripts, image string
	coarray           bool // it is part of one, or of another image
}

// value is the kind of an expression of which all is understood.
type value uint8

const (
	unclear value = iota
	number
	truth
)

// Elementals are intrinsic functions whose value is a number if their first argument is one.
var Elementals = map[string]bool{
	"abs": true, "acos": true, "aimag": true, "aint": true, "anint": true, "asin": true,
	"atan": true, "atan2": true, "ceiling": true, "cmplx": true,
	"conjg": true, "cos": true, "cosh": true, "dabs": true, "dble": true, "dim": true,
	"dsqrt": true, "exp": true, "floor": true, "iand": true, "ieor": true, "int": true,
	"ior": true, "log": true, "log10": true, "max": true, "merge": true, "min": true, "mod": true,
	"modulo": true, "nint": true, "not": true,
	"real": true, "shiftl": true, "shiftr": true, "sign": true, "sin": true, "sinh": true,
	"sqrt": true, "tan": true, "tanh": true,
}

// Aliased are the attributes by which an array may have its memory in common with another variable,
// or change by itself.
const Aliased = resolve.Pointer | resolve.Target | resolve.Equivalenced | resolve.InCommon |
	resolve.Volatile | resolve.Asynchronous

// HasCrayPointers tells whether a file declares pointees, which may be any memory.
func HasCrayPointers(f *syntax.File) bool {
	return slices.ContainsFunc(f.Stmts, func(s syntax.Stmt) bool {
		_, is := s.(*syntax.CrayPointerStmt)
		return is
	})
}

func (it *Iterations) items(items []syntax.Item) bool {
	for _, item := range items {
		ok := false
		switch s := item.(type) {
		case *syntax.AssignStmt:
			ok = s.Info().Label == nil && it.assignment(s)
		case *syntax.IfStmt:
			a, is := s.Action.(*syntax.AssignStmt)
			ok = is && s.Info().Label == nil && it.value(s.Cond) == truth && it.assignment(a)
		case *syntax.IfConstruct:
			ok = true
			for _, b := range s.Branches {
				ok = ok && it.condition(b.Head) && it.items(b.Body)
			}
		}
		if !ok {
			return false
		}
	}
	return true
}

func (it *Iterations) condition(head syntax.Stmt) bool {
	switch h := head.(type) {
	case *syntax.IfThenStmt:
		return it.value(h.Cond) == truth
	case *syntax.ElseIfStmt:
		return it.value(h.Cond) == truth
	case *syntax.ElseStmt:
		return true
	}
	return false
}

func (it *Iterations) assignment(a *syntax.AssignStmt) bool {
	l, ok := a.LHS().(*syntax.Ref)
	if !ok || len(l.Parts) != 1 || l.Parts[0].Args == nil {
		return false
	}
	left := it.value(l)
	// a conversion of one to the other would be a user's
	if left == unclear || left != it.value(a.RHS()) {
		return false
	}
	sym, bare := it.scope.Reference(l).Parts[0], 0
	if sym.Rank() <= 0 || sym.Flags&Aliased != 0 {
		return false
	}
	for _, s := range l.Parts[0].Args.Items {
		if r, is := s.Value.(*syntax.Ref); is && r.IsName() && r.First().Name == it.index {
			bare++
		} else if !it.steady(s.Value) {
			return false
		}
	}
	if sel := l.Parts[0].Selector; sel != nil {
		for _, s := range sel.Cosubs {
			if !it.steady(s) {
				return false
			}
		}
	}
	it.defined = append(it.defined, it.accessOf(l, sym))
	return bare == 1
}

// steady tells whether an expression is of scalars other than the index, which a loop that defines
// nothing but array elements leaves alone.
func (it *Iterations) steady(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Literal:
		return true
	case *syntax.Paren:
		return it.steady(e.X)
	case *syntax.Binary:
		return (e.Op == syntax.OpAdd || e.Op == syntax.OpSub || e.Op == syntax.OpMul) &&
			it.steady(e.X) && it.steady(e.Y)
	case *syntax.Ref:
		if sym := it.scope.Lookup(e.First().Name); sym != nil && sym.Rank() > 0 {
			return false
		}
		return e.IsName() && e.First().Name != it.index
	}
	return false
}

// value finds out what an expression is, and notes what it refers to.
func (it *Iterations) value(e syntax.Expr) value {
	switch e := e.(type) {
	case *syntax.Literal:
		switch e.Kind {
		case syntax.IntLit, syntax.RealLit:
			return number
		case syntax.LogicalLit:
			return truth
		}
	case *syntax.Paren:
		return it.value(e.X)
	case *syntax.Unary:
		v := it.value(e.X)
		if v == number && (e.Op == syntax.OpAdd || e.Op == syntax.OpSub) || v == truth &&
			e.Op == syntax.OpNot {
			return v
		}
	case *syntax.Binary:
		return operation(e.Op, it.value(e.X), it.value(e.Y))
	case *syntax.Ref:
		return it.reference(e)
	}
	return unclear
}

// operation is what an intrinsic operation gives; users define operators for other operands only
// (F2018 10.1.5).
func operation(op syntax.Op, x, y value) value {
	switch {
	case x != y || x == unclear:
	case x == number && op <= syntax.OpSub:
		return number
	case x == number && op >= syntax.OpEq && op <= syntax.OpGe:
		return truth
	case x == truth && op >= syntax.OpAnd && op <= syntax.OpNeqv:
		return truth
	}
	return unclear
}

func (it *Iterations) reference(r *syntax.Ref) value {
	name, info := r.First().Name, it.scope.Reference(r)
	if it.scope.IsIntrinsic(name) && r.Parts[0].Args != nil {
		return it.elemental(r)
	}
	if r.IsName() && info.Base == nil { // an implicitly typed scalar
		return number
	}
	if info.Base == nil || info.Call || info.Rank != 0 || info.Base.Kind != resolve.Variable &&
		info.Base.Kind != resolve.Parameter {
		return unclear
	}
	for i, p := range r.Parts {
		sym := info.Parts[i]
		if sym == nil || sym.Flags&(resolve.Volatile|resolve.Asynchronous) != 0 ||
			p.Second() != nil || p.Through() != nil {
			return unclear
		}
		if p.Selector != nil && (len(p.Selector.Specs) > 0 || !it.AreNumbers(p.Selector.Cosubs)) {
			return unclear
		}
		if p.Args != nil && !it.NumericArguments(p.Args) {
			return unclear
		}
	}
	it.used = append(it.used, it.accessOf(r, info.Parts[0]))
	switch t := info.Types[len(r.Parts)-1]; {
	case info.Base.Original != "": // a kind of ISO_FORTRAN_ENV
		return number
	case t == nil:
	case t.Base == syntax.TypeInteger, t.Base == syntax.TypeReal,
		t.Base == syntax.TypeDoublePrecision, t.Base == syntax.TypeComplex:
		return number
	case t.Base == syntax.TypeLogical:
		return truth
	}
	return unclear
}

func (it *Iterations) accessOf(r *syntax.Ref, sym *resolve.Symbol) access {
	a := access{sym: sym, coarray: sym.IsCoarray() || r.Coindexed() != nil}
	compact := func(text string) string {
		if strings.ContainsAny(text, " \t\n\r\v\f") {
			text = strings.Join(strings.Fields(text), "")
		}
		return strings.ToLower(text)
	}
	if p := r.Parts[0]; p.Args != nil {
		a.subscripts = compact(p.Args.Range.Text())
	}
	if p := r.Parts[0]; p.Selector != nil {
		a.image = compact(p.Selector.Range.Text())
	}
	for _, c := range it.scope.Reference(r).Parts {
		a.coarray = a.coarray || c.IsCoarray()
	}
	return a
}

func (it *Iterations) elemental(r *syntax.Ref) value {
	args := r.Parts[0].Args
	if len(r.Parts) != 1 || !Elementals[r.First().Name] || len(args.Items) == 0 {
		return unclear
	}
	first := unclear
	for i, a := range args.Items {
		v := it.value(a.Value)
		if v == unclear || i == 0 && a.Keyword != nil && r.First().Name == "merge" {
			return unclear
		}
		if i == 0 {
			first = v
		}
	}
	return first
}

// NumericArguments tells whether a list, of arguments or subscripts, is nothing but numbers.
func (it *Iterations) NumericArguments(args *syntax.ArgList) bool {
	for _, a := range args.Items {
		if a.Keyword != nil || it.value(a.Value) != number {
			return false
		}
	}
	return true
}

// disjoint tells whether no iteration defines what another one defines or refers to.
func (it *Iterations) disjoint() bool {
	for _, d := range it.defined {
		for _, u := range it.used {
			switch {
			case u.sym == d.sym:
				if u.subscripts != d.subscripts || u.image != d.image && len(it.defined) > 1 {
					return false
				}
			case d.sym.IsCoarray() && u.coarray &&
				(d.sym.Has(resolve.Dummy) || u.sym.Has(resolve.Dummy)):
				return false
			}
		}
	}
	return len(it.defined) > 0
}
