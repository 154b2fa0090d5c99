package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/lower/edit"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Not every back end knows the locality of variables in DO CONCURRENT and the type of its indices
// (gfortran before 15 does not), and generated variables would be missing under DEFAULT(NONE). So
// both are written as BLOCK constructs, whose variables are what F2018 11.1.7.5 says the construct
// entities are:
//
//	block
//	  integer :: i                          ! do concurrent (integer :: i = 1:n) local_init(t)
//	  do concurrent (i = 1:n)
//	    associate (coral_o_t => t)
//	    block
//	      integer :: t
//	      t = coral_o_t
//	      ..
//	    end block
//	    end associate
//	  end do
//	end block
//
// A back end may assume that iterations of DO CONCURRENT do not meet in memory. That of a local
// array, or of a variable of REDUCE, is the same in all iterations, so such a loop becomes ordinary
// DO loops, whose order is one of those that the standard allows.

// ownLocality tells whether the locality and index types of a loop are written by BLOCK constructs.
func (l *lowerer) ownLocality(c *syntax.DoConstruct) bool {
	h := c.Head.Concurrent
	if h == nil || h.Type == nil && len(c.Head.Locality) == 0 {
		return false
	}
	return !l.opt.Locality || hasCoindexedStmt(c)
}

// locality is how one loop is written.
type locality struct {
	x *stmt
	c *syntax.DoConstruct
	// sequential: by DO loops.
	sequential bool
	// opens are constructs that make the variables outside known by another name.
	opens, closes []string
	decls, inits  []string
	// ends are the END DO lines of further loops and the END BLOCK of the indices.
	ends []string
}

// newLocality plans the variables of the iterations; nil where the loop stays as it is.
func (l *lowerer) newLocality(x *stmt, c *syntax.DoConstruct) *locality {
	if !l.ownLocality(c) {
		return nil
	}
	k := &locality{x: x, c: c}
	for _, spec := range c.Head.Locality {
		x.t.Replace(spec.Range, "")
		switch spec.Kind {
		case "reduce":
			k.sequential = true
		case "local", "local_init":
			for _, name := range spec.Names {
				k.variable(name, spec.Kind == "local_init")
			}
		}
	}
	return k
}

// variable declares the variable that each iteration has.
func (k *locality) variable(name *syntax.Ident, init bool) {
	x := k.x
	sym := x.scope.Lookup(name.Name)
	if sym == nil {
		sym = &resolve.Symbol{Name: name.Name, Kind: resolve.Variable, Scope: x.scope, Ident: name}
	}
	typ := sym.TypeOf()
	if typ == nil || sym.Kind == resolve.Associate {
		x.l.errorf("C0220", name.Range,
			"Coral cannot see how '%s' is declared, so no iteration can have its own", name.Name).
			Help("declare a variable in a BLOCK construct in the loop")
		return
	}
	outer := mangle.Name("coral_o_", name.Name)
	text, byLength := x.localType(sym, typ, outer)
	shape, byShape := x.localShape(sym, outer)
	attrs := localAttributes(sym)
	if sym.Rank() != 0 || typ.Base == syntax.TypeDerived || typ.Base == syntax.TypeClass ||
		typ.Base == syntax.TypeCharacter {
		k.sequential = true
	}
	k.decls = append(k.decls, text+attrs+" :: "+name.Name+shape)
	switch {
	case init && sym.Has(resolve.Pointer): // may be disassociated: no selector then
		k.opens = append(k.opens, "block", "  "+text+", pointer :: "+outer+shape, "  "+outer+" => "+
			name.Name)
		k.closes = append([]string{"end block"}, k.closes...)
		k.inits = append(k.inits, name.Name+" => "+outer)
		return
	case init:
		k.inits = append(k.inits, name.Name+" = "+outer)
	case !byLength && !byShape:
		return
	}
	k.opens = append(k.opens, "associate ("+outer+" => "+name.Name+")")
	k.closes = append([]string{"end associate"}, k.closes...)
}

// localType is the type of a variable as text; refers: its length is that of the variable outside.
func (x *stmt) localType(sym *resolve.Symbol, typ *resolve.Type, outer string) (text string,
	refers bool) {
	switch {
	case typ.Spec == nil && typ.Base == syntax.TypeInteger:
		return "integer", false
	case typ.Spec == nil:
		return "real", false
	case typ.Base != syntax.TypeCharacter:
		return x.l.specText(sym, typ), false
	}
	text, length := x.l.characterText(sym, typ)
	if length == "" || sym.Has(resolve.Pointer) {
		return text, false
	}
	return "character(len=len(" + outer + ")" + kindOf(typ) + ")", true
}

// localShape is a variable's shape as text; refers: it is that of the variable outside.
func (x *stmt) localShape(sym *resolve.Symbol, outer string) (text string, refers bool) {
	if sym.Dims == nil {
		return "", false
	}
	var dims []string
	for i, d := range sym.Dims.Dims {
		switch {
		case sym.Has(resolve.Pointer):
			dims = append(dims, ":")
		case d.Kind == syntax.DimExplicit && sym.Scope.IsConstant(d.Lower) &&
			sym.Scope.IsConstant(d.Upper):
			bound := x.l.textOf(sym, d.Upper)
			if d.Lower != nil {
				bound = x.l.textOf(sym, d.Lower) + ":" + bound
			}
			dims = append(dims, bound)
		default:
			refers = true
			dims = append(dims, fmt.Sprintf("lbound(%s,%d):ubound(%s,%d)", outer, i+1, outer, i+1))
		}
	}
	return "(" + strings.Join(dims, ", ") + ")", refers
}

