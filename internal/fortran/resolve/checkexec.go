package resolve

import (
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// checker walks the execution part of one program unit or subprogram.
type checker struct {
	p     *Program
	scope *Scope
	// critical and concurrent are the constructs around.
	critical   int
	concurrent int
	// loops are the names of DO constructs begun inside the innermost CRITICAL.
	loops []string
	// labels defined inside the innermost CRITICAL.
	inside map[int]bool
	// inner are the names of constructs inside the innermost CRITICAL, and its own.
	inner map[string]bool
	// team is the innermost CHANGE TEAM construct, or nil.
	team *enclosure
	// inquired are arguments of inquiry functions.
	inquired map[*syntax.Ref]bool
	// called is the designator of the CALL statement that is checked.
	called *syntax.Ref
	// variables are names of functions about images that a statement has defined: they are
	// variables here.
	variables map[string]bool
	// handles are references to copointers themselves where these may stand.
	handles map[*syntax.Ref]bool
	// asked, toldSimple and indices are for simple procedures: variables about which constant
	// expressions inquire, those of other scopes that have been told, and references to indices.
	asked      map[*syntax.Ref]bool
	toldSimple map[*Symbol]bool
	indices    map[*syntax.Ref]bool
}

func (c *checker) errorf(code diag.Code, r diag.Range, format string,
	args ...any) *diag.Diagnostic {
	return c.p.errorf(code, r, format, args...)
}

func (c *checker) items(items []syntax.Item) {
	for _, it := range items {
		c.item(it)
	}
}

func (c *checker) item(it syntax.Item) {
	switch it := it.(type) {
	case syntax.Stmt:
		c.stmt(it)
	case *syntax.IfConstruct:
		for _, b := range it.Branches {
			c.stmt(b.Head)
			c.items(b.Body)
		}
	case *syntax.DoConstruct:
		c.do(it)
	case *syntax.SelectConstruct:
		c.stmt(it.Head)
		for _, b := range it.Blocks {
			c.in(b.Head, b.Body)
		}
	case *syntax.WhereConstruct:
		for _, b := range it.Branches {
			c.stmt(b.Head)
			c.items(b.Body)
		}
	case *syntax.ForallConstruct:
		c.concurrentIndices(it.Head.Header, it)
		c.stmt(it.Head)
		c.items(it.Body)
	case *syntax.AssociateConstruct:
		c.stmt(it.Head)
		c.in(it, it.Body)
	case *syntax.BlockConstruct:
		if s := c.p.scopes[it]; s != nil {
			c.p.checkDeclarations(s, it.Spec)
			c.p.imports(s, it.Spec, it.Body)
			for _, d := range it.Spec {
				if d, ok := d.(*syntax.TypeDeclStmt); ok {
					list, bad := s.BoundsBefore(d)
					for i := 0; bad == nil && i < len(list); i++ {
						c.ref(list[i])
					}
				}
			}
			c.blockOfCoarrays(s)
		}
		c.in(it, it.Body)
	case *syntax.CriticalConstruct:
		c.criticalConstruct(it)
	case *syntax.ChangeTeamConstruct:
		c.changeTeam(it)
	case *syntax.WithTeamConstruct:
		c.withTeam(it)
	case *syntax.FinishConstruct:
		c.finish(it)
	case *syntax.XMPConstruct:
		c.xmpConstruct(it)
	case *syntax.XMPGmove:
		c.gmove(it)
	}
}

func (c *checker) in(n syntax.Node, body []syntax.Item) {
	saved := c.scope
	if s := c.p.scopes[n]; s != nil {
		c.scope = s
	}
	if b, ok := n.(*syntax.BlockConstruct); ok {
		c.simpleDeclarations(b.Spec)
	}
	c.items(body)
	c.scope = saved
}

func (c *checker) do(d *syntax.DoConstruct) {
	c.stmt(d.Head)
	if d.Head.Concurrent != nil {
		c.concurrentIndices(d.Head.Concurrent, d)
		c.locality(d)
		c.concurrent++
		defer func() { c.concurrent-- }()
	}
	name := ""
	if n := d.Head.ConstructName; n != nil {
		name = n.Name
	}
	c.loops = append(c.loops, name)
	if t := c.team; t != nil {
		t.loops++
		defer func() { t.loops-- }()
	}
	c.items(d.Body)
	c.loops = c.loops[:len(c.loops)-1]
}

func (c *checker) criticalConstruct(it *syntax.CriticalConstruct) {
	c.imageControl(it.Head, "CRITICAL")
	c.args(it.Head.Stats)
	loops, inside, inner := c.loops, c.inside, c.inner
	c.loops, c.inside, c.inner = nil, map[int]bool{}, map[string]bool{}
	marks(it.Body, c.inside, c.inner)
	if n := it.Head.ConstructName; n != nil {
		c.inner[n.Name] = true
	}
	c.critical++
	c.items(it.Body)
	c.critical--
	c.loops, c.inside, c.inner = loops, inside, inner
}

// marks collects the labels and construct names of statements.
func marks(items []syntax.Item, labels map[int]bool, names map[string]bool) {
	for _, it := range items {
		syntax.Inspect(it, func(n syntax.Node) bool {
			s, ok := n.(syntax.Stmt)
			if !ok {
				return true
			}
			if s.Info().Label != nil {
				labels[s.Info().Label.Value] = true
			}
			if s.Info().ConstructName != nil {
				names[s.Info().ConstructName.Name] = true
			}
			return true
		})
	}
}

// Leaving finds the statements by which control leaves a body otherwise than by its end: RETURN
// and, for the body of a construct with that name (or none), branches to places outside.
func Leaving(body []syntax.Item, name *syntax.Ident, construct bool) []syntax.Stmt {
	labels, names := map[int]bool{}, map[string]bool{}
	marks(body, labels, names)
	if name != nil {
		delete(names, name.Name)
	}
	var out []syntax.Stmt
	check := func(s syntax.Stmt, loops int) {
		leaves := false
		named := func(id *syntax.Ident) bool {
			return id == nil && loops == 0 || id != nil &&
				!names[id.Name]
		}
		switch s := s.(type) {
		case *syntax.ReturnStmt:
			leaves = true
		case *syntax.ExitStmt:
			leaves = construct && named(s.Name)
		case *syntax.CycleStmt:
			leaves = construct && named(s.Name)
		case *syntax.GotoStmt:
			leaves = construct &&
				slices.ContainsFunc(s.Labels,
					func(k *syntax.Label) bool { return !labels[k.Value] })
		}
		if leaves {
			out = append(out, s)
		}
	}
	var walk func(items []syntax.Item, loops int)
	walk = func(items []syntax.Item, loops int) {
		for _, it := range items {
			if s, ok := it.(syntax.Stmt); ok {
				if c, ok := s.(*syntax.IfStmt); ok && c.Action != nil {
					s = c.Action
				}
				check(s, loops)
				continue
			}
			syntax.EachPart(it, func(n syntax.Node, _ syntax.Stmt, body []syntax.Item) {
				if _, ok := n.(*syntax.DoConstruct); ok {
					walk(body, loops+1)
				} else {
					walk(body, loops)
				}
			})
		}
	}
	walk(body, 0)
	return out
}

// imageControl checks where an image control statement stands (F2018 11.6.1, C1117, C1137, C1599).
func (c *checker) imageControl(s syntax.Stmt, what string) {
	r := s.Info().Body()
	switch {
	case c.critical > 0:
		c.errorf("C0114", r, "the image control statement %s cannot stand in a CRITICAL construct",
			what)
	case c.concurrent > 0:
		c.errorf(
			"C0115", r, "the image control statement %s cannot stand in a DO CONCURRENT construct",
			what)
	case c.scope.IsPure():
		c.errorf("C0113", r, "the image control statement %s cannot stand in a %s procedure",
			what, c.scope.PureWord())
	}
}

// blockOfCoarrays checks the coarrays that the end of a BLOCK construct deallocates, which is image
// control (F2018 11.6.1).
func (c *checker) blockOfCoarrays(s *Scope) {
	for _, sym := range s.Order {
		if sym.Scope != s || !sym.IsCoarray() || !sym.Has(Allocatable) || sym.Has(Save) ||
			s.SaveAll {
			continue
		}
		switch {
		case c.critical > 0:
			c.errorf("C0114", sym.Ident.Range,
				"the end of this BLOCK deallocates the coarray '%s': it cannot stand in a "+
					"CRITICAL construct", sym.Name)
		case c.concurrent > 0:
			c.errorf("C0115", sym.Ident.Range,
				"the end of this BLOCK deallocates the coarray '%s': it cannot stand in a DO "+
					"CONCURRENT construct", sym.Name)
		}
	}
}

// stmt checks one statement.
func (c *checker) stmt(s syntax.Stmt) {
	if s == nil {
		return
	}
	syntax.Hold(s)
	defer syntax.Release(s)
	if r := s.Info().Joined(); r.Src != nil {
		c.p.legacy("C0032", r, "put a blank between the two words",
			"'%s' is not standard Fortran in free form", r.Text())
	}
	c.leaving(s)
	c.typedByValue(s)
	switch s := s.(type) {
	case *syntax.IfStmt:
		c.expr(s.Cond)
		c.stmt(s.Action)
		return
	case *syntax.WhereStmt:
		c.expr(s.Mask)
		c.stmt(s.Action)
		return
	case *syntax.ForallStmt:
		c.concurrentIndices(s.Header, s)
		c.stmt(s.Action)
		return
	case *syntax.AssignStmt:
		c.noteVariable(s.LHS())
		c.conforming(s)
		c.defined(s.LHS())
		c.definedSynchronizer(s.LHS())
		c.polymorphicCoarray(s)
		c.pointerInPure(s)
		c.operands(assignmentKey, s.LHS(), s.RHS())
	case *syntax.PtrAssignStmt:
		c.pointerAssignment(s)
		return
	case *syntax.AllocateStmt:
		c.allocate(s)
		return
	case *syntax.DeallocateStmt:
		c.deallocate(s)
		return
	case *syntax.CallStmt:
		c.call(s)
		return
	case *syntax.NullifyStmt:
		for _, o := range s.Objects {
			if r, ok := o.(*syntax.Ref); ok && c.scope.Copointer(r) != nil {
				c.handle(r)
				continue
			}
			c.notCoindexed(o, "C0156",
				"a pointer of another image cannot be nullified (F2018 C952): pointers are "+
					"valid on their own image only")
		}
	case *syntax.IOStmt:
		c.io(s)
	case *syntax.AssociateStmt:
		for _, a := range s.Assocs {
			r, ok := a.Selector.(*syntax.Ref)
			if !ok || !r.Remote() || c.scope.asksAlike(r) {
				continue
			}
			what := "a coindexed object cannot be the selector of an ASSOCIATE construct " +
				"(F2018 C1105)"
			if r.Coindexed() == nil { // its elements would not be those of the other image
				what = "what a copointer refers to cannot be the selector of an ASSOCIATE construct"
			}
			c.errorf("C0137", r.Range, "%s", what).
				Help("an expression can: write (%s)", r.Range.Text())
			return
		}
	case *syntax.SelectStmt:
		if s.Kind != syntax.SelectCase {
			c.selected(s.Expr, s.Expr.Span())
		}
	case *syntax.SpawnStmt:
		c.spawn(s)
		return
	case *syntax.XMPStmt:
		c.xmp(s)
	case *syntax.DataStmt:
		c.p.checkDeclarations(&Scope{}, []syntax.Item{s})
		return
	default:
		c.sync(s)
	}
	syntax.StmtExprs(s, c.expr)
}

// io checks what an input/output statement defines.
func (c *checker) io(s *syntax.IOStmt) {
	if c.oldVerb(s) {
		return
	}
	for i, a := range s.Controls {
		if s.ControlDefines(i) {
			c.remoteReadOnly(a.Value)
		}
	}
	if s.Verb == syntax.IORead || s.Verb == syntax.IOAccept {
		c.read(s.Items)
	}
}

// read checks items of an input list, those of implied loops included.
func (c *checker) read(items []syntax.Expr) {
	for _, e := range items {
		if d, ok := e.(*syntax.ImpliedDo); ok {
			c.read(d.Items)
			continue
		}
		c.defined(e)
	}
}

// sync checks image control statements.
func (c *checker) sync(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.SyncAllStmt:
		c.imageControl(s, "SYNC ALL")
		c.args(s.Stats)
	case *syntax.SyncMemoryStmt:
		c.imageControl(s, "SYNC MEMORY")
		c.args(s.Stats)
	case *syntax.SyncImagesStmt:
		c.imageControl(s, "SYNC IMAGES")
		c.args(s.Stats)
		c.imageSet(s.Images)
	case *syntax.SyncTeamStmt:
		c.imageControl(s, "SYNC TEAM")
		c.args(s.Stats)
		c.teamValue(s.Team, "SYNC TEAM")
	case *syntax.LockStmt:
		c.imageControl(s, "LOCK")
		c.args(s.Stats)
		c.ofType(s.Lock, "lock_type", "LOCK")
	case *syntax.UnlockStmt:
		c.imageControl(s, "UNLOCK")
		c.args(s.Stats)
		c.ofType(s.Lock, "lock_type", "UNLOCK")
	case *syntax.EventPostStmt:
		c.imageControl(s, "EVENT POST")
		c.args(s.Stats)
		c.ofType(s.Event, "event_type", "EVENT POST")
	case *syntax.EventWaitStmt:
		c.imageControl(s, "EVENT WAIT")
		c.args(s.Stats)
		c.ofType(s.Event, "event_type", "EVENT WAIT")
		c.notCoindexed(s.Event, "C0118",
			"EVENT WAIT waits for an event of its own image: a coindexed event cannot stand in "+
				"it (F2018 C1178)")
	case *syntax.FormTeamStmt:
		c.imageControl(s, "FORM TEAM")
		c.args(s.Stats)
		if c.isNot(s.Number, syntax.TypeInteger) || c.scope.RankOf(s.Number) > 0 {
			c.errorf("C0167", s.Number.Span(), "the team number must be an integer scalar")
		}
		// a function may give a pointer to one (F2018 R902)
		if c.teamValue(s.Team, "FORM TEAM"); !c.isVariable(s.Team) && !c.isCall(s.Team) {
			c.errorf("C0151", s.Team.Span(), "FORM TEAM defines its team, which must be a variable")
		}
	case *syntax.NotifyWaitStmt:
		c.imageControl(s, "NOTIFY WAIT")
		c.args(s.Stats)
		c.ofType(s.Notify, "notify_type", "NOTIFY WAIT")
		c.notCoindexed(s.Notify, "C0118",
			"NOTIFY WAIT waits for a notification of its own image: a coindexed variable "+
				"cannot stand in it (F2023 C1178)")
	case *syntax.StopStmt:
		if !s.Error && !s.Pause {
			c.imageControl(s, "STOP")
		}
		c.stopCode(s)
	}
}

