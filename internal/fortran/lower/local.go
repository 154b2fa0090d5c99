package lower

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// viewing is how a statement goes through views and local pointers.
type viewing struct {
	// locals are the pointers of the statement.
	locals *locals
	// localAs: coarrays whose local references are written through the view (assign.go).
	localAs map[*resolve.Symbol]bool
	// viewOnly is a coarray that local pointers must not stand for.
	viewOnly *resolve.Symbol
	// fresh: the object being walked is volatile.
	fresh bool
	// used are the views that the statement goes through so far.
	used []viewUse
	// views takes the views that the expression of a statement function goes through.
	views *[]viewUse
}

// Local pointers. Through a view the back end sees neither that elements follow each other in
// memory, nor that a store through the view leaves the view's descriptor alone. Where the image
// index cannot change (in the direct version of a loop, or in one array assignment), a coarray is
// therefore reached through a contiguous pointer in a BLOCK, of the coarray's own rank:
//
//	block
//	  type(coral_t_u) :: coral_l_1
//	  call coral_c_f_pointer(transfer(loc(u(1)) + coral_shift + (k)*coral_step, coral_null_ptr), coral_l_1%q, [size(u,1)])
//
// The address comes from that of u (near.go), so that the back end has to assume that it may be
// that of u itself.

// locals are the pointers of one BLOCK: around a loop, or around a statement.
type locals struct {
	// modified are names that the image index must not depend on.
	modified map[string]bool
	names    map[string]string // by view and image index
	decls    []string
	inits    []string
	// loop is the loop; outer are the pointers of the one around, nil if that has a statement that
	// is none of those understood here.
	loop  *syntax.DoConstruct
	outer *locals
	// steady, broken and checks are about pointers to components (hoist.go): nothing in the loop
	// changes what components point to; not all of its statements are executed in each iteration;
	// and what stands in front of the loop behind the pointers.
	steady, broken bool
	checks         []string
	count          *int // of the names in a nest of loops
	// gaps are arrays of assumed shape that the pointers stand for if they have no gaps.
	gaps []string
}

// name makes one for another pointer.
func (t *locals) name() string {
	if t.count == nil {
		t.count = new(int)
	}
	*t.count++
	return mangle.LocalPrefix + strconv.Itoa(*t.count)
}

// contiguous is the condition under which the pointers may be used.
func (t *locals) contiguous() string {
	var out []string
	for _, name := range t.gaps {
		out = append(out, "is_contiguous("+name+")")
	}
	return strings.Join(out, " .and. ")
}

// root are the pointers of the outermost loop.
func (t *locals) root() *locals {
	for t != nil && t.outer != nil {
		t = t.outer
	}
	return t
}

// hasLocal tells whether a coarray's view has the component for local pointers.
func hasLocal(sym *resolve.Symbol) bool {
	if sym.Rank() < 0 || sym.Rank() > 0 && !section.IsContiguous(sym) ||
		sym.Flags&(resolve.Optional|resolve.Asynchronous|resolve.Volatile|resolve.Pointer) != 0 {
		return false
	}
	t := sym.TypeOf()
	if t != nil && t.Base == syntax.TypeDerived { // its components may be arrays
		d := t.DerivedOf()
		return sym.Rank() == 0 && d != nil && d.Def != nil && len(d.Def.Head.Params) == 0 &&
			!derived.HasBindings(d) && derived.IndirectComponent(d) == nil
	}
	return t != nil && sym.Rank() > 0 && section.SameIntrinsicType(t, t)
}

// pointable tells whether a local pointer may stand for a coarray; for one of assumed shape where
// it is seen to have no gaps.
func (l *lowerer) pointable(sym *resolve.Symbol) bool {
	t := sym.TypeOf()
	return hasLocal(sym) || l.opt.InlinePointers && sym.Rank() > 0 && section.IsAssumedShape(sym) &&
		!sym.Has(resolve.Asynchronous) && section.SameIntrinsicType(t, t)
}

// localDecl declares that component.
func localDecl(sym *resolve.Symbol, typeText string) string {
	if sym.Rank() == 0 {
		return "  " + typeText + ", pointer :: q"
	}
	return "  " + typeText + ", pointer, contiguous :: q(" + strings.Repeat(":,", sym.Rank()-1) +
		":)"
}

