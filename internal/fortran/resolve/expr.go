package resolve

import (
	"slices"
	"strconv"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Reference is the record of a reference by name: what declarations say about it.
type Reference struct {
	// Base is the entity of the first part, nil if nothing declares it.
	Base *Symbol
	// Parts are the entities of all parts as far as known; nil entries otherwise.
	Parts []*Symbol
	// Types are the types of the parts as far as known.
	Types []*Type
	// Call: it is a function reference (of a function that is not an array or a structure
	// constructor).
	Call bool
	// Rank is the rank of the whole reference, -1 if not known.
	Rank int
	// Indirect is the first allocatable or pointer component behind what makes the reference one
	// to another image: an image selector, or what a copointer refers to. It is 0 if there is none.
	Indirect int

	node  *syntax.Ref
	scope *Scope
	other *Reference // of the same node in another scope
}

// newReference has room for so many parts. Most references have one.
func newReference(parts int) *Reference {
	if parts == 1 {
		only := &struct {
			Reference
			part [1]*Symbol
			typ  [1]*Type
		}{}
		only.Parts, only.Types = only.part[:], only.typ[:]
		return &only.Reference
	}
	return &Reference{Parts: make([]*Symbol, parts), Types: make([]*Type, parts)}
}

// Reference gives the record of a reference in a scope. It is made once, when all declarations are
// known, and stays with the node: both may be dropped together. Nobody may change it.
func (s *Scope) Reference(r *syntax.Ref) *Reference {
	if s.prog == nil || !s.prog.settled {
		return s.refer(r)
	}
	for at := s.prog.recordsOf(r); at != nil; at = at.other {
		if at.scope == s {
			return at
		}
	}
	made := s.refer(r)
	made.node, made.scope, made.other = r, s, s.prog.recordsOf(r)
	r.Record = made
	return made
}

// recordsOf are the records of a reference in the program's scopes: a node may have those of the
// node of which it is a copy, or of another compilation.
func (p *Program) recordsOf(r *syntax.Ref) *Reference {
	if known, _ := r.Record.(*Reference); known != nil && known.node == r && known.scope.prog == p {
		return known
	}
	return nil
}

// refer makes the record of a reference in a scope.
func (s *Scope) refer(r *syntax.Ref) *Reference {
	info := newReference(len(r.Parts))
	s.analyse(r, info)
	info.Indirect = info.firstIndirect(r)
	return info
}

// firstIndirect is Reference.Indirect.
func (i *Reference) firstIndirect(r *syntax.Ref) int {
	behind := false
	for n, p := range r.Parts {
		if behind && i.Parts[n].IsIndirect() {
			return n
		}
		behind = behind || p.Selector != nil || p.Through() != nil
	}
	return 0
}

// IsIndirect tells whether a component's memory is apart from its object's.
func (s *Symbol) IsIndirect() bool {
	return s != nil && s.Kind == Variable && s.Flags&(Allocatable|Pointer) != 0
}

// analyse gives meaning to a reference in a scope.
func (s *Scope) analyse(r *syntax.Ref, info *Reference) {
	first := r.Parts[0]
	sym := s.Lookup(first.Name.Name)
	info.Base = sym
	if sym == nil && first.Args == nil && len(r.Parts) == 1 && !s.knows(first.Name.Name) {
		if sym = s.implicitly(first.Name); sym != nil {
			info.Base, info.Parts[0], info.Types[0] = sym, sym, s.implicitType(sym.Name)
		}
		return
	}
	if sym == nil || sym.Kind == Procedure || sym.Kind == Generic || sym.Kind == DerivedType ||
		sym.Kind == Builtin {
		info.Call = first.Args != nil &&
			(sym == nil || sym.Kind != DerivedType && sym.Kind != Builtin)
		info.Rank = s.callRank(first, sym)
		info.Parts[0] = sym
		return
	}
	selected := -1 // rank of what an associate name stands for
	if sym.Kind == Associate {
		info.Rank = -1
		info.Parts[0] = sym
		info.Types[0] = sym.TypedName().Type
		if sym.Coarray != nil {
			sym = sym.Coarray
			info.Parts[0], info.Types[0] = sym, sym.TypeOf()
		} else if o, ref := s.AssociateCoarray(sym); o != nil {
			in := sym.Scope.Host.Reference(ref)
			info.Parts[0] = o
			if info.Types[0] == nil { // else a type guard says it
				info.Types[0] = in.Types[len(in.Types)-1]
			}
			sym = &Symbol{Name: sym.Name, Kind: Variable, Scope: sym.Scope, Dims: in.dims(),
				Codims: o.Codims}
		} else {
			selected = sym.selectorRank()
			if ar, ok := sym.Selector.(*syntax.Ref); ok && sym.Scope != nil &&
				info.Types[0] == nil {
				in := sym.Scope.Host.Reference(ar)
				info.Types[0] = in.Types[len(in.Types)-1]
			}
			if info.Types[0] == nil {
				info.Types[0] = sym.selectorType()
			}
		}
		if info.Types[0] == nil {
			if len(r.Parts) == 1 {
				info.Rank = s.associateRank(selected, first.Args)
			}
			return
		}
	} else {
		info.Types[0] = sym.TypeOf()
		info.Parts[0] = sym
	}
	rank := 0
	for i, part := range r.Parts {
		if i > 0 {
			d := info.Types[i-1].DerivedOf()
			if d == nil {
				switch part.Name.Name {
				case "kind", "len": // a type parameter is a scalar, also that of an array
					if info.Types[i-1] != nil {
						rank = 0
					}
					continue
				case "re", "im":
					continue
				}
				info.Rank = -1
				return
			}
			c := d.Component(part.Name.Name)
			if c == nil { // a type-bound procedure
				info.Call = part.Args != nil
				info.Rank = -1
				return
			}
			info.Parts[i], info.Types[i] = c, c.TypeOf()
			sym = c
		}
		if sym.Kind == Associate {
			rank = s.associateRank(selected, part.Args)
			continue
		}
		if sym.Kind == Procedure {
			info.Call = part.Args != nil
			info.Rank = -1
			return
		}
		n := sym.Rank()
		if part.Args != nil && n != 0 {
			n = s.sectionRank(part.Args)
		} else if part.Args != nil && n == 0 && !isSubstring(part.Args) && !sym.Has(Initialised) {
			// Declared by type only and written with arguments: an external function.
			if len(r.Parts) == 1 && sym.Codims == nil && info.Types[0] != nil {
				info.Call = true
			}
		}
		if n != 0 && rank == 0 {
			rank = n
		}
	}
	info.Rank = rank
}

// selectorRank is the rank of the selector of an associate name; -1 if declarations do not tell.
func (s *Symbol) selectorRank() int {
	if s.Dims != nil { // in a block of SELECT RANK
		return s.Rank()
	}
	if s.Selector == nil || s.Scope == nil || s.Scope.Host == nil {
		return -1
	}
	return s.Scope.Host.RankOf(s.Selector)
}

// selectorType is the type of an associate name that has the value of an expression, if it is a
// number or a logical value; nil: it is not known.
func (s *Symbol) selectorType() *Type {
	if _, is := s.Selector.(*syntax.Ref); is || s.Selector == nil || s.Scope == nil ||
		s.Scope.Host == nil {
		return nil
	}
	t := s.Scope.Host.TypeOf(s.Selector)
	if t == nil {
		return nil
	}
	switch t.Base {
	case syntax.TypeInteger, syntax.TypeReal, syntax.TypeDoublePrecision, syntax.TypeComplex,
		syntax.TypeDoubleComplex, syntax.TypeLogical:
		return t
	}
	return nil
}

// associateRank is the rank of an associate name with its subscripts or substring range, if any.
func (s *Scope) associateRank(selected int, args *syntax.ArgList) int {
	if selected <= 0 || args == nil {
		return selected
	}
	return s.sectionRank(args)
}

// dims is the shape of a reference without subscripts.
func (i *Reference) dims() *syntax.ArraySpec {
	for _, p := range i.Parts {
		if p != nil && p.Dims != nil {
			return p.Dims
		}
	}
	return nil
}

func isSubstring(a *syntax.ArgList) bool {
	if len(a.Items) != 1 {
		return false
	}
	_, ok := a.Items[0].Value.(*syntax.Triplet)
	return ok
}

func (s *Scope) sectionRank(args *syntax.ArgList) int {
	n := 0
	for _, a := range args.Items {
		if _, ok := a.Value.(*syntax.Triplet); ok {
			n++
			continue
		}
		switch s.RankOf(a.Value) {
		case 0:
		case -1:
			return -1
		default:
			n++
		}
	}
	return n
}

// AssociateCoarray gives the coarray that an associate name stands for, and the selector: the
// coarray as a whole, or a component of it without subscripts (F2018 11.1.3.3, 5.4.7). Nil if it is
// none, or if the name is a coarray by itself.
func (s *Scope) AssociateCoarray(sym *Symbol) (*Symbol, *syntax.Ref) {
	r, ok := sym.Selector.(*syntax.Ref)
	if !ok || sym.Scope == nil || sym.Scope.Host == nil || sym.Obscured && sym.Codims == nil {
		return nil, nil
	}
	for _, p := range r.Parts {
		if p.Args != nil || p.Selector != nil {
			return nil, nil
		}
	}
	o := sym.Scope.Host.Lookup(r.First().Name)
	if o != nil && o.Kind == Associate && o != sym {
		if r.IsName() {
			return sym.Scope.Host.AssociateCoarray(o)
		}
		return nil, nil
	}
	if !o.IsCoarray() {
		return nil, nil
	}
	info := sym.Scope.Host.Reference(r)
	for i, c := range info.Parts[1:] {
		// A component of an array is no whole array (F2018 9.5.2): the name's lower bounds are 1.
		if c == nil || c.Flags&(Allocatable|Pointer) != 0 || info.Parts[i].Rank() != 0 {
			return nil, nil
		}
	}
	return o, r
}

// CallsElementally tells whether a reference is known to call a function element by element of its
// arguments.
func (s *Scope) CallsElementally(r *syntax.Ref) bool {
	if name := r.First().Name; len(r.Parts) == 1 && s.IsIntrinsic(name) {
		return resultRules[name].rank == elemental
	}
	proc := s.Callee(r).Proc
	return proc != nil && proc.Proc != nil && proc.Proc.Head != nil &&
		proc.Proc.Head.Has("elemental")
}

// reducedRank is the rank of the result of a function that reduces an array, or its dimension DIM;
// -1: unknown.
func (s *Scope) reducedRank(name string, items []*syntax.Arg) int {
	items = arrayFirst(name, items)
	for i, it := range items[1:] {
		switch {
		case it.Keyword != nil && it.Keyword.Name != "dim":
			continue
		case it.Keyword == nil && i > 0: // the second argument has been DIM, or MASK without DIM
			continue
		case it.Keyword == nil && !maskless[name]:
			t := s.TypeOf(it.Value)
			if t == nil {
				return -1
			}
			if t.Base == syntax.TypeLogical { // MASK
				return 0
			}
		}
		if rank := s.RankOf(items[0].Value); rank > 0 {
			return rank - 1
		}
		return -1
	}
	return 0
}

// arrayFirst gives the arguments of a function that reduces an array with the array in front, be it
// given by its keyword.
func arrayFirst(name string, items []*syntax.Arg) []*syntax.Arg {
	keyword := "array"
	switch name {
	case "all", "any", "count", "parity":
		keyword = "mask"
	case "norm2":
		keyword = "x"
	}
	at := slices.IndexFunc(items, func(a *syntax.Arg) bool {
		return a.Keyword != nil && a.Keyword.Name == keyword
	})
	if at < 0 {
		return items
	}
	array := &syntax.Arg{Range: items[at].Range, Value: items[at].Value}
	return slices.Concat([]*syntax.Arg{array}, items[:at], items[at+1:])
}

// maskless are the functions that reduce an array and have no MASK.
var maskless = set("all any count norm2 parity")

func (s *Scope) callRank(part *syntax.PartRef, sym *Symbol) int {
	name := part.Name.Name
	if sym == nil && part.Args != nil {
		switch resultRules[name].rank {
		case scalar:
			return 0
		case elemental:
			return s.maxRank(part.Args)
		case reduction:
			if len(part.Args.Items) > 0 {
				return s.reducedRank(name, part.Args.Items)
			}
		}
		switch {
		case name == "this_image" && len(part.Args.Items) == 0:
			return 0
		case name == "bessel_jn" || name == "bessel_yn":
			if len(part.Args.Items) == 3 { // of several orders, for one value
				return 1
			}
			return s.maxRank(part.Args)
		}
		return -1
	}
	if sym == nil || sym.Kind == DerivedType || sym.Has(StatementFunction) {
		return 0
	}
	i := sym.Interface()
	if sym.Kind == Generic && part.Args != nil {
		i = s.Callee(&syntax.Ref{Range: part.Range, Parts: []*syntax.PartRef{part}}).Proc
	}
	if i != nil && i.Inner != nil {
		if i.Proc.Head.Has("elemental") && part.Args != nil {
			return s.maxRank(part.Args)
		}
		return i.resultRank()
	}
	return -1
}

// resultRank is the rank of what a function gives that is not elemental, -1 if it is not known.
func (s *Symbol) resultRank() int {
	for _, r := range s.Inner.Order {
		if r.Has(Result) {
			return r.Rank()
		}
	}
	return -1
}

func (s *Scope) maxRank(args *syntax.ArgList) int {
	n := 0
	for _, a := range args.Items {
		switch k := s.RankOf(a.Value); {
		case k < 0:
			return -1
		case k > n:
			n = k
		}
	}
	return n
}

// RankOf gives the rank of an expression, -1 if declarations do not tell.
func (s *Scope) RankOf(x syntax.Expr) int {
	switch x := x.(type) {
	case *syntax.Literal, *syntax.ComplexLit, *syntax.Substring:
		return 0
	case *syntax.Ref:
		return s.Reference(x).Rank
	case *syntax.Paren:
		return s.RankOf(x.X)
	case *syntax.Unary:
		return s.operationRank(x.Op, x.X)
	case *syntax.Binary:
		return s.operationRank(x.Op, x.X, x.Y)
	case *syntax.ArrayCons:
		return 1
	case *syntax.CondExpr:
		return s.RankOf(x.Then)
	}
	return -1
}

// IsConstant tells whether an expression is made of literals, named constants and intrinsic
// operations only.
func (s *Scope) IsConstant(x syntax.Expr) bool {
	constant := true
	if x == nil {
		return true
	}
	syntax.Inspect(x, func(n syntax.Node) bool {
		r, ok := n.(*syntax.Ref)
		if !ok {
			return constant
		}
		sym := s.Lookup(r.First().Name)
		switch {
		case sym == nil:
			name := r.First().Name
			if _, known := s.inquiredBound(r); known {
				return false // what it inquires need not be constant
			}
			if !s.knows(name) || r.Parts[0].Args == nil || name == "num_images" ||
				name == "this_image" {
				constant = false
			}
		case sym.Kind != Parameter:
			constant = false
		}
		return constant
	})
	return constant
}

// Int gives the value of an integer constant expression if it can be told from this file.
func (s *Scope) Int(x syntax.Expr) (int64, bool) {
	switch x := x.(type) {
	case *syntax.Literal:
		if x.Kind == syntax.IntLit {
			v, err := strconv.ParseInt(x.Text(), 10, 64)
			return v, err == nil
		}
	case *syntax.Paren:
		return s.Int(x.X)
	case *syntax.Unary:
		v, ok := s.Int(x.X)
		if x.Op == syntax.OpSub {
			v = -v
		}
		return v, ok && (x.Op == syntax.OpSub || x.Op == syntax.OpAdd)
	case *syntax.Binary:
		a, ok := s.Int(x.X)
		b, ok2 := s.Int(x.Y)
		if !ok || !ok2 {
			return 0, false
		}
		switch x.Op {
		case syntax.OpAdd:
			return a + b, true
		case syntax.OpSub:
			return a - b, true
		case syntax.OpMul:
			return a * b, true
		case syntax.OpDiv:
			if b != 0 {
				return a / b, true
			}
		}
	case *syntax.Ref:
		if x.IsName() {
			if sym := s.Lookup(x.First().Name); sym != nil && sym.Kind == Parameter &&
				sym.Init != nil && sym.Scope != nil && !sym.seeking {
				sym.seeking = true // values by each other are an error for the compiler
				defer func() { sym.seeking = false }()
				return sym.Scope.Int(sym.Init)
			}
			return 0, false
		}
		return s.inquiredBound(x)
	}
	return 0, false
}

// inquiredBound is the value of LBOUND, UBOUND or SIZE of an array whose declaration tells it,
// which is a constant expression (F2018 10.1.12).
func (s *Scope) inquiredBound(r *syntax.Ref) (int64, bool) {
	p := r.Parts[0]
	name := p.Name.Name
	if len(r.Parts) != 1 || p.Args == nil || p.Selector != nil || name != "lbound" &&
		name != "ubound" && name != "size" || !s.IsIntrinsic(name) {
		return 0, false
	}
	values := p.Args.ByName([]string{"array", "dim", "kind"})
	array, ok := values["array"].(*syntax.Ref)
	if !ok || !array.IsName() || values["kind"] != nil {
		return 0, false
	}
	sym := s.Lookup(array.First().Name)
	if sym == nil || sym.Kind != Variable && sym.Kind != Parameter ||
		sym.Flags&(Allocatable|Pointer) != 0 || sym.Dims == nil || sym.seeking {
		return 0, false
	}
	sym.seeking = true // bounds that inquire each other are an error for the compiler
	defer func() { sym.seeking = false }()
	dims := sym.Dims.Dims
	first, last := 1, len(dims)
	if dim := values["dim"]; dim != nil {
		d, ok := s.Int(dim)
		if !ok || d < 1 || d > int64(last) {
			return 0, false
		}
		first, last = int(d), int(d)
	} else if name != "size" {
		return 0, false // an array
	}
	size := int64(1)
	for _, d := range dims[first-1 : last] {
		low, high, known := sym.Scope.constantBounds(d)
		switch {
		case !known:
			return 0, false
		case name == "lbound" && high >= low:
			return low, true
		case name == "lbound":
			return 1, true
		case name == "ubound" && high >= low:
			return high, true
		case name == "ubound":
			return 0, true
		}
		size *= max(0, high-low+1)
	}
	return size, true
}

// constantBounds are those of an explicit-shape dimension, as far as they can be told.
func (s *Scope) constantBounds(d *syntax.Dim) (low, high int64, known bool) {
	low, known = 1, d.Upper != nil
	if d.Lower != nil && known {
		low, known = s.Int(d.Lower)
	}
	if known {
		high, known = s.Int(d.Upper)
	}
	return low, high, known
}
