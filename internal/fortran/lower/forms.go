package lower

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/alias"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// studied is what a statement in a form of Options.Local and Options.Remote has.
type studied struct {
	// forms is nil if the statement is in the translator's own form, and stays so if plainly.
	forms   *forms
	plainly bool
}

// Forms of coarrays, for study. "Experiences with Co-Array Fortran on Hardware Shared Memory
// Platforms" compares ways in which a translator can represent a coarray: what this image has of it
// (Options.Local), and what other images have (Options.Remote). Each form here is the paper's code
// shape in assignment statements whose parts are all understood:
//
//   - of intrinsic numeric or logical type, with no function but intrinsic ones, and no construct
//     around that evaluates several statements together (WHERE, FORALL);
//   - on coarrays that are no dummy arguments and have no attribute by which other names may mean
//     the same memory; references to them are elements or sections with subscripts;
//   - in an array assignment, nothing of the coarray that it defines.
//
// All else keeps the translator's own form, which means the same memory: a program may have both.
//
// Forms by loads and stores need mapped memory. A statement outside of the mapped version of a loop
// is therefore written twice, as such a loop is: in its form, and in the translator's own.

// The forms, by the names that options have.
const (
	FormDefault     = "default"
	FormPointer     = "pointer"
	FormStructure   = "structure"
	FormCray        = "cray"
	FormSplit       = "split"
	FormVector      = "vector"
	FormCommon      = "common"
	FormGeneral     = "general"
	FormHoisted     = "hoisted"
	FormGet         = "get"
	FormCrayHoisted = "cray-hoisted"
	FormHybrid      = "hybrid"
)

// LocalForms and RemoteForms are the forms in the order of the paper.
var (
	LocalForms = []string{FormDefault, FormPointer, FormStructure, FormCray, FormSplit, FormVector,
		FormCommon}
	RemoteForms = []string{FormDefault, FormGeneral, FormPointer, FormHoisted, FormGet, FormCray,
		FormCrayHoisted, FormVector, FormHybrid}
)

// NeedsCrayPointers tells whether generated text may have Cray pointers.
func NeedsCrayPointers(local, remote string) bool {
	return local == FormCray || remote == FormCray || remote == FormCrayHoisted ||
		remote == FormHybrid
}

// localForm is the form of what this image has; "": the translator's own. The hybrid form of remote
// data says both.
func (o *Options) localForm() string {
	switch {
	case o.Remote == FormHybrid:
		return FormCommon
	case o.Local == FormDefault:
		return ""
	}
	return o.Local
}

// remoteForm is the form of what other images have; "": the translator's own, which takes pointers
// in front of loops itself.
func (o *Options) remoteForm() string {
	switch o.Remote {
	case FormDefault, FormHoisted:
		return ""
	case FormHybrid:
		return FormCrayHoisted
	}
	return o.Remote
}

// formsApart tells whether options ask for text in which no form can stand: checks of subscripts
// and images go by the translator's own, in regions of threads variables would have to be each
// thread's, and default integers of 8 bytes are put into text that is known.
func (l *lowerer) formsApart() bool {
	return l.opt.Check || l.opt.Bounds || l.opt.Threads || l.opt.Runtime != "" ||
		l.opt.localForm() == "" && l.opt.remoteForm() == ""
}

// callsRemote tells whether remote data come by calls that do for memory that is not mapped, too:
// loops need no second version.
func (l *lowerer) callsRemote() bool { return l.opt.remoteForm() == FormGeneral && !l.formsApart() }

// byStatement tells whether references to what this image has are rewritten where they stand.
func (l *lowerer) byStatement() bool {
	switch l.opt.localForm() {
	case FormPointer, FormStructure, FormCray, FormVector:
		return !l.formsApart()
	}
	return false
}

