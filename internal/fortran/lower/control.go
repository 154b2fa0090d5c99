package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/lower/edit"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// imageControl plans an image control statement; false: it is none.
func (x *stmt) imageControl(s syntax.Stmt) bool {
	switch s := s.(type) {
	case *syntax.SyncAllStmt:
		x.simple("coral_sync_all", s.Stats)
	case *syntax.SyncMemoryStmt:
		x.simple("coral_sync_memory", s.Stats)
	case *syntax.SyncImagesStmt:
		x.syncImages(s)
	case *syntax.LockStmt:
		x.lock(s)
	case *syntax.UnlockStmt:
		x.simple("coral_unlock", s.Stats, x.address(s.Lock))
	case *syntax.EventPostStmt:
		x.simple("coral_event_post", s.Stats, x.address(s.Event))
	case *syntax.EventWaitStmt:
		x.simple("coral_event_wait", s.Stats, x.address(s.Event), x.until(s.Stats))
	case *syntax.StopStmt:
		return x.stop(s)
	case *syntax.FailImageStmt:
		x.l.fails = true
		x.finishAs("call "+x.l.use("coral_fail_image")+"("+x.where()+")", true)
	case *syntax.SyncTeamStmt:
		x.syncTeam(s)
	case *syntax.FormTeamStmt:
		x.formTeam(s)
	case *syntax.NotifyWaitStmt:
		x.notifyWait(s)
	case *syntax.SpawnStmt:
		x.spawn(s)
	default:
		return false
	}
	return true
}

// simple plans a statement that becomes one call: arguments, then line, file, stat= and errmsg=.
func (x *stmt) simple(entry string, stats []*syntax.Arg, args ...string) {
	list := append(args, x.where(), x.syncStat(stats))
	x.finishAs("call "+x.l.use(entry)+"("+joinArgs(list...)+")", true)
}

func (x *stmt) syncStat(stats []*syntax.Arg) string {
	var stat, errmsg syntax.Expr
	if a := syntax.FindArg(stats, "stat"); a != nil {
		stat = a.Value
	}
	if a := syntax.FindArg(stats, "errmsg"); a != nil {
		errmsg = a.Value
	}
	return x.statArgs(stat, errmsg)
}

func (x *stmt) syncImages(s *syntax.SyncImagesStmt) {
	if _, all := s.Images.(*syntax.Star); all {
		x.simple("coral_sync_images_all", s.Stats)
		return
	}
	if nodes := x.scope.NodesOf(s.Images); nodes != nil {
		set := x.list(x.nodeNumbers(x.scope.NodeArray(nodes.Name.Name), nodes))
		x.finishAs("call "+x.l.use("coral_xmp_sync_nodes")+"("+joinArgs(set, x.xmpWhere())+")",
			true)
		return
	}
	x.expr(s.Images)
	x.simple("coral_sync_images", s.Stats, x.t.Render(s.Images.Span()))
}

func (x *stmt) lock(s *syntax.LockStmt) {
	args := []string{x.address(s.Lock)}
	list := append(args, x.where())
	if a := syntax.FindArg(s.Stats, "acquired_lock"); a != nil {
		if r, ok := a.Value.(*syntax.Ref); ok {
			x.ref(r, defines)
		}
		list = append(list, "acquired="+
			x.ofDefaultKind(a.Value, syntax.TypeLogical, "logical", "coral_acquired"))
	}
	list = append(list, x.syncStat(s.Stats))
	x.finishAs("call "+x.l.use("coral_lock")+"("+joinArgs(list...)+")", true)
}

func (x *stmt) stop(s *syntax.StopStmt) bool {
	if s.Pause || x.l.opt.ForOthers { // the link sees to it where there are coarrays
		return false
	}
	entry, list := "coral_stop", []string{}
	if s.Error {
		entry = "coral_error_stop"
	}
	x.expr(s.Code)
	x.expr(s.Quiet)
	if x.definesBehind() {
		x.l.errorf("C0226", x.at(),
			"a function defines a coindexed object here, and the program ends before it can be "+
				"sent").
			Help("assign the value to a variable before the statement")
		return true
	}
	if s.Code != nil {
		list = append(list, x.ofAnyKind(s.Code, syntax.TypeInteger, "int"))
	}
	if s.Quiet != nil {
		list = append(list, "quiet="+x.ofAnyKind(s.Quiet, syntax.TypeLogical, "logical"))
	}
	if s.Error {
		p := s.Info().Body().Position()
		list = append(list, fmt.Sprintf("line=%d_4, file=%s", p.Line, edit.Quote(p.File)))
	}
	x.finishAs("call "+x.l.use(entry)+"("+strings.Join(list, ", ")+")", true)
	return true
}

