package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/edit"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/lower/needs"
	"github.com/coral-pgas/coral/internal/fortran/lower/uses"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// spec plans the declarations of a specification part.
func (l *lowerer) spec(scope *resolve.Scope, items []syntax.Item) {
	for _, it := range items {
		switch st := it.(type) {
		case *syntax.UseStmt:
			l.useStmt(scope, st)
		case *syntax.ImportStmt:
			l.importStmt(scope, st)
		case *syntax.TypeDeclStmt:
			l.typeDecl(scope, st)
		case *syntax.AttrStmt:
			l.attrStmt(scope, st)
		case *syntax.ParameterStmt:
			l.parameterStmt(st)
		case *syntax.GenericStmt:
			l.genericStmt(st)
		case *syntax.AssignStmt:
			l.statementFunction(scope, st)
		case *syntax.DerivedTypeDef:
			l.components(scope, st)
			l.announce(func() { l.partTypes(scope, st) })
		case *syntax.InterfaceBlock:
			for _, b := range st.Items {
				if sub, ok := b.(*syntax.Subprogram); ok {
					l.interfaceBody(sub)
				}
			}
		}
	}
}

// importStmt notes an IMPORT statement of a BLOCK construct or a contained procedure (F2018 8.8).
// One in the interface body of a module procedure goes in any case.
// It goes where something is generated: that uses names which the outermost scoping unit has from
// the runtime's module. A name that is not imported is declared there, or not used, and resolution
// has heeded the statement (C0196).
func (l *lowerer) importStmt(scope *resolve.Scope, st *syntax.ImportStmt) {
	sub, ok := scope.Node.(*syntax.Subprogram)
	if scope.Kind == resolve.BodyScope && !(ok && sub.Head.Has("module")) {
		l.importOfBody(st)
		return
	}
	if scope.Kind == resolve.BodyScope { // gfortran takes none there
		l.planOf(st).Replaced = scope.Explicit()
	} else {
		l.unit.narrowed = append(l.unit.narrowed, st)
	}
}

// importOfBody writes an IMPORT statement of an interface body as Fortran 2003 has it, which means
// the same there: without one, nothing of the host is accessible. gfortran 12 to 15 know no other.
func (l *lowerer) importOfBody(st *syntax.ImportStmt) {
	if st.Mode == "" {
		return
	}
	p := l.planOf(st)
	p.Replaced = true
	switch st.Mode {
	case "all":
		p.Text = "import"
	case "only":
		var names []string
		for _, n := range st.Names {
			names = append(names, n.Name)
		}
		p.Text = "import :: " + strings.Join(names, ", ")
	}
}

// parameterStmt puts the parentheses in place that an old PARAMETER statement lacks: a back end may
// take it for an assignment.
func (l *lowerer) parameterStmt(st *syntax.ParameterStmt) {
	if st.Parens || len(st.Defs) == 0 {
		return
	}
	r := st.Defs[0].Range.Join(st.Defs[len(st.Defs)-1].Range)
	p := l.planOf(st)
	p.Replaced, p.Text = true, "parameter ("+l.newText(st).Render(r)+")"
}

// genericStmt writes a GENERIC statement of a specification part (F2018 15.4.3.3) as an interface
// block, which means the same: gfortran has none there.
func (l *lowerer) genericStmt(st *syntax.GenericStmt) {
	if st.Spec == nil || len(st.Names) == 0 {
		return
	}
	var names []string
	for _, n := range st.Names {
		names = append(names, n.Name)
	}
	spec := l.newText(st).Render(st.Spec.Range)
	text := "interface " + spec + "; procedure :: " + strings.Join(names, ", ") + "; end interface"
	for _, a := range st.Attrs {
		switch a.Kind {
		case syntax.AttrPublic:
			text += "; public :: " + spec
		case syntax.AttrPrivate:
			text += "; private :: " + spec
		}
	}
	p := l.planOf(st)
	p.Replaced, p.Text = true, text
}

