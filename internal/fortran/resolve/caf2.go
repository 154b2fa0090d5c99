package resolve

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/words"
)

// caf2Types are the types of CAF 2.0. Their names are keywords only where a type stands in a
// declaration.
var caf2Types = map[string]*Symbol{
	"team":     {Name: "team", Original: "team_type", Kind: Builtin},
	"event":    {Name: "event", Original: "caf_event", Kind: Builtin},
	"eventset": {Name: "eventset", Original: "caf_eventset", Kind: Builtin},
	"lock":     {Name: "lock", Original: "caf_lock", Kind: Builtin},
	"lockset":  {Name: "lockset", Original: "caf_lockset", Kind: Builtin},
}

// CAF2Kind says what an argument of a CAF 2.0 statement is.
type CAF2Kind uint8

const (
	CAF2Event    CAF2Kind = iota // an event of any image
	CAF2OwnEvent                 // of this image
	CAF2Events                   // one or an array of this image
	CAF2EventSet                 //
	CAF2Lock                     // a lock of any image
	CAF2OwnLocks                 // one or an array of this image
	CAF2LockSet                  //
	CAF2Team                     // a team that is used
	CAF2TeamVar                  // one that is defined
	CAF2Int                      // an integer that is used
	CAF2Ints                     // a list of them
	CAF2Logicals                 // a list of logicals that are used
	CAF2IntList                  // an allocatable list of integers that is defined
	CAF2IntVar                   // one that is defined
	CAF2EventID                  // one that is defined, and of eight bytes
	CAF2Logical                  // a logical variable that is defined
	CAF2Own                      // a variable of this image that is changed
	CAF2Source                   // a value
	CAF2Operator                 // of a reduction
	CAF2Compare                  // of a sort
	CAF2Any                      // a variable or value of any image
	CAF2Pass                     // what may pass a cofence
)

// CAF2Param is a dummy argument of a CAF 2.0 statement.
type CAF2Param struct {
	Name     string
	Kind     CAF2Kind
	Optional bool
}

// CAF2Proc is a CAF 2.0 statement that has the form of a call.
type CAF2Proc struct {
	Name   string
	Params []CAF2Param
}

// Collective tells whether the statement moves values among the images of a team.
func (p *CAF2Proc) Collective() bool {
	return slices.ContainsFunc(p.Params, func(q CAF2Param) bool { return q.Kind == CAF2Own })
}

// InParts tells whether the statement moves structures with allocatable components, with what these
// hold.
func (p *CAF2Proc) InParts() bool {
	switch strings.TrimSuffix(p.Name, "_async") {
	case "team_broadcast", "team_gather", "team_allgather", "team_scatter", "team_alltoall":
		return true
	}
	return false
}

var caf2Procs = caf2Table(`
	team_barrier   team:team?
	topology_cartesian t:team dims:ints periodic:logicals
	topology_graph     t:team nclasses:int counts:ints neighbors:ints
	graph_neighbors    t:team class:int list:intlist
	team_split     parent:team color:int key:int new:teamvar newrank:intvar? ierr:intvar?
	event_init     e:events n:int?
	event_notify   e:event n:int?
	event_wait     e:ownevent n:int?
	event_trywait  e:ownevent ok:logical
	event_getid    e:event id:eventid
	eventset_init         es:eventset
	eventset_add          es:eventset e:event
	eventset_addarray     es:eventset e:events
	eventset_remove       es:eventset e:event
	eventset_destroy      es:eventset
	eventset_waitany      es:eventset id:eventid
	eventset_waitany_fair es:eventset id:eventid
	eventset_waitall      es:eventset
	eventset_notifyall    es:eventset
	lock_init       l:ownlocks
	lock_acquire    l:lock
	lock_release    l:lock
	lockset_init    ls:lockset
	lockset_add     ls:lockset l:lock
	lockset_remove  ls:lockset l:lock
	lockset_acquire ls:lockset
	lockset_release ls:lockset
	lockset_destroy ls:lockset
	copy_async      dest:any src:any ev_after:event? ev_before:event?
	advance_async
	cofence         downward:pass? upward:pass?
	team_broadcast  var:own root:int team:team?
	team_reduce     src:source dest:own root:int op:operator team:team?
	team_allreduce  src:source dest:own op:operator team:team?
	team_gather     src:source dest:own root:int team:team?
	team_allgather  src:source dest:own team:team?
	team_scatter    src:source dest:own root:int team:team?
	team_alltoall   src:source dest:own team:team?
	team_sort       src:source dest:own compare:compare team:team?
	team_barrier_async   event:event? team:team?
	team_broadcast_async var:own root:int event:event? team:team?
	team_reduce_async    src:source dest:own root:int op:operator event:event? team:team?
	team_allreduce_async src:source dest:own op:operator event:event? team:team?
	team_gather_async    src:source dest:own root:int event:event? team:team?
	team_allgather_async src:source dest:own event:event? team:team?
	team_scatter_async   src:source dest:own root:int event:event? team:team?
	team_alltoall_async  src:source dest:own event:event? team:team?
	team_sort_async      src:source dest:own compare:compare event:event? team:team?
`)

