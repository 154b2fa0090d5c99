package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/lower/needs"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Teams. CHANGE TEAM becomes a BLOCK between two calls. Inside it a coarray's view is as ever: the
// run-time system makes it fit the current team. An image selector with TEAM= or TEAM_NUMBER= goes
// through a second view of the coarray, `coral_v_x`, which is always of all images; the image index
// is translated in place:
//
//	x(i)[k, team=t]   ->   coral_v_x%p(i, coral_image_of(t, k, line, file))
//
// That view is declared in the program unit that needs it.

// teams is what lowering knows of the teams of one file.
type teams struct {
	// initial are stand-ins for coarrays: the same, seen through the view of all images.
	initial map[*resolve.Symbol]*resolve.Symbol
	standIn map[*resolve.Symbol]bool
	// associated are coarrays as an associate name of CHANGE TEAM sees them: with its cobounds.
	// original is the way back.
	associated map[*resolve.Symbol]*resolve.Symbol
	original   map[*resolve.Symbol]*resolve.Symbol
	// declared are the views of all images of coarray components that are.
	declared map[*resolve.Symbol]bool
	// own are stand-ins for coarrays in pure procedures (pure.go), by the procedure's scope; isOwn
	// tells them.
	own   map[*resolve.Scope]map[*resolve.Symbol]*resolve.Symbol
	isOwn map[*resolve.Symbol]bool
}

func newTeams() *teams {
	return &teams{
		initial: map[*resolve.Symbol]*resolve.Symbol{}, standIn: map[*resolve.Symbol]bool{},
		associated: map[*resolve.Symbol]*resolve.Symbol{},
		original:   map[*resolve.Symbol]*resolve.Symbol{},
		declared:   map[*resolve.Symbol]bool{},
		own:        map[*resolve.Scope]map[*resolve.Symbol]*resolve.Symbol{},
		isOwn:      map[*resolve.Symbol]bool{},
	}
}

// unwritten tells whether a specifier is resolve's, which names the initial team
// (resolve.imagesOfNodes): it has no place in the source.
func unwritten(a *syntax.Arg) bool { return a.Range.Start == a.Range.End }

// unwrap is the coarray itself.
func (t *teams) unwrap(sym *resolve.Symbol) *resolve.Symbol {
	if o := t.original[sym]; o != nil {
		return o
	}
	return sym
}

// ofAll is the stand-in of a coarray for its view of all images.
func (t *teams) ofAll(sym *resolve.Symbol) *resolve.Symbol {
	sym = t.unwrap(sym)
	s := t.initial[sym]
	if s == nil {
		c := *sym
		s = &c
		t.initial[sym], t.standIn[s] = s, true
	}
	return s
}

// withCobounds is the coarray that a reference names, with the cobounds that CHANGE TEAM has given
// to the name.
func (t *teams) withCobounds(sym, base *resolve.Symbol) *resolve.Symbol {
	if base == nil || base.Kind != resolve.Associate || base.Codims == nil || !sym.IsCoarray() {
		return sym
	}
	s := t.associated[base]
	if s == nil {
		c := *sym
		s = &c
		s.Name, s.Ident, s.Codims = base.Name, base.Ident, base.Codims
		s.Scope, s.Flags = base.Scope.Host, sym.Flags&^resolve.Allocatable
		t.associated[base], t.original[s] = s, sym
	}
	return s
}

// viewOf, pointerOf and boundsOf name what belongs to a coarray that is known as local here.
func (t *teams) viewOf(sym *resolve.Symbol, local string) string {
	if t.standIn[sym] {
		return mangle.Name("coral_v_", local)
	}
	if t.isOwn[sym] {
		return mangle.Name("coral_o_", local)
	}
	return mangle.View(local)
}

func (t *teams) pointerOf(sym *resolve.Symbol, local string) string {
	if t.standIn[sym] {
		return mangle.Name("coral_w_", local)
	}
	if t.isOwn[sym] {
		return mangle.Name("coral_j_", local)
	}
	return mangle.Length(local)
}