// interfaceBody strips codimensions: to the native compiler the dummies are ordinary variables. It
// needs no views.
func (l *lowerer) interfaceBody(sub *syntax.Subprogram) {
	in := l.prog.ScopeOf(sub)
	if in == nil {
		return
	}
	head := l.newText(sub.Head)
	l.recursion(in, sub, head)
	l.replaceBy(sub.Head, head)
	host := l.unit
	// it does not see the host's names: it has USE statements of its own
	if !sub.Head.Has("module") {
		l.unit = &unit{scope: in, uses: uses.Of(in)}
	}
	l.spec(in, sub.Spec)
	l.insertAtSpecEnd(sub.Head, &sub.ScopeBody, endOf(sub.End), l.targetsAmong(in))
	if l.unit != host {
		l.finish(sub.Head, endOf(sub.End))
	}
	if l.unit != host && l.unit.uses.HasRuntime() {
		l.insertUse(sub.Head, &sub.ScopeBody, endOf(sub.End),
			l.unit.uses.Lines(l.f.Form == syntax.Fixed))
	}
	l.unit = host
}

// typeDecl takes the codimensions out of a type declaration and saves what has to be saved.
func (l *lowerer) typeDecl(scope *resolve.Scope, st *syntax.TypeDeclStmt) {
	t := l.stripped(st)
	var save, targets []string
	common, decls := l.commons(scope, st, t)
	for _, e := range st.Entities {
		if e.Name == nil {
			continue
		}
		if sym := scope.Symbols[e.Name.Name]; sym.IsCoarray() {
			if l.coarrays.Pointed[sym] && sym.Flags&(resolve.Target|resolve.Dummy) == 0 {
				targets = append(targets, l.written(e.Name))
			}
			if needsSave(scope, sym) && !common[e.Name.Name] {
				save = append(save, e.Name.Range.Text())
			}
		} else if sym != nil && l.pointedTo(scope, sym) {
			save = append(save, e.Name.Range.Text())
		}
	}
	l.specIntrinsics(scope, st, t)
	if slices.ContainsFunc(st.Entities, func(e *syntax.Entity) bool {
		return e.Name != nil && derived.Polymorphic(scope.Symbols[e.Name.Name]) &&
			l.lifetimes.NeedsTarget(scope, scope.Symbols[e.Name.Name])
	}) {
		at, text := st.Colons, ", target "
		if !at.IsValid() {
			at, text = st.Entities[0].Name.Range, ", target :: "
		}
		at.End = at.Start
		t.Replace(at, text)
	}
	l.replaceBy(st, t)
	l.noteTyped(scope, st, t)
	if len(save) > 0 {
		p := l.planOf(st)
		p.After = append(p.After, emit.Line{Text: "save :: " + strings.Join(save, ", "),
			At: st.Range})
	}
	if len(decls) > 0 {
		p := l.planOf(st)
		p.After = append(p.After, linesAt(st, decls)...)
	}
	if len(targets) > 0 {
		p := l.planOf(st)
		p.After = append(p.After, emit.Line{Text: "target :: " + strings.Join(targets, ", "),
			At: st.Range})
	}
}

// stripped is a type declaration without codimensions, with the types of CAF 2.0 as the native
// compiler knows them.
func (l *lowerer) stripped(st *syntax.TypeDeclStmt) *edit.Text {
	t := l.newText(st)
	if st.Attr(syntax.AttrCopointer) != nil {
		t.Replace(st.Info().Body(), l.copointerDecl(st))
		return t
	}
	if st.Type.Base == syntax.TypeNamed {
		t.Replace(st.Type.Range, l.caf2Type(st.Type))
	}
	for _, a := range st.Attrs {
		if a.Kind == syntax.AttrCodimension || a.Kind == syntax.AttrCotarget {
			t.Replace(withComma(st, a.Range), "")
		} else if a.Codims != nil {
			t.Replace(a.Codims.Range, "")
		}
	}
	for _, e := range st.Entities {
		if e.Codims != nil {
			t.Replace(e.Codims.Range, "")
		}
	}
	return t
}

// replaceBy plans a statement's edited text, if anything was edited.
func (l *lowerer) replaceBy(st syntax.Stmt, t *edit.Text) {
	if t.Edited() {
		p := l.planOf(st)
		p.Replaced, p.Text = true, t.All()
	}
}