// caf2Functions are the functions of CAF 2.0 but for those of teams, team_rank and team_size.
var caf2Functions = caf2Table(`
	cart_coords   t:team rank:int
	cart_rank     t:team coords:ints
	cart_neighbor t:team dim:int shift:int
`)

func caf2Table(text string) map[string]*CAF2Proc {
	kinds := map[string]CAF2Kind{"event": CAF2Event, "ownevent": CAF2OwnEvent, "events": CAF2Events,
		"eventset": CAF2EventSet, "lock": CAF2Lock,
		"ownlocks": CAF2OwnLocks, "lockset": CAF2LockSet, "team": CAF2Team, "teamvar": CAF2TeamVar,
		"int": CAF2Int, "intvar": CAF2IntVar, "eventid": CAF2EventID,
		"ints": CAF2Ints, "logicals": CAF2Logicals, "intlist": CAF2IntList,
		"logical": CAF2Logical, "own": CAF2Own, "source": CAF2Source, "operator": CAF2Operator,
		"compare": CAF2Compare, "any": CAF2Any,
		"pass": CAF2Pass}
	table := map[string]*CAF2Proc{}
	for _, row := range strings.Split(strings.TrimSpace(text), "\n") {
		words := strings.Fields(row)
		p := &CAF2Proc{Name: words[0]}
		for _, w := range words[1:] {
			name, kind, _ := strings.Cut(w, ":")
			plain := strings.TrimSuffix(kind, "?")
			p.Params = append(p.Params, CAF2Param{name, kinds[plain], plain != kind})
		}
		table[p.Name] = p
	}
	return table
}

// caf2Name tells whether a name can be one of CAF 2.0 here: in a file of that language, where
// nothing of the user's has it.
func (s *Scope) caf2Name(name string) bool {
	return s.CAF2 && s.Lookup(name) == nil && s.prog.Externals[name] == nil
}

// CAF2Statement gives the CAF 2.0 statement that a call is, or nil.
func (s *Scope) CAF2Statement(c *syntax.CallStmt) *CAF2Proc {
	r := c.Proc
	if len(r.Parts) != 1 || r.Coindexed() != nil || r.Parts[0].Second() != nil ||
		!s.caf2Name(r.First().Name) {
		return nil
	}
	return caf2Procs[r.First().Name]
}

// CAF2Function gives the function of CAF 2.0 that a reference calls, or nil.
func (s *Scope) CAF2Function(r *syntax.Ref) *CAF2Proc {
	p := r.Parts[0]
	if len(r.Parts) != 1 || p.Args == nil || p.Selector != nil || p.Second() != nil ||
		!s.caf2Name(p.Name.Name) {
		return nil
	}
	return caf2Functions[p.Name.Name]
}

// CAF2Value tells whether a reference is to one of the values and functions of CAF 2.0: team_world,
// team_default, team_null, rank_none, team_rank, team_size.
func (s *Scope) CAF2Value(r *syntax.Ref) bool {
	p := r.Parts[0]
	if len(r.Parts) != 1 || p.Selector != nil || p.Second() != nil || !s.caf2Name(p.Name.Name) {
		return false
	}
	switch p.Name.Name {
	case "team_world", "team_default", "team_null", "rank_none":
		return p.Args == nil
	case "team_rank", "team_size":
		return p.Args != nil
	}
	return false
}