// args checks stat= and errmsg= variables, which must not be coindexed (F2018 C1173).
func (c *checker) args(list []*syntax.Arg) {
	for i, a := range list {
		c.specifier(a)
		for _, b := range list[:i] {
			if a.Keyword != nil && b.Keyword != nil && a.Keyword.Name == b.Keyword.Name {
				c.errorf("C0147", a.Range, "%s= is given twice", a.Keyword.Name)
			}
		}
		if a.Keyword != nil &&
			slices.Contains([]string{"stat", "errmsg", "acquired_lock"}, a.Keyword.Name) {
			c.notCoindexed(a.Value, "C0123", "the "+a.Keyword.Name+
				"= variable cannot be coindexed (F2018 C1173)")
		}
	}
}

func (c *checker) notCoindexed(e syntax.Expr, code diag.Code, message string) {
	if r, ok := e.(*syntax.Ref); ok && r.Coindexed() != nil {
		c.errorf(code, r.Range, "%s", message)
	}
}

// ofType checks that an event or lock variable has its type.
func (c *checker) ofType(e syntax.Expr, name, statement string) {
	r, ok := e.(*syntax.Ref)
	if !ok {
		return
	}
	info := c.scope.Reference(r)
	t := info.Types[len(info.Types)-1]
	if t != nil && info.Rank > 0 && t.IsBuiltin(name) {
		c.errorf("C0117", r.Range, "%s needs a scalar", statement)
	}
	if t == nil || info.Rank < 0 || t.IsBuiltin(name) {
		if statement != "EVENT_QUERY" {
			c.readOnly(r)
		}
		return
	}
	if t.Base == syntax.TypeDerived && t.DerivedOf() == nil &&
		(c.scope.UnknownModule(t.Spec.Name.Name) != nil || unknownTypeOfEnv(c.scope, t.Spec)) {
		return // the declaration's own error
	}
	if of := t.DerivedOf(); of != nil && of.Kind == Builtin {
		if instead := caf2Instead[[2]string{statement, of.Original}]; instead != "" {
			c.errorf("C0117", r.Range, "%s is for variables of type %s from ISO_FORTRAN_ENV: "+
				"those of the type %s of CAF 2.0 have %s", statement, name, of.Name, instead)
			return
		}
	}
	c.errorf("C0117", r.Range, "%s needs a variable of type %s from ISO_FORTRAN_ENV", statement,
		name)
}

