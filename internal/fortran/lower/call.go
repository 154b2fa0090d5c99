package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// callArgs rewrites the arguments of a function reference.
func (x *stmt) callArgs(r *syntax.Ref, info resolve.RefInfo) {
	x.procedureDesignator(r)
	for _, p := range r.Parts[len(r.Parts)-1:] {
		if p.Args == nil {
			continue
		}
		callee := x.scope.Callee(r)
		intrinsic := len(r.Parts) == 1 && x.scope.IsIntrinsic(p.Name.Name)
		for i, a := range p.Args.Items {
			ref, ok := a.Value.(*syntax.Ref)
			if !ok || !ref.Remote() {
				x.expr(a.Value)
				continue
			}
			u := reads
			if d := callee.Dummy(p.Args.Items, i); d != nil && d.Intent != "in" && !d.Has(resolve.Value) {
				u = both
			}
			x.ref(ref, u)
			if intrinsic {
				x.throughCopy(ref, u)
			} else if u == reads && x.needsTemporary(ref) {
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

// throughCopy puts a copy in the place of a coindexed array of deferred character length, which intrinsic functions, input and output get by descriptor:
// gfortran 12 computes the address of such a section from the length in place of the pointer's span.
func (x *stmt) throughCopy(r *syntax.Ref, u usage) {
	info := x.scope.Analyse(r)
	if info.Rank <= 0 || len(r.Parts) > 1 || r.Coindexed() == nil || !x.l.opt.InlinePointers || len(x.loops) > 0 || x.inHead() || x.fl.group != nil {
		return
	}
	sym, _, ok := x.coarrayOf(r, r.Coindexed(), info)
	if !ok || !deferredLength(sym) {
		return
	}
	name, text := x.pointerNumber("coral_k"), x.t.render(r.Range)
	x.declare(fmt.Sprintf("character(len=:%s), allocatable :: %s(%s:)", kindOf(sym.TypeOf()), name, strings.Repeat(":,", info.Rank-1)))
	x.raw(name + " = " + text)
	if n := len(x.h.puts); u != reads && n > 0 { // in front of the transfer of what is defined
		x.h.puts = slices.Insert(x.h.puts, n-1, hook{raw: text + " = " + name, at: x.at()})
	}
	x.t.replace(r.Range, name)
}

// userCall plans a CALL of a user's procedure.
func (x *stmt) userCall(c *syntax.CallStmt) {
	x.procedureDesignator(c.Proc)
	var list []*syntax.Arg
	if a := c.Args(); a != nil {
		list = a.Items
	}
	callee := x.scope.Callee(c.Proc)
	var wrap []string
	var copyIn, copyBack []string
	for i, a := range list {
		ref, ok := a.Value.(*syntax.Ref)
		if !ok || !ref.Remote() {
			x.expr(a.Value)
			continue
		}
		u := both
		if d := callee.Dummy(list, i); d != nil {
			switch {
			case d.Intent == "in" || d.Has(resolve.Value):
				u = reads
			case d.Intent == "out" && d.Rank() == 0:
				u = defines
			}
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
	x.h.puts = append(raws(x.at(), copyBack), x.h.puts...)
	x.leavesBy(alternates(list))
	if len(wrap) == 0 {
		x.finish()
		return
	}
	x.finishBlock(wrap, copyIn)
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
	if object.Remote() {
		if d := x.scope.Callee(proc); d.Proc != nil && (d.Passed == nil || d.Passed.Intent == "in") {
			u = reads
		}
	}
	x.ref(object, u)
}

// finishBlock wraps the statement into a BLOCK with temporaries.
func (x *stmt) finishBlock(decls, copyIn []string) {
	text := x.t.all()
	before := append([]line{}, x.before()...)
	before = append(before, x.line("block"))
	for _, d := range append(decls, copyIn...) {
		before = append(before, line{d, x.at()})
	}
	x.store(before, text, append(x.after(), x.line("end block")))
}

// raws are statements among transfers.
func raws(at diag.Range, texts []string) (out []hook) {
	for _, text := range texts {
		out = append(out, hook{raw: text, at: at})
	}
	return out
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
	return typ + ", allocatable :: " + name + colons(max(info.Rank, 1))
}