// Bind associates the arguments of a statement with its parameters; what is wrong with them is
// told.
func (p *CAF2Proc) Bind(args *syntax.ArgList,
	wrong func(r diag.Range, format string, args ...any)) map[string]syntax.Expr {
	m := map[string]syntax.Expr{}
	if args != nil {
		for i, a := range args.Items {
			at := i
			if a.Keyword != nil {
				at = slices.IndexFunc(p.Params,
					func(q CAF2Param) bool { return q.Name == a.Keyword.Name })
			}
			switch {
			case at < 0:
				wrong(a.Range, "%s has no argument '%s'", p.Name, a.Keyword.Name)
			case at >= len(p.Params):
				wrong(a.Range, "too many arguments: %s takes %d", p.Name, len(p.Params))
			case m[p.Params[at].Name] != nil:
				wrong(a.Range, "the argument '%s' of %s is given twice", p.Params[at].Name, p.Name)
			default:
				m[p.Params[at].Name] = a.Value
			}
		}
	}
	return m
}

// BindCAF2 is Bind where an event and a team, both optional, are told apart by their types.
func (s *Scope) BindCAF2(p *CAF2Proc, args *syntax.ArgList,
	wrong func(r diag.Range, format string, args ...any)) map[string]syntax.Expr {
	m := p.Bind(args, wrong)
	r, ok := m["event"].(*syntax.Ref)
	if !ok || m["team"] != nil ||
		!slices.ContainsFunc(p.Params, func(q CAF2Param) bool { return q.Name == "team" }) {
		return m
	}
	info := s.Reference(r)
	if t := info.Types[len(info.Types)-1]; s.caf2TeamName(r) || t != nil &&
		t.IsBuiltin("team_type") {
		m["team"] = r
		delete(m, "event")
	}
	return m
}

// caf2Args checks the arguments of a statement or function of CAF 2.0, and gives them by name.
func (c *checker) caf2Args(p *CAF2Proc, call *syntax.Ref) map[string]syntax.Expr {
	args := c.scope.BindCAF2(p, call.Parts[0].Args,
		func(r diag.Range, format string, args ...any) { c.errorf("C0171", r, format, args...) })
	for _, q := range p.Params {
		e := args[q.Name]
		switch {
		case e != nil:
			c.caf2Arg(p, q, e)
		case !q.Optional:
			c.errorf("C0171", call.Range, "%s needs an argument '%s'", p.Name, q.Name)
		}
	}
	return args
}

// caf2Call checks a statement of CAF 2.0.
func (c *checker) caf2Call(s *syntax.CallStmt) {
	p := c.scope.CAF2Statement(s)
	c.imageControl(s, p.Name)
	args := c.caf2Args(p, s.Proc)
	c.caf2Operands(p, args)
	if p.Name == "copy_async" {
		c.copyAsync(s, args)
	}
}

// copyAsync checks what copy_async has of an assignment.
func (c *checker) copyAsync(s *syntax.CallStmt, args map[string]syntax.Expr) {
	dest, src := args["dest"], args["src"]
	if dest == nil || src == nil {
		return
	}
	r, ok := src.(*syntax.Ref)
	if args["ev_before"] != nil && !(ok && !c.scope.Reference(r).Call) && c.refersTo(src) {
		c.errorf("C0171", src.Span(),
			"the source of a copy with ev_before is read when the event has come: it must be a "+
				"variable or a constant")
	}
	if r, ok := dest.(*syntax.Ref); !ok || c.scope.Reference(r).Call {
		c.errorf("C0171", dest.Span(), "the argument 'dest' of copy_async must be a variable")
	}
	if items := s.Args().Items; items[0].Value != dest || items[1].Value != src {
		c.errorf("C0171", s.Proc.Range,
			"dest and src are the first two arguments of copy_async, in this order")
	}
	c.defined(dest)
	c.copyOperands(dest, src)
}

// copyOperands checks that an assignment of a source to a destination would be one, as far as
// declarations tell.
func (c *checker) copyOperands(dest, src syntax.Expr) {
	c.sameExtents(syntax.NewAssign(dest, src), "the destination")
	if to, from := c.scope.RankOf(dest), c.scope.RankOf(src); from > 0 && to >= 0 && to != from {
		c.errorf("C0190", src.Span(), "this has rank %d, the destination has %d", from, to)
	}
	to, from := c.scope.TypeOf(dest), c.scope.TypeOf(src)
	if to == nil || from == nil || c.p.MayDefineAssignment(to.DerivedOf()) ||
		c.p.MayDefineAssignment(from.DerivedOf()) {
		return
	}
	if a, b := assigned(to), assigned(from); a != 0 && b != 0 &&
		(a != b || a == derivedClass && fitsDerived(from, to) == never) {
		c.errorf("C0171", src.Span(),
			"a value of this type cannot be assigned to the destination of copy_async")
	}
	for _, e := range []syntax.Expr{dest, src} {
		if d := c.scope.TypeOf(e).DerivedOf(); d != nil && d.Kind == Builtin &&
			ownStatements[d.Original] != "" {
			c.errorf("C0158", e.Span(),
				"a variable of type %s cannot be copied: its own statements change it",
				ownStatements[d.Original])
		}
	}
}