// caf2Instead has what CAF 2.0 has in place of a statement of Fortran, for variables of its types.
var caf2Instead = map[[2]string]string{
	{"EVENT POST", "caf_event"}:  "event_notify",
	{"EVENT WAIT", "caf_event"}:  "event_wait",
	{"EVENT_QUERY", "caf_event"}: "event_trywait",
	{"LOCK", "caf_lock"}:         "lock_acquire",
	{"LOCK", "caf_lockset"}:      "lockset_acquire",
	{"UNLOCK", "caf_lock"}:       "lock_release",
	{"UNLOCK", "caf_lockset"}:    "lockset_release",
}

func (c *checker) imageSet(e syntax.Expr) {
	if _, star := e.(*syntax.Star); star || e == nil {
		return
	}
	if a, ok := e.(*syntax.ArrayCons); ok && a.Type == nil {
		for _, v := range a.Values {
			if c.isNot(v, syntax.TypeInteger) {
				c.errorf("C0138", v.Span(),
					"the image set of SYNC IMAGES must be an integer scalar or a rank-one "+
						"integer array")
				return
			}
		}
	}
	if nodes := c.scope.NodesOf(e); nodes != nil {
		c.nodeSet(nodes)
		return
	}
	if rank := c.scope.RankOf(e); rank > 1 || c.isNot(e, syntax.TypeInteger) {
		c.errorf("C0138", e.Span(),
			"the image set of SYNC IMAGES must be an integer scalar or a rank-one integer array")
	}
}