func (t *teams) boundsOf(sym *resolve.Symbol, local string) string {
	if t.original[sym] != nil {
		return mangle.Bounds(sym.Name)
	}
	return mangle.Bounds(local)
}

// viewEntry is the run-time procedure that makes the view.
func (x *stmt) viewEntry(sym *resolve.Symbol, suffix string) string {
	if x.l.teams.standIn[sym] {
		return x.l.use("coral_view_initial" + suffix)
	}
	return x.l.use("coral_view" + suffix)
}

// selectedDecls declares the views of all images that a scope needs.
func (l *lowerer) selectedDecls(scope *resolve.Scope) []string {
	var out []string
	for _, v := range l.coarrays.Views[scope] {
		out = append(out, l.viewOfAll(v)...)
	}
	return out
}

// viewOfAll declares the view of all images of a coarray.
func (l *lowerer) viewOfAll(v needs.Named) []string {
	text, length := l.typeText(v.Sym)
	// the latter: associated
	if text == "" || v.Sym.Selector != nil && v.Sym.Has(resolve.Allocatable) {
		return nil
	}
	s := l.teams.ofAll(v.Sym)
	out := []string{fmt.Sprintf("type(%s) :: %s", mangle.ViewType(v.Local),
		l.teams.viewOf(s, v.Local))}
	if length != "" {
		if l.lengthOfPointer(v.Sym) {
			length = ":"
		}
		out = append(out, fmt.Sprintf("character(len=%s%s), pointer :: %s(%s:)", length,
			kindOf(v.Sym.TypeOf()),
			l.teams.pointerOf(s, v.Local), strings.Repeat(":,", max(v.Sym.Rank(), 0))))
	}
	return out
}

// refreshSelected makes sure that the view is good through which an image selector goes.
func (x *stmt) refreshSelected(sym *resolve.Symbol, local string, sel *syntax.ImageSelector) {
	own := x.l.teams.unwrap(sym)
	if mid.TeamSpec(sel) == nil {
		x.refresh(own, local)
		return
	}
	if own == sym && own.Has(resolve.Allocatable) {
		x.refresh(own, local) // for the cobounds
	}
	// in a block that says the type of a polymorphic coarray, whose own view has another one
	if _, typed := x.l.unit.guards[local]; typed && x.l.teams.initial[own] == nil {
		for _, text := range x.l.viewOfAll(needs.Named{Sym: own, Local: local}) {
			x.l.declareIn(own.Scope, text)
		}
	}
	x.refresh(x.l.teams.ofAll(own), local)
}

// selectedPointer is the pointer through which an image selector goes.
func (x *stmt) selectedPointer(sym *resolve.Symbol, local string,
	sel *syntax.ImageSelector) string {
	own := x.l.teams.unwrap(sym)
	if sel != nil && mid.TeamSpec(sel) != nil {
		own = x.l.teams.ofAll(own)
	}
	return x.pointer(own, local)
}

// imageIndex is the index of the selected image in the view: in the current team, or in the initial
// one if another team is named.
func (x *stmt) imageIndex(sym *resolve.Symbol, local string, sel *syntax.ImageSelector) string {
	image := x.cosubscriptIndex(sym, local, sel)
	a := mid.TeamSpec(sel)
	if a == nil || unwritten(a) {
		return image
	}
	value := x.t.Render(a.Value.Span())
	if a.Keyword.Name == "team" {
		return fmt.Sprintf("%s(%s, int(%s), %s)", x.l.use("coral_image_of"), value, image,
			x.where())
	}
	return fmt.Sprintf("%s(int(%s, %s), int(%s), %s)", x.l.use("coral_image_in"), value,
		x.l.use("coral_ik"), image, x.where())
}