// localAttributes are the attributes that the variable of an iteration has from the one outside.
func localAttributes(sym *resolve.Symbol) string {
	attrs := ""
	for _, a := range []struct {
		flag resolve.Flags
		text string
	}{{resolve.Pointer, "pointer"}, {resolve.Target, "target"}, {resolve.Volatile,
		"volatile"}, {resolve.Asynchronous, "asynchronous"}} {
		if sym.Has(a.flag) {
			attrs += ", " + a.text
		}
	}
	return attrs
}

// write puts the constructs into the plans of the loop's first and last statement, which has its
// edits.
func (k *locality) write() {
	x, h := k.x, k.c.Head.Concurrent
	p := x.l.planOf(k.c.Head)
	var before, after []string
	switch {
	case k.sequential:
		before, after = k.loops(p)
	case h.Type != nil:
		before = []string{"block", "  " + x.t.Render(h.Type.Range) + " :: " + indexNames(h)}
		k.ends = []string{"end block"}
		x.t.Replace(diag.Range{Src: h.Type.Range.Src, Start: h.Type.Range.Start,
			End: h.Controls[0].Range.Start}, "")
		fallthrough
	default:
		p.Replaced, p.Text = true, strings.TrimRight(x.t.All(), " \t")
	}
	p.Before = append(p.Before, linesAt(k.c.Head, before)...)
	inner := k.opens
	var closes []string
	if len(k.decls) > 0 {
		inner = append(append([]string{}, inner...), "block")
		for _, d := range append(append([]string{}, k.decls...), k.inits...) {
			inner = append(inner, "  "+d)
		}
		closes = []string{"end block"}
	}
	p.After = append(p.After, indented(linesAt(k.c.Head, append(after, inner...)))...)
	if end := k.c.Terminal; end != nil {
		e := x.l.planOf(end)
		e.Before = append(e.Before, indented(linesAt(end, append(closes, k.closes...)))...)
		e.After = append(e.After, linesAt(end, k.ends)...)
	}
}

// forallIndices writes the index type of a FORALL statement or construct as a BLOCK around it:
// first and last are its first and last statement. In another FORALL no BLOCK can stand; there the
// indices keep the type that their names have.
func (x *stmt) forallIndices(h *syntax.ConcurrentHeader, first, last syntax.Stmt) {
	if h.Type == nil || x.l.opt.Locality {
		return
	}
	p := x.l.planOf(first)
	x.t.Replace(diag.Range{Src: h.Type.Range.Src, Start: h.Type.Range.Start,
		End: h.Controls[0].Range.Start}, "")
	p.Replaced, p.Text = true, edit.IndicesInFront(x.t.All())
	if x.fl.group != nil {
		return
	}
	p.Before = append(linesAt(first,
		[]string{"block", "  " + h.Type.Range.Text() + " :: " + indexNames(h)}), p.Before...)
	if last != nil {
		e := x.l.planOf(last)
		e.After = append(e.After, linesAt(last, []string{"end block"})...)
	}
}

func indexNames(h *syntax.ConcurrentHeader) string {
	var names []string
	for _, c := range h.Controls {
		names = append(names, c.Var.Name)
	}
	return strings.Join(names, ", ")
}

// loops writes the header as DO loops, whose bounds and mask are evaluated before them all (F2018
// 11.1.7.4.2: an iteration may define what the mask of another one refers to); the last stands in
// the place of the statement.
func (k *locality) loops(p *emit.Plan) (before, after []string) {
	x, h := k.x, k.c.Head.Concurrent
	before = []string{"block"}
	if h.Type != nil {
		before = append(before, "  "+x.t.Render(h.Type.Range)+" :: "+indexNames(h))
	} else {
		for _, c := range h.Controls {
			declared := "integer"
			if sym := x.scope.Lookup(c.Var.Name); sym != nil && sym.TypeOf() != nil &&
				sym.TypeOf().Spec != nil {
				declared = x.l.specText(sym, sym.TypeOf())
			}
			before = append(before, "  "+declared+" :: "+c.Var.Name)
		}
	}
	var values, heads []string
	ik := x.l.use("coral_ik")
	for i, c := range h.Controls {
		bounds := fmt.Sprintf("coral_d_%d", i+1)
		before = append(before, fmt.Sprintf("  integer(%s) :: %s(3)", ik, bounds))
		step := "1"
		if c.Step != nil {
			step = x.renderExpr(c.Step)
		}
		values = append(values, fmt.Sprintf("  %s = [integer(%s) :: %s, %s, %s]", bounds, ik,
			x.renderExpr(c.First), x.renderExpr(c.Last), step))
		heads = append(heads, fmt.Sprintf("%s = %s(1), %s(2), %s(3)", c.Var.Name, bounds, bounds,
			bounds))
	}
	if h.Mask != nil {
		mask := fmt.Sprintf("coral_d_%d", len(heads)+1)
		at := fmt.Sprintf("coral_d_%d", len(heads)+2)
		before = append(before, "  logical(1), allocatable :: "+mask+"(:)",
			fmt.Sprintf("  integer(%s) :: %s", ik, at))
		active := x.renderExpr(h.Mask)
		for _, head := range slices.Backward(heads) {
			active = "(" + active + ", " + head + ")"
		}
		values = append(values, "  "+mask+" = [logical(1) :: "+active+"]", "  "+at+" = 0")
		after = []string{at + " = " + at + " + 1", "if (.not. " + mask + "(" + at + ")) cycle"}
	}
	before = append(before, values...)
	last := len(heads) - 1
	for _, head := range heads[:last] {
		before = append(before, "  do "+head)
		k.ends = append(k.ends, "end do")
	}
	k.ends = append(k.ends, "end block")
	target := ""
	if t := k.c.Head.Target; t != nil {
		target = t.Range.Text() + " "
	}
	p.Replaced, p.Text = true, "do "+target+heads[last]
	return before, after
}