const derivedClass = 3

// assigned is a class of types of which values can be assigned to each other; 0: not known.
func assigned(t *Type) int {
	switch t.Base {
	case syntax.TypeInteger, syntax.TypeReal, syntax.TypeDoublePrecision, syntax.TypeComplex,
		syntax.TypeDoubleComplex, syntax.TypeLogical:
		// logicals by extension
		return 1
	case syntax.TypeCharacter:
		return 2
	case syntax.TypeDerived:
		if d := t.DerivedOf(); d != nil && d.Kind != Builtin {
			return derivedClass
		}
	}
	return 0
}

// ownStatements are the types whose variables change by statements of CAF 2.0 only.
var ownStatements = map[string]string{"caf_event": "event", "caf_eventset": "eventset",
	"caf_lock": "lock", "caf_lockset": "lockset"}

// movable checks that the value of an operand of a collective is all in the operand.
func (c *checker) movable(p *CAF2Proc, e syntax.Expr) {
	t := c.scope.TypeOf(e)
	if t == nil {
		return
	}
	reason := ""
	d := t.DerivedOf()
	switch {
	case t.Base == syntax.TypeClass || t.Base == syntax.TypeClassAny:
		reason = "it is polymorphic"
	case t.Base != syntax.TypeDerived || d == nil:
	case d.Kind == Builtin && ownStatements[d.Original] != "":
		reason = "variables of this type mean something on their own image only"
	default:
		k := holds(d, isAllocatable)
		if stays := StaysHere(d); k != nil && p.InParts() && stays != nil {
			reason = fmt.Sprintf(
				"its component '%s' is allocatable, and the component '%s' means something on "+
					"its own image only", k.Name, stays.Name)
		} else if k != nil && !p.InParts() {
			reason = fmt.Sprintf(
				"its component '%s' is allocatable, and memory for it belongs to the image "+
					"that allocates it", k.Name)
		}
	}
	if reason != "" {
		c.errorf("C0171", e.Span(), "%s does not take %s: %s", p.Name, e.Span().Text(), reason)
	}
}

// refersTo tells whether an expression refers to something that is no constant.
func (c *checker) refersTo(e syntax.Expr) bool {
	found := false
	syntax.Inspect(e, func(n syntax.Node) bool {
		if r, ok := n.(*syntax.Ref); ok && !c.scope.IsIntrinsic(r.First().Name) {
			sym := c.scope.Reference(r).Parts[0]
			found = found || sym == nil || sym.Kind != Parameter
		}
		return !found
	})
	return found
}

// caf2Operands checks that an operator has operands for which it is defined, as far as declarations
// tell.
func (c *checker) caf2Operands(p *CAF2Proc, args map[string]syntax.Expr) {
	op, src := args["op"], args["src"]
	if src == nil {
		return
	}
	if compare := args["compare"]; compare != nil {
		c.caf2Operation(p, compare, src, true)
	}
	if dest := args["dest"]; dest != nil && p.Collective() {
		have, want := c.scope.actualValue(src).typ, c.scope.TypeOf(dest)
		if have != nil && want != nil && fitsType(have, want) == never &&
			c.scope.CAF2Operator(src) == 0 {
			c.errorf("C0171", src.Span(), "source and destination of %s are of different types",
				p.Name).Help("a value is not converted on its way: convert it before")
			return
		}
	}
	if op == nil {
		return
	}
	c.caf2Operation(p, op, src, false)
	name := caf2Operators[c.scope.CAF2Operator(op)]
	if name == "" {
		return
	}
	base, known := syntax.TypeLogical, c.isLogical(src)
	if t := c.scope.TypeOf(src); !known && t != nil {
		base, known = t.Base, true
	}
	if known && !operates(name, base) {
		c.errorf("C0171", src.Span(), "%s with %s does not take values of this type", p.Name,
			name).Help("the operator can be a function of the program, too")
	}
}