// isNot tells whether an expression is known not to be of an intrinsic type.
func (c *checker) isNot(e syntax.Expr, base syntax.BaseType) bool {
	t := c.scope.TypeOf(e)
	return t != nil && t.Base != base && t.Base != syntax.TypeByte && t.Base != syntax.TypeTypeof
}

// expr checks the coindexed objects in an expression.
func (c *checker) expr(e syntax.Expr) {
	if e == nil {
		return
	}
	syntax.Inspect(e, func(n syntax.Node) bool {
		if r, ok := n.(*syntax.Ref); ok {
			c.noteInquired(r)
			c.ref(r)
			c.simple(r)
			c.oneUse(r)
			c.inquiry(r)
			c.subobject(r)
			c.pointerOnOtherImage(r)
			c.procedureOfOtherImage(r)
			c.addressOfOtherImage(r)
			c.withoutParentheses(r)
			if r.Parts[0].Args != nil && r != c.called {
				c.withoutUnderscore(r)
				c.subroutineAsFunction(r)
			}
		}
		if a, ok := n.(*syntax.ArrayCons); ok {
			c.constructorIndices(a)
		}
		c.definedOperation(n)
		return true
	})
}

// oneUse: a scalar variable with the name of an intrinsic function cannot be the function, too, in
// the scope that declares it (F2018 19.3.1).
func (c *checker) oneUse(r *syntax.Ref) {
	name := r.First().Name
	if !c.scope.IsIntrinsic(name) || c.scope.MeansIntrinsic(name) {
		return
	}
	sym := c.scope.Lookup(name)
	use := asVariable
	if r.Parts[0].Args != nil {
		use = asFunction
	}
	if sym.uses |= use; sym.uses == asVariable|asFunction {
		c.errorf("C0181", r.First().Range,
			"'%s' is declared with a type only, and used as a variable and as the intrinsic "+
				"function", sym.Name).
			Note(sym.Ident.Range, "'%s' is declared here", sym.Name)
		sym.uses |= reported
	}
}