// isOwn is the condition that an image selector means this image.
func (x *stmt) isOwn(sym *resolve.Symbol, local string, sel *syntax.ImageSelector) string {
	own := "coral_me"
	if mid.TeamSpec(sel) != nil {
		own = "coral_self"
	}
	return x.imageIndex(sym, local, sel) + " == " + x.l.use(own)
}

// selectorSpecs rewrites the specifiers of an image selector.
func (x *stmt) selectorSpecs(sel *syntax.ImageSelector) {
	for _, s := range sel.Specs {
		if unwritten(s) {
			continue
		}
		// the index stands in the text twice
		if s == mid.TeamSpec(sel) && x.mayHaveEffects(s.Value) {
			switch {
			case s.Keyword.Name == "team_number":
				x.planInVariable(s.Value)
				continue
			case len(x.loops) == 0:
				x.expr(s.Value)
				x.inVariableOf("type("+x.l.use("coral_team_type")+")", s.Value)
				continue
			}
		}
		x.expr(s.Value)
	}
}

// formTeam plans FORM TEAM (F2018 11.6.9).
func (x *stmt) formTeam(s *syntax.FormTeamStmt) {
	ik := x.l.use("coral_ik")
	x.expr(s.Number)
	x.expr(s.Team)
	args := []string{fmt.Sprintf("int(%s, %s)", x.t.Render(s.Number.Span()), ik),
		x.t.Render(s.Team.Span()), x.where()}
	if a := syntax.FindArg(s.Stats, "new_index"); a != nil {
		x.expr(a.Value)
		args = append(args, fmt.Sprintf("new_index=int(%s, %s)", x.t.Render(a.Value.Span()), ik))
	}
	args = append(args, x.syncStat(s.Stats))
	x.finishAs("call "+x.l.use("coral_form_team")+"("+joinArgs(args...)+")", true)
}

func (x *stmt) syncTeam(s *syntax.SyncTeamStmt) {
	x.expr(s.Team)
	x.simple("coral_sync_team", s.Stats, x.t.Render(s.Team.Span()))
}

// changeTeam plans a CHANGE TEAM construct (F2018 11.1.5).
func (l *lowerer) changeTeam(c *syntax.ChangeTeamConstruct, fl *flow) {
	scope := l.prog.ScopeOf(c)
	if scope == nil {
		return
	}
	x := l.newStmt(c.Head, fl)
	x.expr(c.Head.Team)
	x.simple("coral_change_team", c.Head.Stats, x.t.Render(c.Head.Team.Span()))
	decls, names := l.associations(scope, c.Head.Assocs)
	var open, closing []string
	switch n := c.Head.ConstructName; {
	case n != nil: // EXIT with this name goes to the end of the construct
		open, closing = []string{n.Name + ": block"}, []string{"end block " + n.Name}
	case len(decls) > 0:
		open, closing = []string{"block"}, []string{"end block"}
	}
	open = append(open, decls...)
	if len(names) > 0 {
		open = append(open, "associate ("+strings.Join(names, ", ")+")")
		closing = append([]string{"end associate"}, closing...)
	}
	head := l.planOf(c.Head)
	head.Before = append(linesAt(c.Head, l.notePassed(fl.scope, c)), head.Before...)
	head.DropName = true
	head.After = append(head.After, linesAt(c.Head, open)...)
	inner := fl.in(scope)
	clear(inner.fresh)
	l.items(c.Body, inner)
	clear(fl.fresh)
	if c.End != nil {
		e := l.newStmt(c.End, fl)
		e.simple("coral_end_team", c.End.Stats)
		p := l.planOf(c.End)
		p.Before = append(linesAt(c.End,
			append(closing, l.deallocations(scope.Host, c.Body, c.End)...)), p.Before...)
		p.After = append(p.After, l.viewsOfHosts(c.End, fl)...)
	}
}