// specIntrinsics replaces num_images() and this_image(), and inquiries of cobounds, in kinds,
// bounds, lengths and initial values.
func (l *lowerer) specIntrinsics(scope *resolve.Scope, st *syntax.TypeDeclStmt, t *edit.Text) {
	x := &stmt{l: l, s: st, scope: scope, t: t, h: &hooks{}, fl: &flow{scope: scope}}
	visit := func(a *syntax.ArraySpec) { l.dimsIn(scope, st, t, a) }
	for _, a := range st.Attrs {
		visit(a.Dims)
	}
	x.expr(st.Type.Kind)
	x.expr(st.Type.Len)
	for _, e := range st.Entities {
		visit(e.Dims)
		x.expr(e.Len)
		x.expr(e.Init)
	}
}

// dimsIn does that in the bounds of an array.
func (l *lowerer) dimsIn(scope *resolve.Scope, st syntax.Stmt, t *edit.Text, a *syntax.ArraySpec) {
	if a == nil {
		return
	}
	x := &stmt{l: l, s: st, scope: scope, t: t, h: &hooks{}, fl: &flow{scope: scope}}
	for _, d := range a.Dims {
		x.expr(d.Lower)
		x.expr(d.Upper)
	}
}

// withComma extends the range of an attribute to the comma in front.
func withComma(s syntax.Stmt, r diag.Range) diag.Range {
	tokens := s.Info().Tokens()
	for i := 1; i < len(tokens); i++ {
		if tokens[i].Range.Start == r.Start && tokens[i-1].Kind == syntax.Comma {
			r.Start = tokens[i-1].Range.Start
		}
	}
	return r
}

// needsSave tells whether a coarray lacks the SAVE that makes it static. In main programs it is
// implied (F2018 8.5.16), but not all compilers keep to that under all options (gfortran -fopenmp
// puts such variables on the stack).
func needsSave(scope *resolve.Scope, sym *resolve.Symbol) bool {
	if scope.Kind != resolve.MainScope && scope.Kind != resolve.ProcScope &&
		scope.Kind != resolve.BlockScope {
		return false
	}
	return !scope.SaveAll && sym.Scope == scope &&
		sym.Flags&(resolve.Allocatable|resolve.Dummy|resolve.Result|resolve.Save|
			resolve.Initialised|resolve.InCommon) == 0
}

// pointedTo tells whether a target of the main program, which has the SAVE attribute (F2018
// 8.5.16), must be told to be static, for pointer components of coindexed objects may point to it.
func (l *lowerer) pointedTo(scope *resolve.Scope, sym *resolve.Symbol) bool {
	if scope.Kind != resolve.MainScope || scope.SaveAll ||
		len(l.needs.Owner) == 0 || sym.Kind != resolve.Variable {
		return false
	}
	return sym.Has(resolve.Target) &&
		sym.Flags&(resolve.Allocatable|resolve.Pointer|resolve.Save|resolve.Initialised|
			resolve.InCommon|resolve.Equivalenced) == 0
}

// attrStmt takes codimensions out of CODIMENSION, DIMENSION, ALLOCATABLE and other attribute
// statements.
func (l *lowerer) attrStmt(scope *resolve.Scope, st *syntax.AttrStmt) {
	t := l.newText(st)
	var save []string
	for _, e := range st.Entities {
		if e.Name == nil {
			continue
		}
		sym := scope.Symbols[e.Name.Name]
		l.dimsIn(scope, st, t, e.Dims)
		if e.Codims != nil {
			t.Replace(e.Codims.Range, "")
			// a type declaration saves what it declares
			if sym != nil && sym.Decl == nil && needsSave(scope, sym) {
				save = append(save, e.Name.Range.Text())
			}
		}
		if st.Attr.Kind == syntax.AttrPublic && sym == nil {
			if o := scope.Lookup(e.Name.Name); o.IsCoarray() {
				t.Replace(e.Name.Range,
					strings.Join(append([]string{e.Name.Range.Text()},
						l.viewNames(e.Name.Name, o)...), ", "))
			}
		}
	}
	if t.Edited() {
		p := l.planOf(st)
		p.Replaced = true
		if st.Attr.Kind == syntax.AttrCodimension {
			p.Text = ""
			l.keepShapes(scope, st, p)
		} else {
			p.Text = t.All()
		}
	}
	if len(save) > 0 {
		p := l.planOf(st)
		p.After = append(p.After, emit.Line{Text: "save :: " + strings.Join(save, ", "),
			At: st.Range})
	}
}