// ref checks a reference: its image selector, if any.
func (c *checker) ref(r *syntax.Ref) {
	info := c.scope.Reference(r)
	if name := info.Types[len(info.Types)-1].imageBound(); name != "" && r.Coindexed() != nil &&
		!info.Call {
		c.errorf("C0163", r.Range,
			"a coindexed object cannot be of type %s: its value means nothing on this image "+
				"(F2018 C915)", name)
	}
	c.copointers(r, info)
	for i, part := range r.Parts {
		if part.Selector == nil {
			if i == 0 {
				c.noSubscripts(part, info.Parts[i])
			}
			continue
		}
		sym := info.Parts[i]
		if i == 0 && info.Base == nil {
			if u := c.scope.UnknownModule(part.Name.Name); u != nil {
				if c.toldUnknown(part.Name.Name) {
					continue
				}
				d := c.errorf("C0103", part.Range,
					"'%s' may come from module '%s', which is not among the files", part.Name.Name,
					u.Stmt.Module.Name)
				if c.p.opt.Unread[u.Stmt.Module.Name] != "" {
					c.scope.noteModule(d, part.Name.Name, u)
				}
				d.Help("give Coral the file with the module as well, or compile that first by " +
					"`coral fc` and name its folder by -I")
				continue
			}
		}
		if sym == nil && i > 0 {
			c.selectorOfPart(r, info, i)
			continue // an unknown type
		}
		if sym == nil || sym.Codims == nil {
			if sym != nil && (sym.Kind == Associate || sym.Has(Copointer)) {
				continue // refused by lowering if it cannot be translated; copointers: reported
			}
			if sym == nil && i == 0 && c.scope.Explicit() &&
				c.scope.declaredAround(part.Name.Name) != nil {
				continue // kept away by IMPORT: reported
			}
			d := c.errorf("C0102", selectorRange(part),
				"'%s' has an image selector, but is not a coarray", part.Name.Name)
			undeclared := sym == nil || sym.Type == nil && sym.Flags == 0 && sym.Dims == nil
			if undeclared && i == 0 && c.noteRenamed(d, part) {
				continue
			}
			if !undeclared && sym.Ident != nil {
				d.Note(sym.Ident.Range, "'%s' is declared here", sym.Name)
			}
			if sym != nil && sym.Kind == Variable {
				shape := ""
				if sym.Rank() > 0 {
					shape = "(..)"
				}
				d.Help("a coarray is declared with cobounds: %s%s[*]", sym.Name, shape)
			}
			continue
		}
		if b := info.Base; i == 0 && b.Kind == Associate && b.Codims != nil {
			c.selector(part, b) // the cobounds are those that CHANGE TEAM has given
		} else {
			c.selector(part, sym)
		}
		c.sections(part, sym)
		imagesOfNodes(part.Selector, sym)
		c.specs(part.Selector)
		c.behindSelector(part, info.Types[i])
	}
}

// unknownName is a name in a program unit that may come from a module that is not among the files.
type unknownName struct {
	unit *Scope
	name string
}

// toldUnknown tells whether it has been told in this program unit that a name may come from a
// module that is not among the files, and notes that it has.
func (c *checker) toldUnknown(name string) bool {
	key := unknownName{c.scope.Outermost(), name}
	told := c.p.toldUnknown[key]
	if c.p.toldUnknown == nil {
		c.p.toldUnknown = map[unknownName]bool{}
	}
	c.p.toldUnknown[key] = true
	return told
}