// loopLocals gives the locals of a loop inside of another; nil if a statement in it is none of
// those that are understood here.
func (l *lowerer) loopLocals(c *syntax.DoConstruct, scope *resolve.Scope, outer *locals) *locals {
	if l.opt.Bounds {
		return nil
	}
	t := &locals{modified: map[string]bool{}, names: map[string]string{}, loop: c, outer: outer,
		steady: true}
	if outer != nil {
		t.count = outer.count
	} else {
		t.count = new(int)
	}
	understood := true
	syntax.EachStmt([]syntax.Item{c}, func(s syntax.Stmt) {
		t.steady = t.steady && !mid.MovesComponents(s, scope)
		switch s := s.(type) {
		case *syntax.AssignStmt:
			t.modifies(s.LHS())
		case *syntax.CallStmt:
			if a := s.Args(); a != nil {
				for _, arg := range a.Items {
					t.modifies(arg.Value)
				}
			}
		case *syntax.DoStmt:
			if s.Control != nil {
				t.modified[s.Control.Var.Name] = true
			}
			if s.Concurrent != nil {
				for _, k := range s.Concurrent.Controls {
					t.modified[k.Var.Name] = true
				}
				for _, k := range s.Locality {
					if k.Kind == "shared" {
						continue
					}
					for _, name := range k.Names {
						t.modified[name.Name] = true
					}
				}
			}
		case *syntax.CycleStmt, *syntax.ExitStmt:
			t.broken = true
		case *syntax.IfStmt, *syntax.IfThenStmt, *syntax.ElseIfStmt, *syntax.ElseStmt,
			*syntax.EndStmt, *syntax.ContinueStmt:
		default:
			understood = false
		}
	})
	if !understood {
		return nil
	}
	return t
}

func (t *locals) modifies(e syntax.Expr) {
	if r, ok := e.(*syntax.Ref); ok {
		t.modified[r.First().Name] = true
	}
}

// reached is a coindexed object's part with the image selector, through a local pointer or the
// view.
func (x *stmt) reached(sym *resolve.Symbol, local string, part *syntax.PartRef,
	info *resolve.Reference, image string) string {
	pointer, ok := x.localPointer(sym, local, mangle.ViewType(local), part, info, image)
	switch {
	case !ok:
		if view, ok := x.localView(sym, local, part, info); ok {
			return x.viewElement(view, sym, part.Args, image)
		}
		return x.element(sym, local, part, info, image)
	case part.Args != nil:
		return pointer + x.t.Render(part.Args.Range)
	}
	return pointer
}

// localPointer gives the local pointer by which a coindexed object is reached; false if it must be
// reached through its view.
func (x *stmt) localPointer(sym *resolve.Symbol, local, typeName string, part *syntax.PartRef,
	info *resolve.Reference, image string) (string, bool) {
	t := x.locals
	if x.fl.mode == direct && x.fl.locals != nil {
		t = x.fl.locals.root()
		if x.fl.hoist == nil || !x.fl.hoist.seen[sym] || x.scope.IsPure() { // C_F_POINTER is impure
			return "", false
		}
	} else if t != nil && info.Rank <= 0 {
		return "", false
	}
	if t == nil || len(x.loops) > 0 || !x.l.pointable(sym) || info.Base == nil ||
		info.Base.Kind == resolve.Associate || len(part.Selector.Specs) > 0 ||
		x.l.teams.viewOf(sym, local) != mangle.View(local) || part.Args == nil && sym.Rank() > 0 {
		return "", false
	}
	for _, c := range part.Selector.Cosubs {
		if !x.invariant(c, t) {
			return "", false
		}
	}
	if x.viewOnly == sym || !hasLocal(sym) && x.fl.mode != direct && !x.gathering {
		return "", false
	}
	if !hasLocal(sym) && !slices.Contains(t.gaps, local) {
		t.gaps = append(t.gaps, local)
	}
	key := mangle.View(local) + " " + image
	if name, ok := t.names[key]; ok {
		return name, true
	}
	name := t.name()
	t.names[key] = name + "%q"
	t.decls = append(t.decls, "type("+typeName+") :: "+name)
	if sym.Rank() == 0 {
		t.inits = append(t.inits, fmt.Sprintf("%s%%q => %s(%s)", name, x.pointer(sym, local),
			image))
		return name + "%q", true
	}
	lows, inits := x.pointerTo(sym, local, name)
	// Not the address of the view's element: the back end would keep that as a sum, and add in
	// every iteration.
	x.viewPointer(sym, local)
	address := x.oneAddress(local, x.nearAddress(firstOf(sym, x.l.userName(local), lows), image))
	if x.fl.mode == direct {
		address = t.unknown(name, x.l.use("coral_ik"), address)
	}
	t.inits = append(t.inits, inits(address)...)
	return name + "%q", true
}

