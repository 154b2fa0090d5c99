package resolve

import (
	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Copointers, the global pointers of CAF 2.0. `p` is the copointer itself, which means the same on
// every image: it can be assigned, passed, asked. `p[]`, `p(3)[]` are what it refers to, on
// whatever image that is.

// MaxCopointerRank is the largest rank for which the runtime has a type.
const MaxCopointerRank = 7

// copointerInquiries are the functions that ask a copointer, and how many of their arguments may be
// one.
var copointerInquiries = map[string]int{"associated": 2, "size": 1, "shape": 1, "lbound": 1,
	"ubound": 1, "imageof": 1}

// CopointerInquiry tells whether a reference asks a copointer: it is named itself, not what it
// refers to.
func (s *Scope) CopointerInquiry(r *syntax.Ref) bool {
	p := r.Parts[0]
	if len(r.Parts) != 1 || p.Args == nil || len(p.Args.Items) == 0 ||
		copointerInquiries[p.Name.Name] == 0 {
		return false
	}
	if !s.IsIntrinsic(p.Name.Name) && !(p.Name.Name == "imageof" && s.caf2Name("imageof")) {
		return false
	}
	first, ok := p.Args.Items[0].Value.(*syntax.Ref)
	return ok && s.Copointer(first) != nil
}

// Copointer gives the copointer that a reference names, without subscripts, or nil.
func (s *Scope) Copointer(r *syntax.Ref) *Symbol {
	last := r.Last()
	if last.Args != nil || last.Through() != nil || last.Second() != nil || last.Selector != nil {
		return nil
	}
	return s.namesCopointer(r)
}

// namesCopointer gives the copointer that the last part of a reference is, with or without
// subscripts.
func (s *Scope) namesCopointer(r *syntax.Ref) *Symbol {
	info := s.Reference(r)
	if sym := info.Parts[len(info.Parts)-1]; sym != nil && sym.Kind == Variable &&
		sym.Has(Copointer) {
		return sym
	}
	return nil
}

// CopointerResult gives the result of a function that is a copointer, or nil.
func (s *Scope) CopointerResult(r *syntax.Ref) *Symbol {
	if !s.Reference(r).Call {
		return nil
	}
	callee := s.Callee(r)
	if callee.Proc == nil || callee.Proc.Inner == nil {
		return nil
	}
	for _, v := range callee.Proc.Inner.Order {
		if v.Has(Result | Copointer) {
			return v
		}
	}
	return nil
}

// CopointerAssigned gives the copointer that a pointer assignment defines, or nil.
func (s *Scope) CopointerAssigned(st *syntax.PtrAssignStmt) *Symbol {
	l, ok := st.LHS.(*syntax.Ref)
	if !ok || l.Last().Through() != nil || l.Last().Selector != nil {
		return nil
	}
	return s.namesCopointer(l)
}

// IsNull tells whether an expression is NULL().
func (s *Scope) IsNull(e syntax.Expr) bool {
	r, ok := e.(*syntax.Ref)
	return ok && len(r.Parts) == 1 && r.First().Name == "null" && r.Parts[0].Args != nil &&
		s.IsIntrinsic("null")
}

// handle notes that a reference to a copointer itself stands where one may stand.
func (c *checker) handle(r *syntax.Ref) {
	if c.handles == nil {
		c.handles = map[*syntax.Ref]bool{}
	}
	c.handles[r] = true
}

// copointers checks the parts of a reference that are copointers, and its arguments that are for
// copointers.
func (c *checker) copointers(r *syntax.Ref, info *Reference) {
	c.handlesAmongArguments(r, info)
	for i, part := range r.Parts {
		sym, last := info.Parts[i], i == len(r.Parts)-1
		is := sym != nil && sym.Kind == Variable && sym.Has(Copointer)
		switch {
		case part.Through() != nil && sym != nil && sym.Codims != nil:
			c.errorf("C0107", part.Through().Range,
				"'%s' has corank %d, but this image selector has 0 cosubscripts", part.Name.Name,
				sym.Corank())
		case part.Through() != nil && !is && !(i > 0 && sym == nil):
			c.errorf("C0180", part.Through().Range,
				"'%s' has no copointer attribute: it refers to nothing", part.Name.Name).
				Help("a coarray has an image selector with a rank, %s[p]", part.Name.Name)
		case !is || part.Through() != nil:
		case part.Selector != nil:
			c.errorf("C0180", part.Selector.Range, "the copointer '%s' knows its image: write %s[]",
				part.Name.Name, part.Name.Name)
		case !last:
			c.errorf("C0180", part.Range, "'%s' is a copointer: what it refers to is %s[]",
				part.Name.Name, part.Range.Text()).
				Help("write %s[]%%%s", part.Range.Text(), r.Parts[i+1].Name.Name)
		case !c.handles[r]:
			c.errorf("C0180", part.Range, "'%s' is a copointer: what it refers to is %s[]",
				part.Name.Name, part.Range.Text()).
				Help("itself it can be pointer assigned, passed to dummy arguments that are " +
					"copointers, and asked by associated, size and imageof")
		}
	}
}

// handlesAmongArguments finds the arguments of a reference that are copointers themselves, and
// checks those that must be.
func (c *checker) handlesAmongArguments(r *syntax.Ref, info *Reference) {
	args := r.Last().Args
	if args == nil {
		return
	}
	if c.scope.CopointerInquiry(r) {
		for i, a := range args.Items {
			if x, ok := a.Value.(*syntax.Ref); ok && i < copointerInquiries[r.First().Name] {
				c.handle(x)
			}
		}
		return
	}
	if d := info.Base; len(r.Parts) == 1 && d != nil && d.Kind == DerivedType {
		for i, a := range args.Items {
			if k := d.componentFor(i, a); k != nil && k.Has(Copointer) {
				c.copointerValue(a.Value, k, "the component")
			}
		}
		return
	}
	callee := c.scope.Callee(r)
	for i, a := range args.Items {
		if d := callee.Dummy(args.Items, i); d != nil && d.Has(Copointer) {
			c.copointerValue(a.Value, d, "the dummy argument")
		}
	}
}

// componentFor is the component that a value of a structure constructor is for, as far as it can be
// told.
func (s *Symbol) componentFor(i int, a *syntax.Arg) *Symbol {
	switch {
	case a.Keyword != nil:
		return s.Component(a.Keyword.Name)
	case s.ParentType() == nil && i < len(s.Components):
		return s.Components[i]
	}
	return nil
}

// copointerValue checks what is given to a dummy argument or component that is a copointer.
func (c *checker) copointerValue(e syntax.Expr, to *Symbol, what string) {
	r, ok := e.(*syntax.Ref)
	if !ok {
		c.errorf("C0180", e.Span(), "%s '%s' is a copointer, and needs one", what, to.Name)
		return
	}
	from := c.scope.Copointer(r)
	if from == nil {
		from = c.scope.CopointerResult(r)
	}
	if from == nil {
		d := c.errorf("C0180", r.Range, "%s '%s' is a copointer, and needs one", what, to.Name)
		if c.scope.IsNull(e) {
			d.Help("use a variable: copointers refer to nothing until they are assigned")
		}
		return
	}
	c.handle(r)
	c.sameCopointers(r.Range, to, from)
}

func (c *checker) sameCopointers(r diag.Range, to, from *Symbol) {
	switch {
	case to.Rank() != from.Rank():
		c.errorf("C0180", r, "the copointer '%s' has rank %d, and '%s' rank %d", to.Name, to.Rank(),
			from.Name, from.Rank())
	case otherType(to.TypeOf(), from.TypeOf()):
		c.errorf("C0180", r, "the copointers '%s' and '%s' have different types", to.Name,
			from.Name)
	}
}

// otherType tells whether two declared types are known to differ.
func otherType(a, b *Type) bool {
	if different(a, b) {
		return true
	}
	return a != nil && b != nil && a.DerivedOf() != nil && b.DerivedOf() != nil &&
		a.DerivedOf() != b.DerivedOf()
}

// copointerAssignment checks the assignment of a copointer; false: it is another pointer's.
func (c *checker) copointerAssignment(s *syntax.PtrAssignStmt) bool {
	p := c.scope.CopointerAssigned(s)
	if p == nil {
		return false
	}
	l := s.LHS.(*syntax.Ref)
	c.handle(l)
	if args := l.Last().Args; args != nil {
		for _, a := range args.Items {
			t, ok := a.Value.(*syntax.Triplet)
			if !ok || t.Lower == nil || t.Upper != nil || t.Step != nil ||
				len(args.Items) != p.Rank() {
				c.errorf("C0180", a.Range,
					"in the assignment of a copointer there are lower bounds alone, one for "+
						"each dimension: p(0:) => ..")
				break
			}
		}
	}
	if r, ok := s.RHS.(*syntax.Ref); !ok {
		c.errorf("C0180", s.RHS.Span(), "a copointer refers to a variable, this is an expression")
	} else if !c.scope.IsNull(r) {
		c.copointerTarget(p, r)
	}
	syntax.StmtExprs(s, c.expr)
	return true
}

// copointerTarget checks what a copointer is to refer to: a copointer, another one's elements, or a
// coarray here or elsewhere.
func (c *checker) copointerTarget(p *Symbol, r *syntax.Ref) {
	from := c.scope.Copointer(r)
	if from == nil {
		from = c.scope.CopointerResult(r)
	}
	if from != nil {
		c.handle(r)
		c.sameCopointers(r.Range, p, from)
		return
	}
	if c.scope.namesCopointer(r) != nil { // q => p(3:5), as good as p(3:5)[]
		c.handle(r)
	}
	info := c.scope.Reference(r)
	last := info.Types[len(info.Types)-1]
	switch {
	case info.Call:
		c.errorf("C0180", r.Range, "a copointer refers to a variable, this is a value")
	case !r.Remote() && !info.hasCoarray() && !c.handles[r] && info.Base != nil &&
		info.Base.Kind != Associate:
		c.errorf("C0180", r.Range, "'%s' is no coarray: other images could not reach it",
			r.First().Name)
	case info.apart():
		c.errorf("C0180", r.Range,
			"a copointer cannot refer to what an allocatable or pointer component holds").
			Help("let it refer to the object that has the component")
	case hasVector(c.scope, r):
		c.errorf("C0180", r.Range,
			"a copointer cannot refer to a section by a vector subscript: its elements must be "+
				"equally far apart")
	case info.Rank >= 0 && info.Rank != p.Rank():
		c.errorf("C0180", r.Range, "the copointer '%s' has rank %d, and this rank %d", p.Name,
			p.Rank(), info.Rank)
	case last.IsPolymorphic():
		c.errorf("C0180", r.Range, "a copointer cannot refer to a polymorphic object")
	case last != nil && otherType(p.TypeOf(), last):
		c.errorf("C0180", r.Range, "the copointer '%s' and this have different types", p.Name)
	}
}

// apart tells whether some part behind the first is an allocatable or pointer component that is no
// coarray.
func (i *Reference) apart() bool {
	for _, p := range i.Parts[1:] {
		if p != nil && p.Flags&(Allocatable|Pointer) != 0 && p.Codims == nil {
			return true
		}
	}
	return false
}

// checkCopointer checks the declaration of a copointer; true: it was one.
func (p *Program) checkCopointer(sym *Symbol) bool {
	if !sym.Has(Copointer) || sym.Ident == nil {
		return false
	}
	wrong := func(format string, args ...any) {
		p.errorf("C0180", sym.Ident.Range, format, append([]any{sym.Name}, args...)...)
	}
	t := sym.TypeOf()
	switch {
	case sym.Kind != Variable:
		wrong("'%s' cannot be a copointer: it is no variable")
	case sym.Flags&(Allocatable|Pointer) != 0:
		wrong("the copointer '%s' cannot be allocatable or a pointer as well")
	case sym.Codims != nil:
		p.errorf("C0180", sym.Ident.Range, "the copointer '%s' cannot be a coarray",
			sym.Name).Help(
			"make it a component of one: type :: box; ..., copointer :: p; end type; type(box) "+
				":: %s[*]", sym.Name)
	case sym.Flags&(InCommon|Equivalenced) != 0:
		wrong("the copointer '%s' cannot be in a common block or an equivalence set")
	case t == nil || t.Base == syntax.TypeClass || t.Base == syntax.TypeClassAny ||
		t.Base == syntax.TypeStar:
		wrong("the copointer '%s' must have a type that is not polymorphic")
	case t.Base == syntax.TypeCharacter && !p.constantLength(t):
		wrong("the length of the character copointer '%s' must be constant")
	case sym.Rank() < 0 || sym.Rank() > MaxCopointerRank:
		wrong("the copointer '%s' has more than %d dimensions", MaxCopointerRank)
	case sym.Has(Initialised):
		wrong("the copointer '%s' can be initialised by => null() only")
	default:
		for _, d := range dimsOf(sym) {
			if d.Kind != syntax.DimDeferred {
				wrong(
					"the shape of the copointer '%s' is that of what it refers to: declare it (:)")
				break
			}
		}
		if sym.Init != nil && !sym.Scope.IsNull(sym.Init) {
			wrong("the copointer '%s' can be initialised by => null() only")
		}
	}
	return true
}

func (p *Program) constantLength(t *Type) bool {
	length := t.Len
	if length == nil && t.Spec != nil {
		length = t.Spec.Len
	}
	switch length.(type) {
	case nil:
		return true
	case *syntax.Star, *syntax.DeferredLen:
		return false
	}
	return t.Scope.IsConstant(length)
}