// noteRenamed says by which name a program unit knows what it has renamed, if it has.
func (c *checker) noteRenamed(d *diag.Diagnostic, part *syntax.PartRef) bool {
	for at := c.scope; at != nil; at = at.Host {
		for _, u := range at.Uses {
			for _, it := range u.Stmt.Items {
				if u.Module != nil && it.Name != nil && it.Local != nil &&
					it.Name.Name == part.Name.Name {
					d.Note(it.Range, "'%s' of module '%s' is renamed here", it.Name.Name,
						u.Module.Name)
					d.Help("write %s%s", it.Local.Name,
						part.Range.Text()[len(part.Name.Name):])
					return true
				}
			}
		}
	}
	return false
}

// selectorOfPart refuses an image selector of a part of a complex number (F2018 R915): what stands
// in front may have it.
func (c *checker) selectorOfPart(r *syntax.Ref, info *Reference, i int) {
	whole, part := info.Types[i-1], r.Parts[i]
	if whole == nil || whole.Base != syntax.TypeComplex ||
		part.Name.Name != "re" && part.Name.Name != "im" {
		return
	}
	before := r.Parts[0].Range
	before.End = r.Parts[i-1].Range.End
	c.errorf("C0102", selectorRange(part), "the image selector must stand before %%%s",
		part.Name.Name).
		Help("write %s%s%%%s", before.Text(), part.Selector.Range.Text(), part.Name.Name)
}

// behindSelector checks a list behind an image selector: a substring range, of a character object
// only.
func (c *checker) behindSelector(part *syntax.PartRef, t *Type) {
	if part.Second() == nil || t == nil || t.Base == syntax.TypeCharacter &&
		isSubstring(part.Second()) {
		return
	}
	c.errorf("C0021", part.Second().Range, "subscripts stand before an image selector").
		Help("write %s%s%s", part.Name.Name, part.Second().Range.Text(), part.Selector.Range.Text())
}

func selectorRange(p *syntax.PartRef) diag.Range { return p.Selector.Range }

// selector checks cosubscripts (F2018 9.6).
func (c *checker) selector(part *syntax.PartRef, sym *Symbol) {
	n := len(part.Selector.Cosubs)
	if n != sym.Corank() {
		word := "cosubscripts"
		if n == 1 {
			word = "cosubscript"
		}
		d := c.errorf("C0107", part.Selector.Range,
			"'%s' has corank %d, but this image selector has %d %s", part.Name.Name, sym.Corank(),
			n, word)
		d.Note(declRange(sym), "'%s' is declared here", sym.Name)
		return
	}
	for i, s := range part.Selector.Cosubs {
		c.withinCobounds(s, sym, i)
		switch s.(type) {
		case *syntax.Triplet:
			c.errorf("C0131", s.Span(),
				"a cosubscript must be a scalar: a section of images cannot be selected")
			continue
		case *syntax.Star, *syntax.BadExpr:
			continue
		}
		rank := c.scope.RankOf(s)
		if t := c.scope.TypeOf(s); rank <= 0 && t != nil && t.Base == syntax.TypeReal {
			c.p.legacy("C0131", s.Span(), "write int("+s.Span().Text()+")",
				"a cosubscript must be an integer (F2018 R925); this one is truncated")
		} else if rank > 0 || c.isNot(s, syntax.TypeInteger) {
			c.errorf("C0131", s.Span(), "a cosubscript must be a scalar integer")
		}
	}
}

// withinCobounds warns of a constant cosubscript outside of cobounds that are constant (F2018 9.6).
// It is no error: the statement need not be executed. Ranks, of CAF 2.0, begin at 0.
func (c *checker) withinCobounds(e syntax.Expr, sym *Symbol, codim int) {
	d := sym.Codims.Dims[codim]
	n, known := c.scope.Int(e)
	if !known || sym.Scope == nil || d.Ranks || d.Kind != syntax.DimExplicit &&
		d.Kind != syntax.DimStar {
		return
	}
	low, known := int64(1), true
	if d.Lower != nil {
		low, known = sym.Scope.Int(d.Lower)
	}
	if known && n < low {
		c.p.Diags.Warnf("C0197", e.Span(),
			"the cosubscript %d is below the lower cobound %d of '%s'", n, low, sym.Name).Note(
			declRange(sym), "'%s' is declared here", sym.Name)
	}
	if d.Kind != syntax.DimExplicit || d.Upper == nil {
		return
	}
	if high, known := sym.Scope.Int(d.Upper); known && n > high {
		c.p.Diags.Warnf("C0197", e.Span(),
			"the cosubscript %d is above the upper cobound %d of '%s'", n, high, sym.Name).Note(
			declRange(sym), "'%s' is declared here", sym.Name)
	}
}

// declaredName is the name in the type declaration of an entity, which for a dummy argument is not
// where it was named first.
func declaredName(sym *Symbol) diag.Range {
	if sym.Decl != nil {
		for _, e := range sym.Decl.Entities {
			if e.Name != nil && e.Name.Name == sym.Name {
				return e.Name.Range
			}
		}
	}
	return sym.Ident.Range
}