// unknown keeps the sum that an address is from the back end. gfortran 12 at -O2 counts a loop by a
// pointer that it knows to be such a sum in a way that takes one instruction more, with which
// STREAM's triad has 0.84 of its speed (Zen 5).
func (t *locals) unknown(pointer, kind, address string) string {
	at := pointer + "_at"
	t.decls = append(t.decls, "integer("+kind+"), volatile :: "+at)
	t.inits = append(t.inits, at+" = "+address)
	return at
}

// localView copies a view's descriptor for a loop in which the image index changes: a store through
// the view itself might change the view's descriptor, for all that the back end sees, which
// therefore loads it again for each element. Not for sections: whether two of them overlap gfortran
// decides by the pointers' names.
func (x *stmt) localView(sym *resolve.Symbol, local string, part *syntax.PartRef,
	info *resolve.Reference) (string, bool) {
	if x.fl.mode != direct || x.fl.locals == nil || x.fl.hoist == nil || !x.fl.hoist.seen[sym] ||
		x.scope.IsPure() || len(x.loops) > 0 || info.Rank != 0 ||
		!hasLocal(sym) || info.Base == nil || info.Base.Kind == resolve.Associate ||
		len(part.Selector.Specs) > 0 ||
		x.l.teams.viewOf(sym, local) != mangle.View(local) || sym.Rank() > 0 && part.Args == nil {
		return "", false
	}
	t := x.fl.locals.root()
	key := mangle.View(local)
	if name, ok := t.names[key]; ok {
		return name, true
	}
	name := t.name()
	t.names[key] = name + "%p"
	t.decls = append(t.decls, "type("+mangle.ViewType(local)+") :: "+name)
	t.inits = append(t.inits, name+"%p => "+x.pointer(sym, local))
	return name + "%p", true
}

// pointerTo gives the lower bounds of a coarray and the statements that point the local pointer of
// a BLOCK to its like at an address.
func (x *stmt) pointerTo(sym *resolve.Symbol, local, name string) (lows []string,
	inits func(address string) []string) {
	var extents, bounds []string
	shifted := false
	for d := range sym.Rank() {
		dim := sym.Dims.Dims[d]
		low := ""
		if dim.Kind == syntax.DimExplicit || dim.Kind == syntax.DimStar ||
			dim.Kind == syntax.DimDeferred && section.IsAssumedShape(sym) {
			if dim.Lower == nil {
				low = "1"
			} else if v, ok := sym.Scope.Int(dim.Lower); ok {
				low = strconv.FormatInt(v, 10)
			}
		}
		dimension := local + "," + strconv.Itoa(d+1) + ")"
		if low == "" {
			low = "lbound(" + dimension
		}
		shifted = shifted || low != "1"
		lows, bounds = append(lows, low), append(bounds, low+":")
		if dim.Kind == syntax.DimStar { // nobody asks for the last one
			extents = append(extents, "1")
		} else {
			extents = append(extents, "size("+dimension)
		}
	}
	return lows, func(address string) []string {
		out := []string{"call " + x.l.useC("c_f_pointer") + "(transfer(" + address + ", " +
			x.l.use("coral_null_ptr") + "), " + name + "%q, [" + strings.Join(extents, ",") + "])"}
		if shifted {
			out = append(out, fmt.Sprintf("%s%%q(%s) => %s%%q", name, strings.Join(bounds, ","),
				name))
		}
		return out
	}
}