// keepShapes turns `codimension a(10)[*]` into a DIMENSION statement for those entities that have a
// shape.
func (l *lowerer) keepShapes(scope *resolve.Scope, st *syntax.AttrStmt, p *emit.Plan) {
	var shapes []string
	t := l.newText(st)
	for _, e := range st.Entities {
		if e.Dims != nil {
			l.dimsIn(scope, st, t, e.Dims)
			shapes = append(shapes, l.written(e.Name)+t.Render(e.Dims.Range))
		}
	}
	if len(shapes) > 0 {
		p.Text = "dimension " + strings.Join(shapes, ", ")
	}
}

// useStmt extends a USE statement by the views of the coarrays that it names, and takes
// ISO_FORTRAN_ENV from Coral.
func (l *lowerer) useStmt(scope *resolve.Scope, st *syntax.UseStmt) {
	var u *resolve.Use
	for _, c := range scope.Uses {
		if c.Stmt == st {
			u = c
		}
	}
	switch {
	case u == nil:
	case u.Intrinsic == "iso_fortran_env":
		l.useEnv(st)
	case u.Module != nil:
		l.extendUse(scope, u)
	}
}

// extendUse adds the views of coarrays to an ONLY list or to renames. Without ONLY the views of
// coarrays that are not renamed come by themselves.
func (l *lowerer) extendUse(scope *resolve.Scope, u *resolve.Use) {
	t := l.newText(u.Stmt)
	more := l.hideEnv(scope, u, t)
	for _, it := range u.Stmt.Items {
		if it.Name == nil {
			continue
		}
		sym := u.Module.Export(it.Name.Name)
		if !sym.IsCoarray() {
			continue
		}
		names := []string{t.Render(it.Range)}
		from := l.viewNames(it.Name.Name, sym)
		if it.Local == nil {
			names = append(names, from...)
		} else {
			for i, local := range l.viewNames(it.Local.Name, sym) {
				names = append(names, local+" => "+from[i])
			}
		}
		t.Replace(it.Range, strings.Join(names, ", "))
	}
	l.replaceBy(u.Stmt, t)
	if more != "" {
		p := l.planOf(u.Stmt)
		p.Replaced, p.Text = true, t.All()+more
	}
}

// viewNames are the names that belong to a coarray known under the given name.
func (l *lowerer) viewNames(name string, sym *resolve.Symbol) []string {
	var names []string
	if l.hasView(sym) {
		names = append(names, mangle.View(name), mangle.ViewType(name))
	}
	if needed, _ := mid.NeedsBounds(sym); needed {
		names = append(names, mangle.Bounds(name))
	}
	if deferredLength(sym) {
		names = append(names, mangle.Length(name))
	}
	if needs.HasNote(sym) {
		names = append(names, noteName(name))
	}
	return names
}

// hasView tells whether a coarray's view can be declared: of its declared type, or of the mirror of
// an abstract one. Those of unlimited polymorphic type are seen in blocks of SELECT TYPE only.
func (l *lowerer) hasView(sym *resolve.Symbol) bool {
	typ := sym.TypeOf()
	return typ == nil || typ.Base != syntax.TypeClassAny &&
		(!derived.IsAbstract(typ.DerivedOf()) || l.needs.Mirrors[typ.DerivedOf()])
}