// declRange is the coarray's declarator, as far as it is written in one piece; else the brackets
// that make it a coarray.
func declRange(sym *Symbol) diag.Range {
	if sym.Decl != nil {
		for _, e := range sym.Decl.Entities {
			if e.Name != nil && e.Name.Name == sym.Name && e.Codims != nil {
				return e.Codims.Range
			}
		}
	}
	if sym.Codims != nil && sym.Codims.Range.Text() != "" {
		return sym.Codims.Range
	}
	return sym.Ident.Range
}

// noSubscripts checks that a scalar coarray has none: parentheses in place of brackets.
func (c *checker) noSubscripts(part *syntax.PartRef, sym *Symbol) {
	if sym == nil || sym.Kind != Variable || sym.Codims == nil || sym.Rank() != 0 ||
		part.Args == nil || isSubstring(part.Args) || c.scope.Lookup(part.Name.Name) != sym {
		return // also of an associate name, whose selector is a part of a coarray
	}
	c.errorf("C0134", part.Args.Range, "'%s' is a scalar coarray, which has no subscripts",
		part.Name.Name).
		Note(sym.Ident.Range, "'%s' is declared here", sym.Name).
		Help("brackets name an image: %s[..]", part.Name.Name)
}

// sections checks the number of subscripts; a coindexed array is written with them all (F2018
// C916).
func (c *checker) sections(part *syntax.PartRef, sym *Symbol) {
	rank := sym.Rank()
	if in := c.scope.Lookup(part.Name.Name); in != nil && in.Kind == Associate {
		return // its shape is that of the selector
	}
	if part.Args == nil {
		if rank > 0 && !c.scope.CAF2 && part.Second() == nil {
			c.p.legacy("C0124", part.Range, "write "+part.Name.Name+"("+
				strings.Repeat(":,", rank-1)+":)"+part.Selector.Range.Text(),
				"the section of array '%s' must be written out (F2018 C916)", part.Name.Name)
		}
		return
	}
	if rank == 0 && isSubstring(part.Args) {
		c.errorf("C0021", part.Selector.Range, "an image selector stands before a substring range").
			Help("write %s%s%s", part.Name.Range.Text(), part.Selector.Range.Text(),
				part.Args.Range.Text())
		return
	}
	if rank >= 0 && len(part.Args.Items) != rank {
		c.errorf("C0134", part.Args.Range, "'%s' has rank %d, but %d subscripts", part.Name.Name,
			rank, len(part.Args.Items)).
			Note(sym.Ident.Range, "'%s' is declared here", sym.Name)
	}
}

// defined checks a variable that the statement defines: not another image's in a pure procedure
// (F2018 C1594).
func (c *checker) defined(e syntax.Expr) {
	r, ok := e.(*syntax.Ref)
	if !ok {
		return
	}
	if r.Coindexed() != nil && c.scope.IsPure() {
		c.errorf("C0116", r.Range,
			"a %s procedure cannot define a coindexed object (F2018 C1594)", c.scope.PureWord())
	}
	c.remoteReadOnly(e)
}

func (c *checker) pointerAssignment(s *syntax.PtrAssignStmt) {
	if c.copointerAssignment(s) {
		return
	}
	for _, e := range []syntax.Expr{s.LHS, s.RHS} {
		if r, ok := e.(*syntax.Ref); ok && r.Remote() {
			what := "a pointer cannot point to a coindexed object (F2018 C1020)"
			if e == s.LHS {
				what = "a coindexed object cannot be pointer assigned (F2018 C1018)"
			}
			c.errorf("C0121", r.Range, "%s",
				what).Help("pointers are valid on their own image only")
			return
		}
	}
	syntax.StmtExprs(s, c.expr)
}

func (c *checker) allocate(s *syntax.AllocateStmt) {
	c.args(s.Specs)
	reported := false
	for _, a := range s.Allocs {
		if r := a.Object; r.Coindexed() != nil {
			c.errorf("C0122", r.Range, "a coindexed object cannot be allocated (F2018 C936)")
			continue
		}
		info := c.scope.Reference(a.Object)
		sym := info.Parts[len(info.Parts)-1]
		if sym == nil || info.Base == nil || info.Base.Kind == Associate {
			continue
		}
		switch {
		case sym.Codims == nil && a.Codims != nil:
			c.errorf("C0120", a.Codims.Range,
				"'%s' is not a coarray, but is allocated with a coshape", sym.Name).
				Note(sym.Ident.Range, "'%s' is declared here", sym.Name)
		case sym.Codims != nil && sym.Has(Allocatable) && a.Codims == nil:
			c.errorf("C0120", a.Range,
				"the coarray '%s' must be allocated with a coshape, such as `[*]`", sym.Name).
				Note(declRange(sym), "'%s' is declared here", sym.Name)
		case a.Codims != nil && len(a.Codims.Dims) != sym.Corank():
			c.errorf("C0107", a.Codims.Range, "'%s' has corank %d, but is allocated with corank %d",
				sym.Name, sym.Corank(), len(a.Codims.Dims)).
				Note(declRange(sym), "'%s' is declared here", sym.Name)
		}
		if a.Codims != nil {
			c.p.cobounds(c.scope, a.Codims, sym.Name)
			c.allocatedType(s)
			c.allocatedShape(s, a, sym)
		}
		if t := sym.TypeOf(); s.Type != nil && t != nil && t.Base == syntax.TypeClassAny &&
			hasCoarrayPart(c.scope.spelled(s.Type).DerivedOf()) {
			c.errorf("C0166", s.Type.Range,
				"'%s' is CLASS(*) and cannot be allocated with a type that has coarray "+
					"components: nothing would tell when they end (F2018 9.7.1.1)", sym.Name)
		}
		if a.Codims != nil && !reported {
			reported = true
			c.imageControl(s, "ALLOCATE of a coarray")
		}
	}
	syntax.StmtExprs(s, c.expr)
}

