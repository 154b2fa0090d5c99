package lower

import (
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// dummyOf finds the dummy argument that an actual argument is associated with, nil if the interface is not known.
func dummyOf(proc *resolve.Symbol, args []*syntax.Arg, i int) *resolve.Symbol {
	p := proc.Interface()
	if p == nil || p.Inner == nil || p.Proc.Head == nil {
		return nil
	}
	if k := args[i].Keyword; k != nil {
		return p.Inner.Symbols[k.Name]
	}
	dummies := p.Proc.Head.Args
	if p.Proc.Head.Kind == syntax.ModuleProcedure || i >= len(dummies) || dummies[i].Name == nil {
		return nil
	}
	return p.Inner.Symbols[dummies[i].Name.Name]
}

// callee finds the procedure of a reference: of a generic none in particular, since types would have to decide.
func (x *stmt) callee(r *syntax.Ref) *resolve.Symbol {
	if len(r.Parts) != 1 {
		return nil
	}
	sym := x.scope.Lookup(r.First().Name)
	if sym == nil {
		if ext := x.l.prog.Externals[r.First().Name]; ext != nil && !x.scope.IsIntrinsic(r.First().Name) {
			return ext
		}
		return nil
	}
	if sym.Kind == resolve.Generic && len(sym.Specifics) == 1 && sym.Proc == nil {
		return sym.Scope.Lookup(sym.Specifics[0])
	}
	return sym
}

// callArgs rewrites the arguments of a function reference.
func (x *stmt) callArgs(r *syntax.Ref, info resolve.RefInfo) {
	x.procedureDesignator(r)
	for _, p := range r.Parts[len(r.Parts)-1:] {
		if p.Args == nil {
			continue
		}
		proc := x.callee(r)
		intrinsic := proc == nil && x.scope.IsIntrinsic(p.Name.Name)
		for i, a := range p.Args.Items {
			ref, ok := a.Value.(*syntax.Ref)
			if !ok || ref.Coindexed() == nil {
				x.expr(a.Value)
				continue
			}
			u := reads
			if d := dummyOf(proc, p.Args.Items, i); d != nil && d.Intent != "in" && !d.Has(resolve.Value) {
				u = both
			}
			x.ref(ref, u)
			if !intrinsic && u == reads && x.needsTemporary(ref) {
				x.t.replace(ref.Range, "("+x.t.render(ref.Range)+")")
			}
		}
	}
}

// needsTemporary tells whether a coindexed object is an array of derived or character type: such a section of a view cannot be
// passed by descriptor (gfortran loses the span).
func (x *stmt) needsTemporary(r *syntax.Ref) bool {
	info := x.scope.Analyse(r)
	if info.Rank == 0 || firstIndirect(r, info) > 0 { // pointers to components are like any pointers
		return false
	}
	for _, t := range info.Types {
		if t == nil {
			continue
		}
		switch t.Base {
		case syntax.TypeDerived, syntax.TypeCharacter, syntax.TypeClass:
			return true
		}
	}
	return false
}

// userCall plans a CALL of a user's procedure.
func (x *stmt) userCall(c *syntax.CallStmt) {
	x.procedureDesignator(c.Proc)
	var list []*syntax.Arg
	if a := c.Args(); a != nil {
		list = a.Items
	}
	proc := x.callee(c.Proc)
	var wrap []string
	var copyIn, copyBack []string
	for i, a := range list {
		ref, ok := a.Value.(*syntax.Ref)
		if !ok || ref.Coindexed() == nil {
			x.expr(a.Value)
			continue
		}
		u := both
		if d := dummyOf(proc, list, i); d != nil {
			switch {
			case d.Intent == "in" || d.Has(resolve.Value):
				u = reads
			case d.Intent == "out" && d.Rank() == 0:
				u = defines
			}
		}
		if proc == nil && x.scope.IsIntrinsic(c.Proc.First().Name) {
			u = both
		}
		x.ref(ref, u)
		if !x.needsTemporary(ref) {
			continue
		}
		text := x.t.render(ref.Range)
		if u == reads {
			x.t.replace(ref.Range, "("+text+")")
			continue
		}
		name := x.temp("x")
		decl := x.temporaryDecl(ref, name)
		wrap = append(wrap, decl)
		copyIn = append(copyIn, name+" = "+text)
		copyBack = append(copyBack, text+" = "+name)
		x.t.replace(ref.Range, name)
	}
	if len(wrap) == 0 {
		x.finish()
		return
	}
	x.finishBlock(wrap, copyIn, copyBack)
}

// procedureDesignator rewrites what stands in front of a type-bound procedure or procedure component: the passed object.
func (x *stmt) procedureDesignator(proc *syntax.Ref) {
	n := len(proc.Parts) - 1
	if n == 0 {
		return
	}
	object := &syntax.Ref{Range: proc.Range, Parts: proc.Parts[:n]}
	object.Range.End = proc.Parts[n-1].Range.End
	u := both
	if object.Coindexed() != nil && x.passedIn(x.scope.Analyse(object), proc.Parts[n].Name.Name) {
		u = reads
	}
	x.ref(object, u)
}

// passedIn tells whether a type-bound procedure does not define the object through which it is referenced.
func (x *stmt) passedIn(object resolve.RefInfo, name string) bool {
	d := object.Types[len(object.Types)-1].DerivedOf()
	st, b := binding(d, name, 0)
	if b == nil {
		return false
	}
	proc := name
	switch {
	case st.Attr(syntax.AttrNopass) != nil:
		return true
	case b.Proc != nil:
		proc = b.Proc.Name
	case st.Interface != nil:
		proc = st.Interface.Name
	}
	sym := d.Scope.Lookup(proc).Interface()
	if sym == nil || sym.Inner == nil || sym.Proc.Head == nil || len(sym.Proc.Head.Args) == 0 || sym.Proc.Head.Args[0].Name == nil {
		return false
	}
	passed := sym.Proc.Head.Args[0].Name.Name
	if a := st.Attr(syntax.AttrPass); a != nil && a.Name != nil {
		passed = a.Name.Name
	}
	dummy := sym.Inner.Symbols[passed]
	return dummy != nil && dummy.Intent == "in"
}

// binding finds a type-bound procedure of a type or its ancestors.
func binding(d *resolve.Symbol, name string, depth int) (*syntax.BindingStmt, *syntax.Binding) {
	if d == nil || d.Def == nil || depth > 64 {
		return nil, nil
	}
	for _, it := range d.Def.Bindings {
		st, ok := it.(*syntax.BindingStmt)
		if !ok {
			continue
		}
		for _, b := range st.Bindings {
			if b.Name != nil && b.Name.Name == name {
				return st, b
			}
		}
	}
	return binding(d.ParentType(), name, depth+1)
}

// finishBlock wraps the statement into a BLOCK with temporaries.
func (x *stmt) finishBlock(decls, copyIn, copyBack []string) {
	text := x.t.all()
	before := append([]line{}, x.before()...)
	before = append(before, x.line("block"))
	for _, d := range append(decls, copyIn...) {
		before = append(before, line{d, x.at()})
	}
	var after []line
	for _, c := range copyBack {
		after = append(after, line{c, x.at()})
	}
	after = append(after, x.after()...)
	after = append(after, x.line("end block"))
	x.store(before, text, after)
}

// store keeps a plan made of given lines.
func (x *stmt) store(before []line, text string, after []line) {
	if len(before)+len(after) > 0 && !x.mayEndLoop() {
		return
	}
	p := x.l.planOf(x.s)
	p.before = append(p.before, before...)
	p.replaced, p.text = true, text
	p.after = append(p.after, after...)
}

// temporaryDecl declares an allocatable of the type and rank of a coindexed object.
func (x *stmt) temporaryDecl(r *syntax.Ref, name string) string {
	info := x.scope.Analyse(r)
	typ := "integer"
	for i := len(info.Parts) - 1; i >= 0; i-- {
		if sym := info.Parts[i]; sym != nil {
			typ, _ = x.l.typeText(sym)
			break
		}
	}
	if strings.HasPrefix(typ, "character") {
		typ = "character(len=:)"
	}
	rank := max(info.Rank, 1)
	return typ + ", allocatable :: " + name + "(" + strings.Repeat(":,", rank-1) + ":)"
}