// viewDecls are the declarations of views for the coarrays declared in a scope.
func (l *lowerer) viewDecls(scope *resolve.Scope) []string {
	if scope.Kind == resolve.BodyScope {
		return nil
	}
	inModule := scope.Kind == resolve.ModuleScope || scope.Kind == resolve.SubmoduleScope
	var out []string
	for _, sym := range scope.Order {
		if sym.Scope != scope || !sym.IsCoarray() || sym.Kind == resolve.Associate {
			continue
		}
		if inModule || l.coarrays.Allocated[sym] {
			out = append(out, l.noteDecl(sym)...)
		}
		if !inModule && !l.coarrays.Indexed[sym] {
			continue
		}
		out = append(out, l.viewDecl(scope, sym, inModule)...)
	}
	return append(append(out, l.behindDecls(scope)...), l.selectedDecls(scope)...)
}

// isTypeHidden refuses a coarray whose type cannot be named in the scope that declares its view.
// The dummy arguments of a MODULE PROCEDURE statement are declared in the interface body, and the
// procedure itself may give the name of their type to another entity.
func (l *lowerer) isTypeHidden(scope *resolve.Scope, sym *resolve.Symbol) bool {
	d := sym.TypeOf().DerivedOf()
	if d == nil || !(&stmt{l: l, scope: scope}).obscures(d) {
		return false
	}
	at := sym.Ident
	if other := scope.Lookup(d.Name); other != nil && other.Ident != nil {
		at = other.Ident
	}
	l.errorf("C0239", at.Range, "'%s' of type '%s' is referred to on other images here, where the "+
		"name '%s' means something else", sym.Name, d.Name, d.Name).
		Help("give what hides '%s' another name", d.Name)
	return true
}

func (l *lowerer) viewDecl(scope *resolve.Scope, sym *resolve.Symbol, inModule bool) []string {
	typeText, length := l.typeText(sym)
	if typeText == "" || !l.hasView(sym) || l.isTypeHidden(scope, sym) {
		return nil
	}
	ik := l.use("coral_ik")
	l.use("coral_gen")
	l.use("coral_view")
	view, vtype := mangle.View(sym.Name), mangle.ViewType(sym.Name)
	rank := max(sym.Rank(), 0) + 1
	colons := strings.Repeat(":,", rank-1) + ":"
	out := []string{
		"type :: " + vtype,
		fmt.Sprintf("  integer(%s) :: gen = -1_%s", ik, ik),
	}
	if sym.Has(resolve.Allocatable) {
		out = append(out, fmt.Sprintf("  integer(%s) :: c(%d)", ik, 2*sym.Corank()))
	}
	out = append(out, fmt.Sprintf("  %s, pointer :: p(%s)", typeText, colons))
	if l.pointable(sym) {
		out = append(out, localDecl(sym, typeText))
	}
	if l.hasObject(sym) {
		out = append(out, "  "+typeText+", pointer :: o")
	}
	out = append(out, "end type")
	save := ""
	if !scope.SaveAll && savesView(scope, sym) {
		save = ", save"
	}
	out = append(out, fmt.Sprintf("type(%s)%s :: %s", vtype, save, view))
	if length != "" {
		if l.lengthOfPointer(sym) {
			length = ":"
		} else {
			save = ""
		}
		out = append(out, fmt.Sprintf("character(len=%s%s), pointer%s :: %s(%s)", length,
			kindOf(sym.TypeOf()), save, mangle.Length(sym.Name), colons))
	}
	names := l.viewNames(sym.Name, sym)
	if needed, constant := mid.NeedsBounds(sym); needed {
		out = append(out, l.boundsDecl(sym, constant))
	}
	if scope.Kind == resolve.ModuleScope {
		switch public := scope.IsPublic(sym.Name); {
		case public && scope.Private:
			out = append(out, "public :: "+strings.Join(names, ", "))
		case !public && !scope.Private:
			out = append(out, "private :: "+strings.Join(names, ", "))
		}
	}
	return out
}

func (l *lowerer) boundsDecl(sym *resolve.Symbol, constant bool) string {
	n := 2*sym.Corank() - 1
	ik := l.use("coral_ik")
	if constant {
		return fmt.Sprintf("integer(%s), parameter :: %s(%d) = %s", ik, mangle.Bounds(sym.Name), n,
			l.boundsValue(sym))
	}
	return fmt.Sprintf("integer(%s) :: %s(%d)", ik, mangle.Bounds(sym.Name), n)
}