// viewsOfHosts makes the views anew that an internal procedure shares with its hosts, behind the
// end of a construct in which another team was current. The statement that has called the procedure
// may have made such a view before. The run-time system puts back those in static data.
func (l *lowerer) viewsOfHosts(end syntax.Stmt, fl *flow) (out []emit.Line) {
	x := l.newStmt(end, fl)
	for host := fl.scope.Unit().Host; host != nil; host = host.Host {
		if host.Kind != resolve.ProcScope || host.SaveAll {
			continue
		}
		for _, sym := range host.Order {
			if sym.Scope == host && sym.IsCoarray() && sym.Kind == resolve.Variable &&
				l.coarrays.Indexed[sym] && l.hasView(sym) && !sym.Has(resolve.Save) &&
				fl.scope.Lookup(sym.Name) == sym {
				out = append(out, x.refreshLines(sym, sym.Name, true)...)
			}
		}
	}
	return out
}

// deallocations deallocates, by statements, what the construct itself has allocated and the
// run-time system cannot deallocate, or not well: coarrays of BLOCK constructs, which it does not
// know, and those whose type has components to deallocate or a final procedure.
func (l *lowerer) deallocations(scope *resolve.Scope, body []syntax.Item,
	end syntax.Stmt) []string {
	var out []string
	seen := map[*resolve.Symbol]bool{}
	syntax.EachStmt(body, func(s syntax.Stmt) {
		a, ok := s.(*syntax.AllocateStmt)
		if !ok {
			return
		}
		for _, o := range a.Allocs {
			name := o.Object.First().Name
			sym := scope.Lookup(name)
			if o.Codims == nil || !wholeObject(o.Object) || !sym.IsCoarray() || seen[sym] ||
				needs.HasNote(sym) && !needsStatement(sym) {
				continue
			}
			seen[sym] = true
			out = append(out, "if (allocated("+name+")) then", "  if ("+l.use("coral_of_team")+
				"(loc("+name+"))) then")
			if releasesMore(sym.TypeOf()) {
				out = append(out, "    call "+l.use("coral_dealloc_meet")+"("+placeOf(end)+")")
			}
			out = append(out, "    deallocate ("+name+")", "  end if", "end if")
		}
	})
	return out
}

// needsStatement tells whether there is more to deallocate than the memory of the coarray.
func needsStatement(sym *resolve.Symbol) bool {
	typ := sym.TypeOf()
	if typ == nil {
		return false
	}
	d := typ.DerivedOf()
	return d != nil &&
		(typ.Base == syntax.TypeClass || derived.HasBindings(d) ||
			derived.IndirectComponent(d) != nil)
}

// associations gives the declarations of cobounds that are not constant, and the native
// associations.
func (l *lowerer) associations(scope *resolve.Scope, list []*syntax.Association) (decls,
	names []string) {
	var values []string
	for _, a := range list {
		r, ok := a.Selector.(*syntax.Ref)
		if a.Name == nil || !ok {
			continue
		}
		names = append(names, a.Name.Name+" => "+r.Range.Text())
		base := scope.Symbols[a.Name.Name]
		sym, _ := scope.AssociateCoarray(base)
		if sym == nil || a.Codims == nil {
			continue
		}
		sym = l.teams.withCobounds(sym, base)
		if needed, constant := mid.NeedsBounds(sym); needed {
			decls = append(decls, l.boundsDecl(sym, constant))
			if !constant {
				values = append(values, l.boundsAtEntry(sym)...)
			}
		}
	}
	return append(decls, values...), names
}

// noteName is the procedure pointer by which the descriptor of an allocatable coarray reaches the
// run-time system. It stands beside the coarray: gfortran 12 sometimes fails over one in nested
// BLOCK constructs.
func noteName(coarray string) string { return mangle.Name("coral_n_", coarray) }