// invariant tells whether an expression has the same value all over the BLOCK, and can be evaluated
// in front of it whatever its variables are.
func (x *stmt) invariant(e syntax.Expr, t *locals) bool {
	ok := true
	syntax.Inspect(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Ref:
			if name := n.First().Name; n.IsName() {
				sym := x.scope.Lookup(name)
				ok = ok && sym != nil && !t.modified[name] &&
					(sym.Kind == resolve.Parameter || sym.Kind == resolve.Variable &&
						sym.Rank() <= 0 &&
						sym.Flags&(resolve.Pointer|resolve.Allocatable|resolve.Target|
							resolve.Equivalenced|resolve.InCommon|resolve.Volatile|
							resolve.Asynchronous|resolve.Optional) == 0)
			} else {
				args := n.Parts[0].Args
				ok = ok && (name == "this_image" || name == "num_images") &&
					x.scope.IsIntrinsic(name) && args != nil && len(args.Items) == 0
			}
		case *syntax.Binary:
			ok = ok && (n.Op == syntax.OpAdd || n.Op == syntax.OpSub || n.Op == syntax.OpMul)
		case *syntax.Unary:
			ok = ok && (n.Op == syntax.OpAdd || n.Op == syntax.OpSub)
		case *syntax.Literal, *syntax.Paren, *syntax.PartRef, *syntax.ArgList, *syntax.Ident:
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// around puts the BLOCK of a loop's pointers into the plans of its first and last statement.
func (t *locals) around(x *stmt, head, end *emit.Plan, last syntax.Stmt) {
	if t == nil {
		return
	}
	var lines []emit.Line
	if len(t.decls) > 0 {
		lines = append(lines, x.line("block"))
		for _, d := range append(append([]string{}, t.decls...), t.inits...) {
			lines = append(lines, x.made("  "+d))
		}
		end.After = append(end.After, emit.Line{Text: "end block", At: last.Info().Body()})
	} else {
		for _, i := range t.inits {
			lines = append(lines, x.made(i))
		}
	}
	for _, c := range t.checks {
		lines = append(lines, x.made(c))
	}
	head.Before = append(lines, head.Before...)
}

// expressionLocals makes the locals of an array assignment that is no plain copy.
func (x *stmt) expressionLocals(a *syntax.AssignStmt) *locals {
	r, ok := a.LHS().(*syntax.Ref)
	if !ok || x.fl.mode != guarded || x.fl.group != nil || x.fl.masked || len(x.loops) > 0 ||
		x.scope.IsPure() || x.l.opt.Bounds || x.simpleCopy(a) ||
		x.callsUser(a.LHS()) || x.callsUser(a.RHS()) || x.scope.Reference(r).Rank <= 0 {
		return nil
	}
	return &locals{modified: map[string]bool{}, names: map[string]string{}}
}

// manyImages gives the coarray that an array assignment defines on one image and reads on another,
// as the text has it: both may be the same, and two pointers would hide that from gfortran, which
// takes no temporary then for sections that overlap.
func (x *stmt) manyImages(a *syntax.AssignStmt) *resolve.Symbol {
	l, ok := a.LHS().(*syntax.Ref)
	if !ok || l.Coindexed() == nil || x.scope.Reference(l).Rank <= 0 {
		return nil
	}
	sym := x.scope.Reference(l).Parts[0]
	images := map[string]bool{}
	for _, e := range []syntax.Expr{a.LHS(), a.RHS()} {
		syntax.Inspect(e, func(n syntax.Node) bool {
			if r, ok := n.(*syntax.Ref); ok && r.Coindexed() != nil &&
				x.scope.Reference(r).Parts[0] == sym {
				images[strings.ToLower(r.Coindexed().Selector.Range.Text())] = true
			}
			return true
		})
	}
	if len(images) > 1 {
		return sym
	}
	return nil
}

// declareLocals makes the pointers of a statement those of a BLOCK around it.
func (x *stmt) declareLocals() {
	if t := x.locals; t != nil {
		x.h.decls = append(x.h.decls, t.decls...)
		for _, i := range t.inits {
			x.pre = append(x.pre, x.made(i))
		}
	}
}