// operates tells whether a built-in operator is defined for a type (capi/caf2/op.c).
func operates(name string, base syntax.BaseType) bool {
	op := strings.TrimPrefix(name, "caf_")
	switch op {
	case "prod":
		op = "product"
	case "iand", "ior":
		op = op[1:]
	case "ieor":
		op = "xor"
	case "min", "max":
		if base == syntax.TypeCharacter {
			return true
		}
	}
	return reducible(op, base)
}

func (c *checker) isLogical(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Literal:
		return e.Kind == syntax.LogicalLit
	case *syntax.Paren:
		return c.isLogical(e.X)
	case *syntax.Ref:
		info := c.scope.Reference(e)
		t := info.Types[len(info.Types)-1]
		return !info.Call && t != nil && t.Base == syntax.TypeLogical
	case *syntax.Unary:
		return e.Op == syntax.OpNot
	}
	return false
}

// caf2Variable says which type an argument must have, and whether it must be a scalar and of this
// image.
var caf2Variable = map[CAF2Kind]struct {
	original, name string
	scalar, own    bool
}{
	CAF2Event: {"caf_event", "event", true, false}, CAF2OwnEvent: {"caf_event", "event", true,
		true}, CAF2Events: {"caf_event", "event", false, true},
	CAF2EventSet: {"caf_eventset", "eventset", true, true},
	CAF2Lock:     {"caf_lock", "lock", true, false},
	CAF2OwnLocks: {"caf_lock", "lock", false, true},
	CAF2LockSet:  {"caf_lockset", "lockset", true, true},
	CAF2TeamVar:  {"team_type", "team", true, true},
}

func (c *checker) caf2Arg(p *CAF2Proc, q CAF2Param, e syntax.Expr) {
	wrong := func(format string, args ...any) { c.errorf("C0171", e.Span(), format, args...) }
	rank := c.scope.RankOf(e)
	r, isRef := e.(*syntax.Ref)
	if v, ok := caf2Variable[q.Kind]; ok {
		if !isRef {
			wrong("the argument '%s' of %s must be a variable of type %s", q.Name, p.Name, v.name)
			return
		}
		info := c.scope.Reference(r)
		if t := info.Types[len(info.Types)-1]; info.Call || t == nil && info.Rank >= 0 ||
			t != nil && !t.IsBuiltin(v.original) {
			wrong("the argument '%s' of %s must be a variable of type %s", q.Name, p.Name, v.name)
		}
		if v.scalar && rank > 0 {
			wrong("the argument '%s' of %s must be a scalar", q.Name, p.Name)
		}
		if v.own && r.Coindexed() != nil {
			c.errorf("C0172", r.Range,
				"%s works on this image's own: '%s' cannot have an image selector", p.Name,
				r.Coindexed().Name.Name)
		}
		return
	}
	switch q.Kind {
	case CAF2Team:
		c.caf2Team(e, p.Name)
	case CAF2Int, CAF2IntVar:
		if rank > 0 || c.isNot(e, syntax.TypeInteger) {
			wrong("the argument '%s' of %s must be an integer scalar", q.Name, p.Name)
		}
	case CAF2EventID:
		if t := c.scope.TypeOf(e); rank > 0 || c.isNot(e, syntax.TypeInteger) ||
			t != nil && t.KindValue() != 0 && t.KindValue() != 8 {
			wrong("the argument '%s' of %s must be a scalar of type integer(8)", q.Name, p.Name)
		}
	case CAF2Ints, CAF2Logicals:
		word, base := "integers", syntax.TypeInteger
		if q.Kind == CAF2Logicals {
			word, base = "logicals", syntax.TypeLogical
		}
		if rank == 0 || rank > 1 || c.isNot(e, base) {
			wrong("the argument '%s' of %s must be an array of %s, of rank one", q.Name, p.Name,
				word)
		}
	case CAF2IntList:
		if !isRef || !c.isAllocatableList(r) {
			wrong("the argument '%s' of %s must be an allocatable array of integers, of rank one",
				q.Name, p.Name)
		}
	case CAF2Logical:
		if rank > 0 || c.isNot(e, syntax.TypeLogical) {
			wrong("the argument '%s' of %s must be a logical variable", q.Name, p.Name)
		}
	}
	if q.Kind == CAF2IntVar || q.Kind == CAF2EventID || q.Kind == CAF2Logical || q.Kind == CAF2Own {
		if !isRef {
			wrong("the argument '%s' of %s must be a variable", q.Name, p.Name)
		} else {
			c.notCoindexed(e, "C0172", p.Name+" defines a variable of this image: '"+q.Name+
				"' cannot be coindexed")
		}
	}
	if q.Kind == CAF2Operator && c.scope.CAF2Operator(e) == 0 {
		if callee := c.caf2Procedure(p, e); callee != nil && !caf2Operates(callee) {
			wrong("an operator of %s is a function of two arguments, or a subroutine of four",
				p.Name)
		}
	}
	if q.Kind == CAF2Pass && c.scope.CAF2Passes(e) == 0 {
		c.errorf("C0171", e.Span(), "the argument '%s' of cofence says which operations may pass",
			q.Name).Help("write READ, WRITE or ANY; without the argument, none may")
	}
	if q.Kind == CAF2Compare {
		if callee := c.caf2Procedure(p, e); callee != nil &&
			(caf2Arguments(callee) != 2 || c.scope.CAF2Comparison(e) == nil) {
			wrong("a comparison is an integer or logical function of two arguments by reference")
		}
	}
	if q.Kind == CAF2Own || q.Kind == CAF2Source {
		c.movable(p, e)
	}
	if q.Kind == CAF2Source {
		c.notCoindexed(e, "C0172", p.Name+" takes this image's own part: '"+q.Name+
			"' cannot be coindexed")
	}
}