// boundsValue is an array constructor of the declared cobounds: lower1, upper1, lower2, ...,
// lowerN.
func (l *lowerer) boundsValue(sym *resolve.Symbol) string {
	var items []string
	src := func(x syntax.Expr) string {
		if x == nil {
			return "1"
		}
		return l.textOf(sym, x)
	}
	for i, d := range sym.Codims.Dims {
		last := i == len(sym.Codims.Dims)-1
		switch {
		case d.Ranks && last:
			items = append(items, "0")
		case d.Ranks:
			items = append(items, "0", paren(src(d.Upper))+"-1")
		case last:
			items = append(items, src(d.Lower))
		default:
			items = append(items, src(d.Lower), src(d.Upper))
		}
	}
	return fmt.Sprintf("[integer(%s) :: %s]", l.use("coral_ik"), strings.Join(items, ", "))
}

// textOf renders an expression of a declaration, num_images() and the like replaced.
func (l *lowerer) textOf(sym *resolve.Symbol, x syntax.Expr) string {
	st := l.stmtAt(x.Span())
	if st == nil {
		return x.Span().Text()
	}
	e := &stmt{l: l, s: st, scope: sym.Scope, t: l.newText(st), h: &hooks{},
		fl: &flow{scope: sym.Scope}}
	e.expr(x)
	return e.t.Render(x.Span())
}

// stmtAt finds the statement that holds a range.
func (l *lowerer) stmtAt(r diag.Range) syntax.Stmt {
	for _, f := range l.prog.Files {
		for _, s := range f.Stmts {
			if s.Info().Range.Contains(r) {
				return s
			}
		}
	}
	return nil
}

// captures are the statements that keep the cobounds as they are at entry.
func (l *lowerer) captures(scope *resolve.Scope) []string {
	var out []string
	for _, sym := range scope.Order {
		if sym.Scope != scope || !sym.IsCoarray() || !l.coarrays.Indexed[sym] ||
			sym.Kind == resolve.Associate {
			continue
		}
		if needed, constant := mid.NeedsBounds(sym); needed && !constant {
			out = append(out, l.boundsAtEntry(sym)...)
		}
	}
	return out
}

// viewsAnew has the views of dummy arguments set up in each call: a SAVE statement without a list
// keeps them, and they may be another argument's.
func (l *lowerer) viewsAnew(scope *resolve.Scope) []string {
	if !scope.SaveAll || scope.IsPure() {
		return nil
	}
	var out []string
	for _, sym := range scope.Order {
		if sym.Scope == scope && sym.IsCoarray() && l.coarrays.Indexed[sym] &&
			sym.Kind != resolve.Associate && sym.Has(resolve.Dummy) && l.hasView(sym) {
			out = append(out, mangle.View(sym.Name)+"%gen = -1_"+l.use("coral_ik"))
		}
	}
	return out
}

// boundsAtEntry sets the cobounds that are kept, and checks them: lengths of codimensions are
// divisors.
func (l *lowerer) boundsAtEntry(sym *resolve.Symbol) []string {
	name, at := mangle.Bounds(sym.Name), sym.Ident.Range.Position()
	out := []string{name + " = " + l.boundsValue(sym)}
	if sym.Corank() > 1 {
		out = append(out, fmt.Sprintf("call %s(%s, %d, %d, %s)", l.use("coral_check_cobounds"),
			name, sym.Corank(), at.Line, edit.Quote(at.File)))
	}
	return out
}

// typeText is the declared type as text for the view's pointer. For a character length that is not
// constant the pointer's length is deferred, and length is the text from which it is set.
func (l *lowerer) typeText(sym *resolve.Symbol) (text, length string) {
	typ := sym.TypeOf()
	if typ == nil {
		return "", ""
	}
	if typ.Base == syntax.TypeClassAny {
		return "", ""
	}
	if own := ownType(sym); own != "" {
		return own, ""
	}
	if derived.IsAbstract(typ.DerivedOf()) && l.needs.Mirrors[typ.DerivedOf()] {
		return "type(" + l.mirror(typ.DerivedOf()) + ")", ""
	}
	// not a type guard's
	if d := typ.DerivedOf(); typ.Spec != nil && typ.Spec.Base == syntax.TypeNamed &&
		(d == nil || d.Def == nil) {
		return l.caf2Type(typ.Spec), ""
	}
	if typ.Base == syntax.TypeClass || isGuard(typ) {
		// the parts of the declared type are what a selector can reach
		return "type(" + typ.Spec.Name.Range.Text() + ")", ""
	}
	if typ.Spec == nil {
		if typ.Base == syntax.TypeInteger {
			return "integer", ""
		}
		return "real", ""
	}
	if typ.Base != syntax.TypeCharacter {
		return l.specText(sym, typ), ""
	}
	return l.characterText(sym, typ)
}