// usesLocalForms tells whether a loop has references that are rewritten so.
func (l *lowerer) usesLocalForms(c *syntax.DoConstruct, scope *resolve.Scope) bool {
	found := false
	if !l.byStatement() {
		return false
	}
	syntax.EachStmt([]syntax.Item{c}, func(s syntax.Stmt) {
		a, ok := s.(*syntax.AssignStmt)
		if !ok || found {
			return
		}
		for _, e := range []syntax.Expr{a.LHS(), a.RHS()} {
			syntax.Inspect(e, func(n syntax.Node) bool {
				if r, ok := n.(*syntax.Ref); ok {
					found = found || scope.Reference(r).Parts[0].IsCoarray()
				}
				return !found
			})
		}
	})
	return found
}

// formed plans an assignment in the forms that are asked for; false: it has none.
func (x *stmt) formed(a *syntax.AssignStmt) bool {
	if x.plainly || x.l.formsApart() || x.fl.mode == library || !x.takesForms(a) {
		return false
	}
	remote := syntax.HasCoindexed(a.LHS()) || syntax.HasCoindexed(a.RHS())
	if remote && x.l.opt.remoteForm() == "" || !remote && !x.l.byStatement() ||
		x.l.opt.remoteForm() == FormGet && remote && x.simpleCopy(a) { // which is such a copy
		return false
	}
	f := x.l.newStmt(a, x.fl)
	f.forms = &forms{}
	quiet := x.l.quiet
	x.l.quiet = true
	text := f.formText(a)
	x.l.quiet = quiet
	if !f.t.Edited() {
		return false
	}
	f.h.gets, f.h.puts = nil, nil
	if !remote || x.fl.mode == direct || x.l.callsRemote() {
		f.storeLines(append(f.before(), f.line("%s", text)), f.after())
		return true
	}
	f.eitherForm(a, text)
	return true
}

// formText is the statement in its form.
func (x *stmt) formText(a *syntax.AssignStmt) string {
	if x.l.callsRemote() && x.simpleCopy(a) {
		x.forms.whole = true
		x.assignWith(a)
		return "call " + x.l.use("coral_copy") + "(" + x.t.Render(a.LHS().Span()) + ", " +
			x.t.Render(a.RHS().Span()) + ", " + x.where() + ")"
	}
	x.assignWith(a)
	return x.t.All()
}

// eitherForm writes a statement twice: in its form for mapped images, and in the translator's own.
func (x *stmt) eitherForm(a *syntax.AssignStmt, text string) {
	own := *x.fl
	own.fresh = copySet(x.fl.fresh)
	plans := x.l.plans
	x.l.plans = map[syntax.Stmt]*emit.Plan{}
	y := x.l.newStmt(a, &own)
	y.plainly = true
	y.assign(a)
	other := x.l.plans[a]
	x.l.plans = plans
	if other == nil {
		other = &emit.Plan{}
	}
	if !other.Replaced {
		other.Text = x.l.newText(a).All()
	}
	refresh := x.h.refresh
	x.h.refresh = nil
	before := append(slices.Clone(refresh), x.line("if (.not. %s) then", x.current("coral_lib")))
	before = append(before, indented(x.before())...)
	after := append(indented(x.after()), x.line("else"))
	after = append(after, indented(other.Before)...)
	after = append(after, x.line("  %s", other.Text))
	after = append(append(after, indented(other.After)...), x.line("end if"))
	x.store(before, "  "+text, after)
}