// isAllocatableList tells whether a reference is to a whole allocatable array of integers of rank
// one.
func (c *checker) isAllocatableList(r *syntax.Ref) bool {
	info := c.scope.Reference(r)
	sym := info.Parts[len(info.Parts)-1]
	return sym != nil && sym.Has(Allocatable) && !sym.IsCoarray() && sym.Rank() == 1 &&
		r.Last().Args == nil && r.Coindexed() == nil && !c.isNot(r, syntax.TypeInteger)
}

// withTeam checks a WITH TEAM construct. It is left by its end only.
func (c *checker) withTeam(it *syntax.WithTeamConstruct) {
	c.imageControl(it.Head, "WITH TEAM")
	c.caf2Team(it.Head.Team, "WITH TEAM")
	c.stmt(it.Head)
	before := c.team
	c.team = newEnclosure("WITH TEAM", it.Body, it.End, nil)
	c.items(it.Body)
	c.team = before
}

// finish checks a FINISH construct. It is left by its end only.
func (c *checker) finish(it *syntax.FinishConstruct) {
	c.imageControl(it.Head, "FINISH")
	if it.Head.Team != nil {
		c.caf2Team(it.Head.Team, "FINISH")
	}
	c.stmt(it.Head)
	before := c.team
	c.team = newEnclosure("FINISH", it.Body, it.End, nil)
	c.items(it.Body)
	c.team = before
}

// caf2Team checks a team, which may be one of those that have a name in the language.
func (c *checker) caf2Team(e syntax.Expr, what string) {
	switch r, ok := e.(*syntax.Ref); {
	case ok && c.scope.caf2TeamName(r):
	case ok && c.scope.CAF2Value(r):
		c.errorf("C0151", r.Range, "%s needs a value of type team_type", what)
	default:
		c.teamValue(e, what)
	}
}

// caf2Inquiry checks what imageof, team_rank and team_size ask about.
func (c *checker) caf2Inquiry(r *syntax.Ref) {
	p := r.Parts[0]
	if len(r.Parts) != 1 || p.Args == nil || p.Selector != nil || p.Second() != nil ||
		!c.scope.caf2Name(p.Name.Name) {
		return
	}
	switch name := p.Name.Name; name {
	case "imageof":
		if len(p.Args.Items) != 1 || !c.scope.CopointerInquiry(r) {
			c.errorf("C0180", r.Range, "imageof has one argument, a copointer itself: imageof(p)")
		}
	case "team_rank", "team_size":
		if len(p.Args.Items) > 0 {
			c.caf2Team(p.Args.Items[0].Value, name)
		}
	}
}

// caf2TeamName tells whether a reference is to a team that has a name in the language.
func (s *Scope) caf2TeamName(r *syntax.Ref) bool {
	return s.CAF2Value(r) && r.Parts[0].Args == nil && r.First().Name != "rank_none"
}