// allocatedShape checks the shape and coshape that ALLOCATE gives to a coarray (F2018 R932, R935,
// C939).
func (c *checker) allocatedShape(s *syntax.AllocateStmt, a *syntax.Allocation, sym *Symbol) {
	dims := a.Codims.Dims
	if last := dims[len(dims)-1]; last.Kind != syntax.DimStar {
		c.errorf("C0022", a.Codims.Range,
			"the coshape in ALLOCATE must end with '*'").Help("write %s*]",
			strings.TrimSuffix(strings.TrimSuffix(a.Codims.Range.Text(), "]"), ":"))
	}
	if a.Dims == nil && sym.Rank() > 0 && s.Spec("source") == nil && s.Spec("mold") == nil {
		c.errorf("C0120", a.Range,
			"the coarray '%s' has rank %d and must be allocated with a shape, SOURCE= or MOLD= "+
				"(F2018 9.7.1.2)", sym.Name, sym.Rank())
	}
}

// allocatedType checks the type that ALLOCATE gives to a coarray: none whose values mean something
// on their own image only, nothing copied from events and locks (F2018 C936, C937).
func (c *checker) allocatedType(s *syntax.AllocateStmt) {
	if s.Type != nil {
		if name := c.scope.spelled(s.Type).imageBound(); name != "" {
			c.errorf("C0163", s.Type.Range,
				"a coarray cannot be allocated with the type %s: its values mean nothing on "+
					"another image (F2018 C936)", name)
		}
	}
	for _, a := range s.Specs {
		if a.Keyword == nil || a.Keyword.Name != "source" && a.Keyword.Name != "mold" {
			continue
		}
		t := c.scope.TypeOf(a.Value)
		if name := t.imageBound(); name != "" {
			c.errorf("C0163", a.Value.Span(),
				"a coarray cannot be allocated with the type %s: its values mean nothing on "+
					"another image (F2018 C937)", name)
		} else if name := t.DerivedOf().synchronizer(); name != "" && a.Keyword.Name == "source" {
			c.errorf("C0158", a.Value.Span(),
				"SOURCE= cannot be of type %s, nor have a component of it (F2018 C937)",
				name).Help("such variables begin with their initial values: leave SOURCE= out")
		}
	}
}

func (c *checker) deallocate(s *syntax.DeallocateStmt) {
	c.args(s.Specs)
	for _, o := range s.Objects {
		r, ok := o.(*syntax.Ref)
		if !ok {
			continue
		}
		if r.Coindexed() != nil {
			c.errorf("C0122", r.Range, "a coindexed object cannot be deallocated (F2018 C936)")
			return
		}
		if sym := c.scope.Reference(r).Parts[0]; sym.IsCoarray() && r.IsName() {
			c.imageControl(s, "DEALLOCATE of a coarray")
		}
	}
	syntax.StmtExprs(s, c.expr)
}

// leaving checks that no branch leaves a CRITICAL construct (F2018 C1118).
func (c *checker) leaving(s syntax.Stmt) {
	c.leavingTeam(s)
	if c.critical == 0 {
		return
	}
	report := func(r diag.Range, what string) {
		c.errorf("C0126", r, "%s cannot leave a CRITICAL construct (F2018 C1118)", what)
	}
	inLoop := func(name *syntax.Ident) bool {
		if name == nil {
			return len(c.loops) > 0
		}
		for _, n := range c.loops {
			if n == name.Name {
				return true
			}
		}
		return false
	}
	switch s := s.(type) {
	case *syntax.ReturnStmt:
		report(s.Info().Body(), "RETURN")
	case *syntax.ExitStmt:
		if !inLoop(s.Name) && (s.Name == nil || !c.inner[s.Name.Name]) {
			report(s.Info().Body(), "EXIT")
		}
	case *syntax.CycleStmt:
		if !inLoop(s.Name) {
			report(s.Info().Body(), "CYCLE")
		}
	case *syntax.GotoStmt:
		for _, l := range s.Labels {
			if !c.inside[l.Value] {
				report(s.Info().Body(), "GO TO")
				return
			}
		}
	}
}