// takesForms tells whether an assignment is of those that forms are for.
func (x *stmt) takesForms(a *syntax.AssignStmt) bool {
	l, ok := a.LHS().(*syntax.Ref)
	if !ok || x.fl.group != nil || x.fl.masked || x.fl.where || x.fl.concurrent || x.fl.onlyPure ||
		len(x.loops) > 0 || x.scope.IsPure() || x.purely || a.MaybeStmtFunc ||
		x.scope.AssignmentMayCall(l, a.RHS()) {
		return false
	}
	info := x.scope.Reference(l)
	sym := info.Parts[0]
	if info.Call || sym == nil || info.Rank < 0 || !numeric(x.scope.TypeOf(l)) ||
		!x.numericValue(a.RHS()) || !x.understood(l) || !x.understood(a.RHS()) {
		return false
	}
	if info.Rank == 0 {
		return true
	}
	last := info.Parts[len(info.Parts)-1]
	if last == nil || last.Has(resolve.Allocatable) && l.Last().Args == nil || // may allocate
		alias.Targets(x.scope, a) || alias.Overlaps(x.scope, a) || !sym.IsCoarray() &&
		alias.Shares(x.scope, a, x.localAs) {
		return false
	}
	for _, p := range l.Parts {
		if p.Args == nil {
			continue
		}
		for _, s := range p.Args.Items {
			if mid.RefersTo(x.scope, s.Value, func(_ *syntax.Ref, i *resolve.Reference) bool {
				return i.Parts[0] == sym
			}) {
				return false
			}
		}
	}
	return !sym.IsCoarray() ||
		!mid.RefersTo(x.scope, a.RHS(), func(_ *syntax.Ref, i *resolve.Reference) bool {
			return i.Parts[0] == sym
		})
}

// numeric tells of an intrinsic type without lengths.
func numeric(t *resolve.Type) bool {
	if t == nil {
		return false
	}
	switch t.Base {
	case syntax.TypeInteger, syntax.TypeReal, syntax.TypeComplex, syntax.TypeLogical,
		syntax.TypeDoublePrecision:
		return true
	}
	return false
}

// numericValue tells whether an expression has such a type: that of a function's value is not
// always known, but the functions that forms know have one if their arguments have.
func (x *stmt) numericValue(e syntax.Expr) bool {
	if numeric(x.scope.TypeOf(e)) {
		return true
	}
	switch e := e.(type) {
	case *syntax.Paren:
		return x.numericValue(e.X)
	case *syntax.Unary:
		return x.numericValue(e.X)
	case *syntax.Binary:
		return x.numericValue(e.X) && x.numericValue(e.Y)
	case *syntax.Ref:
		name, args := e.First().Name, e.Parts[0].Args
		if !x.scope.IsIntrinsic(name) || args == nil || len(e.Parts) != 1 {
			return false
		}
		return len(args.Items) == 0 || x.numericValue(args.Items[0].Value)
	}
	return false
}

// reductions are intrinsic functions beside the elemental ones that forms know.
var reductions = map[string]bool{"sum": true, "product": true, "maxval": true, "minval": true,
	"dot_product": true, "any": true, "all": true, "count": true}

// understood tells whether all of an expression is what forms know.
func (x *stmt) understood(e syntax.Expr) bool {
	switch e := e.(type) {
	case nil:
		return true
	case *syntax.Literal:
		return e.Kind == syntax.IntLit || e.Kind == syntax.RealLit || e.Kind == syntax.LogicalLit
	case *syntax.Paren:
		return x.understood(e.X)
	case *syntax.Unary:
		return e.Op != syntax.OpUser && !x.scope.OperatorMayCall(e) && x.understood(e.X)
	case *syntax.Binary:
		return e.Op != syntax.OpUser && !x.scope.OperatorMayCall(e) && x.understood(e.X) &&
			x.understood(e.Y)
	case *syntax.Triplet:
		return x.understood(e.Lower) && x.understood(e.Upper) && x.understood(e.Step)
	case *syntax.Ref:
		return x.understoodRef(e)
	}
	return false
}