// caf2Unknown reports a statement that has the form of one of CAF 2.0 and is none.
func (c *checker) caf2Unknown(s *syntax.CallStmt) bool {
	if !s.Bare || c.scope.CAF2Statement(s) != nil {
		return false
	}
	name := s.Proc.First().Name
	if sym := c.scope.Lookup(name); sym != nil && caf2Procs[name] != nil {
		m := c.errorf("C0173", s.Range, "the program declares '%s', which hides the statement of "+
			"CAF 2.0", name)
		if sym.Ident != nil {
			m.Note(sym.Ident.Range, "'%s' is declared here", name)
		}
		m.Help("to use the statement, rename what is declared; to call a subroutine, write call %s",
			s.Proc.Range.Text())
		return true
	}
	near := words.Nearest(name, slices.Collect(maps.Keys(caf2Procs)))
	c.errorf("C0173", s.Range, "there is no statement %s%s", name, words.DidYouMean(near)).
		Help("to call a subroutine, write call %s", s.Proc.Range.Text())
	return true
}

// caf2Procedure checks that an argument is a procedure; it is given if its interface is known.
func (c *checker) caf2Procedure(p *CAF2Proc, e syntax.Expr) *Symbol {
	r, ok := e.(*syntax.Ref)
	if !ok || !r.IsName() {
		c.errorf("C0171", e.Span(), "%s takes the name of a procedure here", p.Name)
		return nil
	}
	name := r.First().Name
	sym := c.scope.Lookup(name)
	nothing := sym == nil && c.scope.prog.Externals[name] == nil &&
		c.scope.UnknownModule(name) == nil
	if nothing || sym != nil && sym.Kind != Procedure {
		c.errorf("C0171", e.Span(), "%s takes the name of a procedure here, which '%s' is not",
			p.Name, r.First().Name).
			Help("the operators of the language are %s", strings.Join(caf2Operators[1:], ", "))
		return nil
	}
	return c.scope.ProcedureOf(e)
}

// ProcedureOf is the procedure with an explicit interface that an expression names, or nil.
func (s *Scope) ProcedureOf(e syntax.Expr) *Symbol {
	r, ok := e.(*syntax.Ref)
	if !ok {
		return nil
	}
	return s.Callee(r).Proc
}

func caf2Arguments(proc *Symbol) int { return len(Callee{Proc: proc}.Dummies()) }

// caf2Operates tells whether a procedure has the arguments of an operator: a function two, a
// subroutine four.
func caf2Operates(proc *Symbol) bool {
	switch caf2Arguments(proc) {
	case 2:
		return proc.Proc.Head.Kind != syntax.Subroutine
	case 4:
		return proc.Proc.Head.Kind != syntax.Function
	}
	return false
}

// CAF2Comparison is the type of a comparison's result; nil: it is none.
func (s *Scope) CAF2Comparison(e syntax.Expr) *Type {
	var t *Type
	if p := s.ProcedureOf(e); p != nil {
		t = Callee{Proc: p}.result()
	} else if r, ok := e.(*syntax.Ref); ok {
		if sym := s.Lookup(r.First().Name); sym != nil {
			t = sym.TypeOf()
		}
	}
	if t == nil || Numeric(t) != 1 && Numeric(t) != 2 {
		return nil
	}
	return t
}

// caf2Operators are the names of operators by their numbers in the runtime (capi/caf2/op.c).
var caf2Operators = []string{"", "caf_sum", "caf_prod", "caf_min", "caf_max", "caf_land", "caf_lor",
	"caf_iand", "caf_ior", "caf_ieor"}

// CAF2Operator is the number of the operator that an expression names; 0: none.
func (s *Scope) CAF2Operator(e syntax.Expr) int {
	r, ok := e.(*syntax.Ref)
	if !ok || !r.IsName() || !s.caf2Name(r.First().Name) {
		return 0
	}
	return max(slices.Index(caf2Operators, r.First().Name), 0)
}

// CAF2Passes is what an argument of cofence says by its name alone: by layout.TouchReads and
// TouchWrites which operations may pass; 0: it is no such argument.
func (s *Scope) CAF2Passes(e syntax.Expr) int {
	if r, ok := e.(*syntax.Ref); ok && r.IsName() {
		switch r.First().Name {
		case "read":
			return layout.TouchReads
		case "write":
			return layout.TouchWrites
		case "any":
			return layout.TouchReads | layout.TouchWrites
		}
	}
	return 0
}