// notePassed lets the run-time system see the descriptors of coarrays that procedures may allocate
// in the construct. END TEAM deallocates them, by descriptors that the procedures have noted; the
// back end may believe that a dummy argument without the TARGET attribute is known to nobody when
// the procedure has returned, and that END TEAM cannot change the actual argument.
func (l *lowerer) notePassed(scope *resolve.Scope, c *syntax.ChangeTeamConstruct) []string {
	var out []string
	for _, one := range needs.PassedInTeam(scope, c) {
		note := noteName(one.Local)
		calls := []string{
			"call " + l.useC("c_f_procpointer") + "(" + l.use("coral_noter") + "(), " + note + ")",
			"call " + note + "(" + one.Local + ")",
		}
		if one.Sym.Has(resolve.Optional) {
			calls = []string{"if (present(" + one.Local + ")) then", "  " + calls[0], "  " +
				calls[1], "end if"}
		}
		out = append(out, calls...)
	}
	return out
}

// noteDecl declares it beside the coarray, where all names of its declaration are known.
func (l *lowerer) noteDecl(sym *resolve.Symbol) []string {
	if !needs.HasNote(sym) {
		return nil
	}
	text, length := l.typeText(sym)
	if length != "" && !deferredLength(sym) {
		text = "character(len=*" + kindOf(sym.TypeOf()) + ")"
	}
	return l.noteLines(sym, sym.Name, text)
}

// notePart declares the same beside a type with a coarray component.
func (l *lowerer) notePart(owner, c *resolve.Symbol) []string {
	if owner.Scope == nil || owner.Scope.Kind == resolve.BlockScope { // compare hasNote
		return nil
	}
	text, _ := l.typeText(c)
	if derived.Polymorphic(c) {
		text = l.specText(c, c.TypeOf())
	}
	return l.noteLines(c, owner.Name+"__"+c.Name, text)
}

// noteLines declares the procedure pointer by an interface body: where an internal procedure calls
// one that has its interface by name, gfortran 12 takes the name for another one in the BLOCK
// constructs behind the call.
func (l *lowerer) noteLines(sym *resolve.Symbol, name, text string) []string {
	note, face := noteName(name), noteName(name)
	begin, end := "interface", "pointer :: "+note
	if l.opt.NamedInterfaces {
		face = mangle.Name("coral_ni_", name)
		begin, end = "abstract interface", "procedure("+face+"), pointer :: "+note
	}
	return []string{
		begin, "  subroutine " + face + "(coral_it)", "    import",
		"    " + text + ", allocatable, target :: coral_it" + colons(sym.Rank()),
		"  end subroutine " + face, "end interface", end,
	}
}

// noteDescriptor passes the descriptor of a coarray that was allocated.
func (x *stmt) noteDescriptor(o syntax.Expr, add func(string, ...any)) {
	note := ""
	if r, ok := o.(*syntax.Ref); ok && len(r.Parts) > 1 {
		note = x.notePartName(r)
	} else if wholeObject(o) {
		if sym, local := x.coarrayArg(o); sym != nil && needs.HasNote(sym) {
			note = noteName(local)
		}
	}
	if note == "" {
		return
	}
	add("call %s(%s(), %s)", x.l.useC("c_f_procpointer"), x.l.use("coral_noter"), note)
	add("call %s(%s)", note, x.t.Render(o.Span()))
}

// notePartName is the procedure pointer for a coarray component; empty: there is none.
func (x *stmt) notePartName(r *syntax.Ref) string {
	info := x.scope.Reference(r)
	n := len(r.Parts) - 1
	c := info.Parts[n]
	if c == nil || c.Codims == nil || info.Types[n-1] == nil {
		return ""
	}
	owner := derived.Owner(info.Types[n-1].DerivedOf(), c)
	if owner == nil || owner.Scope == nil || owner.Scope.Kind == resolve.BlockScope {
		return ""
	}
	note := noteName(owner.Name + "__" + c.Name)
	if !x.importType(owner, note) {
		return ""
	}
	return note
}