func (x *stmt) understoodRef(r *syntax.Ref) bool {
	name, info := r.First().Name, x.scope.Reference(r)
	if r.ThroughCopointer() {
		return false
	}
	if x.scope.IsIntrinsic(name) && r.Parts[0].Args != nil {
		if len(r.Parts) != 1 || r.Parts[0].Selector != nil {
			return false
		}
		args := r.Parts[0].Args.Items
		if !mid.Elementals[name] && !reductions[name] {
			return (name == "this_image" || name == "num_images") && len(args) == 0
		}
		for _, a := range args {
			if a.Keyword != nil || !x.understood(a.Value) {
				return false
			}
		}
		return true
	}
	if info.Call || info.Base == nil || info.Base.Kind != resolve.Variable &&
		info.Base.Kind != resolve.Parameter {
		return false
	}
	for i, p := range r.Parts {
		sym := info.Parts[i]
		if sym == nil || sym.Kind == resolve.Procedure || p.Second() != nil ||
			i > 0 && sym.IsCoarray() {
			return false
		}
		if p.Args == nil {
			continue
		}
		for _, a := range p.Args.Items {
			if a.Keyword != nil || !x.understood(a.Value) {
				return false
			}
		}
	}
	return r.Coindexed() == nil || x.understoodRemote(r, info)
}

// understoodRemote tells whether a coindexed object is one that the form of remote data takes.
func (x *stmt) understoodRemote(r *syntax.Ref, info *resolve.Reference) bool {
	p, sym := r.Parts[0], info.Parts[0]
	if len(r.Parts) != 1 || len(p.Selector.Specs) > 0 || p.Args == nil ||
		!section.IsPlain(x.scope, r) ||
		len(p.Selector.Cosubs) != sym.Corank() || !x.formable(sym, p.Name.Name) {
		return false
	}
	for _, c := range p.Selector.Cosubs {
		t := x.scope.TypeOf(c)
		if t == nil || t.Base != syntax.TypeInteger || syntax.HasCoindexed(c) || !x.understood(c) {
			return false
		}
	}
	switch x.l.opt.remoteForm() {
	case FormCray, FormCrayHoisted:
		return x.declaredBounds(sym) != nil
	case FormGet:
		return x.gapless(r, info)
	}
	return true
}

// formable tells whether a coarray, known here by a name, is of those that forms are for.
func (x *stmt) formable(sym *resolve.Symbol, local string) bool {
	if !sym.IsCoarray() || sym.Kind != resolve.Variable || sym.Selector != nil ||
		sym.Rank() <= 0 || !section.IsContiguous(sym) ||
		sym.Flags&(resolve.Dummy|resolve.Result|mid.Aliased&^resolve.InCommon|
			resolve.Optional) != 0 ||
		!numeric(sym.TypeOf()) || x.typeHere(sym.TypeOf()) == "" || sym.Scope == nil {
		return false
	}
	return x.formScope(sym, local) != nil && x.l.teams.viewOf(sym, local) == mangle.View(local)
}

// formScope is the scope in which the variables of a coarray's form are declared: that of the
// procedure, or of the BLOCK construct that declares the coarray. nil: the name means another one
// there.
func (x *stmt) formScope(sym *resolve.Symbol, local string) *resolve.Scope {
	for _, scope := range []*resolve.Scope{x.scope.Unit(), x.scope.Decl()} {
		if scope.Lookup(local) == sym && x.scope.Lookup(local) == sym {
			return scope
		}
	}
	return nil
}

// declaredBounds are the bounds of a coarray as they are declared, if all are numbers; else nil.
func (x *stmt) declaredBounds(sym *resolve.Symbol) []string {
	if sym.Has(resolve.Allocatable) || sym.Dims == nil {
		return nil
	}
	var out []string
	for _, d := range sym.Dims.Dims {
		low, okLow := int64(1), true
		if d.Lower != nil {
			low, okLow = sym.Scope.Int(d.Lower)
		}
		up, okUp := sym.Scope.Int(d.Upper)
		if d.Kind != syntax.DimExplicit || !okLow || !okUp {
			return nil
		}
		if low == 1 {
			out = append(out, cobound(up))
		} else {
			out = append(out, cobound(low)+":"+cobound(up))
		}
	}
	return out
}