// specText is a type as it is declared. TYPE IS (t) has the name of the type alone, as declarations
// of CAF 2.0 have it.
func (l *lowerer) specText(sym *resolve.Symbol, typ *resolve.Type) string {
	spec := typ.Spec
	if spec.Base == syntax.TypeNamed {
		if d := typ.DerivedOf(); d != nil && d.Def != nil {
			return "type(" + spec.Name.Range.Text() + ")"
		}
		return l.caf2Type(spec)
	}
	if text, known := l.specTexts[spec]; known {
		return text
	}
	text := spec.Range.Text()
	if st := l.stmtAt(spec.Range); st != nil {
		text = l.newText(st).Render(spec.Range)
	}
	l.specTexts[spec] = text
	return text
}

func (l *lowerer) characterText(sym *resolve.Symbol, typ *resolve.Type) (text, length string) {
	kind := kindOf(typ)
	switch x := typ.Length().(type) {
	case nil:
		return "character(len=1" + kind + ")", ""
	case *syntax.Star:
		return "character(len=:" + kind + ")", "len(" + sym.Name + ")"
	case *syntax.DeferredLen:
		return "character(len=:" + kind + ")", "len(" + sym.Name + ")"
	default:
		if typ.Scope.IsConstant(x) {
			return "character(len=" + l.textOf(sym, x) + kind + ")", ""
		}
		return "character(len=:" + kind + ")", "len(" + sym.Name + ")"
	}
}

func kindOf(typ *resolve.Type) string {
	if typ.Spec == nil || typ.Spec.Kind == nil {
		return ""
	}
	return ", kind=" + typ.Spec.Kind.Span().Text()
}

// savesView tells whether the view of a coarray keeps what it is between calls.
func savesView(scope *resolve.Scope, sym *resolve.Symbol) bool {
	outside := scope.Kind == resolve.ModuleScope || scope.Kind == resolve.SubmoduleScope ||
		scope.Kind == resolve.MainScope
	return !scope.IsPure() && !sym.Has(resolve.Dummy) &&
		(outside || !sym.Has(resolve.Allocatable) || sym.Has(resolve.Save))
}

// lengthOfPointer tells whether the pointer that reaches all images gets its length when it is
// pointed: that of the coarray is deferred, or is that of an optional dummy argument, to which no
// specification expression may refer (F2018 10.1.11).
func (l *lowerer) lengthOfPointer(sym *resolve.Symbol) bool {
	if !sym.Has(resolve.Optional) {
		return deferredLength(sym)
	}
	_, length := l.typeText(sym)
	return length != ""
}

// deferredLength tells whether an entity's character length is decided when it is allocated.
func deferredLength(sym *resolve.Symbol) bool {
	typ := sym.TypeOf()
	if typ == nil || typ.Base != syntax.TypeCharacter || typ.Spec == nil {
		return false
	}
	_, deferred := typ.Length().(*syntax.DeferredLen)
	return deferred
}

// constantBounds are the names of generated arrays of cobounds that are constants.
func (l *lowerer) constantBounds() map[string]bool {
	constant := map[string]bool{}
	for sym := range l.coarrays.Indexed {
		if needed, isConstant := mid.NeedsBounds(sym); needed && isConstant {
			constant[mangle.Bounds(sym.Name)] = true
		}
	}
	return constant
}

// env is the module in the place of ISO_FORTRAN_ENV.
func (l *lowerer) env() string {
	if l.runtime != nil {
		return "coral_env_long"
	}
	return "coral_env"
}