// ofAnyKind converts an expression to default kind where its type says another one (F2018 R1162).
func (x *stmt) ofAnyKind(e syntax.Expr, base syntax.BaseType, function string) string {
	text := x.t.Render(e.Span())
	if t := x.scope.TypeOf(e); t == nil || t.Base != base || section.KindText(t) == "" &&
		!strings.Contains(text, "_") {
		return text
	}
	return function + "(" + text + ")"
}

// critical plans a CRITICAL construct: the lock is a hidden coarray of the program unit, that of
// image 1 counts (F2018 11.1.6).
func (l *lowerer) critical(c *syntax.CriticalConstruct, fl *flow) {
	name := l.criticals[c]
	if name == "" {
		name = fmt.Sprintf("coral_critical_%d", len(l.unit.locks)+1)
		l.criticals[c] = name
		l.unit.locks = append(l.unit.locks, name)
	}
	view := name + "_v"
	refresh := func(x *stmt) emit.Line {
		return x.line("if (%s%%gen /= %s) call %s(loc(%s), %s, [integer(%s) ::], 0, %s)", view,
			l.use("coral_gen"), l.use("coral_view"),
			view, name, l.use("coral_ik"), x.where())
	}
	x := l.newStmt(c.Head, fl)
	x.pre = append(x.pre, refresh(x))
	x.simple("coral_critical", c.Head.Stats, fmt.Sprintf("loc(%s%%p(1))", view))
	body := fl
	// By EXIT or GOTO the end may be reached without the statements in front of it.
	if c.Head.ConstructName != nil || c.End != nil && c.End.Label != nil {
		body = fl.in(fl.scope)
	}
	l.items(c.Body, body)
	if c.End != nil {
		e := l.newStmt(c.End, fl)
		e.pre = append(e.pre, refresh(e))
		e.finishAs(fmt.Sprintf("call %s(loc(%s%%p(1)))", l.use("coral_end_critical"), view), true)
		// EXIT with this name goes to the end of the construct
		if n := c.Head.ConstructName; n != nil {
			name := n.Name
			if to, ok := fl.names[name]; ok {
				name = to
			}
			h, p := l.planOf(c.Head), l.planOf(c.End)
			h.After = append(h.After, emit.Line{Text: name + ": block", At: c.Head.Info().Body()})
			p.Before = append([]emit.Line{{Text: "end block " + name, At: c.End.Info().Body()}},
				p.Before...)
		}
	}
	l.planOf(c.Head).DropName = true
}

// declareLocks declares the locks of CRITICAL constructs in the outermost unit, and their views.
func (l *lowerer) declareLocks(scope *resolve.Scope, head syntax.Stmt, body *syntax.ScopeBody,
	end syntax.Stmt) {
	if len(l.unit.locks) == 0 {
		return
	}
	lock, ik := l.use("coral_lock_type"), l.use("coral_ik")
	// gfortran 12 takes a type of a submodule for that of the same name in its ancestor.
	view := "coral_critical_t"
	if scope.Kind == resolve.SubmoduleScope {
		view = mangle.Name("coral_critical_t_", scope.Name)
	}
	out := []string{
		"type :: " + view, fmt.Sprintf("  integer(%s) :: gen = -1_%s", ik, ik),
		fmt.Sprintf("  type(%s), pointer :: p(:)", lock), "end type",
	}
	var names []string
	for _, n := range l.unit.locks {
		save := ", save"
		if scope.SaveAll { // the user's statement says it
			save = ""
		}
		out = append(out, fmt.Sprintf("type(%s)%s :: %s", lock, save, n),
			fmt.Sprintf("type(%s)%s :: %s_v", view, save, n))
		names = append(names, n, n+"_v")
	}
	if scope.Kind == resolve.ModuleScope {
		out = append(out, "private :: "+view+", "+strings.Join(names, ", "))
	}
	l.insertAtSpecEnd(head, body, end, out)
}
