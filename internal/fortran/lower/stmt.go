package lower

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/edit"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// hookMode says how transfers of the library path are generated.
type hookMode uint8

const (
	guarded hookMode = iota // `if (coral_lib) call coral_get(..)`
	direct                  // none: the copy of a loop for mapped images
	library                 // `call coral_get(..)`: the other copy
)

// flow is what planning a statement has to know of the control flow around it.
type flow struct {
	scope *resolve.Scope
	mode  hookMode
	// fresh are the views that need no refresh here: a statement that dominates this one did it,
	// and nothing since can have made them stale.
	fresh map[*resolve.Symbol]bool
	// hoist takes refreshes in front of the outermost safe loop; nil outside of one.
	hoist *hoister
	// locals are the pointers of the direct version of the innermost loop. conditional: not all its
	// iterations come here.
	locals      *locals
	conditional bool
	// group takes the hooks of all statements of a WHERE or FORALL construct; nil outside.
	group *hooks
	// together are the facts about the WHERE or FORALL around; nil outside.
	together *together
	// loops are the indices of FORALL constructs around.
	loops []indexLoop
	// masked: in a WHERE or masked FORALL, where an assignment does not define all elements.
	masked bool
	// where: in a WHERE statement or construct.
	where bool
	// concurrent: in a DO CONCURRENT construct.
	concurrent bool
	// onlyPure: in a FORALL, or the head of a DO CONCURRENT, where functions must be pure (F2018
	// 10.2.4, 11.1.7).
	onlyPure bool
	// evaluated are subscripts that a statement around has evaluated, as in stmt.
	evaluated map[int32]string
	// names are construct names to rename (in the second copy of a loop).
	names map[string]string
}

func (f *flow) in(scope *resolve.Scope) *flow {
	c := *f
	c.scope = scope
	c.fresh = copySet(f.fresh)
	return &c
}

func copySet(m map[*resolve.Symbol]bool) map[*resolve.Symbol]bool {
	c := make(map[*resolve.Symbol]bool, len(m))
	for k := range m {
		c[k] = true
	}
	return c
}

// hoister collects refreshes in front of a loop.
type hoister struct {
	head  syntax.Stmt
	lines []emit.Line
	seen  map[*resolve.Symbol]bool
	// addresses are those of coarrays in the direct version of a loop; nil elsewhere.
	addresses *addresses
}

// indexLoop is one index of an implied DO or FORALL.
type indexLoop struct {
	name                string // as the user wrote it, lower case
	first, last, step   string
	generated           string
	declared            string // type of the generated variable
	firstX, lastX, stpX syntax.Expr
	// vector is a vector subscript, over whose elements the loop runs: generated counts, values is
	// the array.
	vector, values string
	// once: the loop ends behind its first iteration. It only tells whether there is one.
	once bool
}

// hooks are the statements around a statement.
type hooks struct {
	refresh []emit.Line
	gets    []hook
	puts    []hook
	seen    map[string]bool
	// decls are variables of a BLOCK around the statement.
	decls []string
}

// hook is one transfer: of a designator, inside loops over indices.
type hook struct {
	what  string
	loops []indexLoop
	at    diag.Range
	// first is the first element of a section that needs its address beside its descriptor, or "".
	first string
	// raw is a statement that stands between the transfers, on both paths.
	raw string
	// part: what a pointer to a component points to.
	part bool
	// changes: only what the statement has changed is sent.
	changes bool
	// checks are statements in front of the transfer, in its loops.
	checks []string
	// fresh: what was got before is of no use for it.
	fresh bool
}

// stmt is the planning of one statement.
type stmt struct {
	l     *lowerer
	s     syntax.Stmt
	scope *resolve.Scope
	fl    *flow
	t     *edit.Text
	h     *hooks
	// loops are the implied loops around the expression being walked.
	loops []indexLoop
	// read are the variables of a READ statement's items, while those are rewritten.
	read map[*resolve.Symbol]bool
	// ways are those by which control leaves the statement beside the one to the next (waysout.go).
	ways []way
	// purely: the statements are those of a generated procedure that is pure.
	purely bool
	surroundings
	madeNames
	evaluatedOnce
	itemwise
	viewing
	guardNames
	choosing
	timing
	chaining
	partViews
	deepCopying
	studied
}

// surroundings are further lines around the statement.
type surroundings struct {
	// pre and post are outside of the transfers.
	pre, post []emit.Line
	// afterGets are in front of the statement and evaluate what it refers to, so that they stand
	// behind the transfers of what is read.
	afterGets []emit.Line
}

// madeNames are the names of the statement's variables.
type madeNames struct {
	counter  int // of temp
	standIns int // numbers of nextObject
	// numbered are the statement's variables by what their names begin with, in the order in which
	// they were made. echo: the statement is written once more, and has the same variables and
	// chains.
	numbered map[string][]string
	echo     bool
}

// temp makes a name for a generated local variable.
func (m *madeNames) temp(letter string) string {
	m.counter++
	return fmt.Sprintf("coral_%s_%d", letter, m.counter)
}

// nextObject makes a number for variables that stand for an object (standin.go).
func (m *madeNames) nextObject() int {
	m.standIns++
	return m.standIns
}

// note keeps a name for when the statement is written once more.
func (m *madeNames) note(prefix, name string) {
	if m.numbered == nil {
		m.numbered = map[string][]string{}
	}
	m.numbered[prefix] = append(m.numbered[prefix], name)
}

// repeated is the name that was noted when the statement was written first; "": there is none.
func (m *madeNames) repeated(prefix string) string {
	list := m.numbered[prefix]
	if !m.echo || len(list) == 0 {
		return ""
	}
	m.numbered[prefix] = list[1:]
	return list[0]
}

// onceMore are the names for the same statement written once more. Variables of subscripts are
// found by their places, so that others of their kind are new.
func (m *madeNames) onceMore() madeNames {
	again := madeNames{echo: true, numbered: maps.Clone(m.numbered)}
	delete(again.numbered, evaluatedPrefix)
	return again
}

func (l *lowerer) newStmt(s syntax.Stmt, fl *flow) *stmt {
	made := &struct {
		stmt
		text  edit.Text
		hooks hooks
	}{}
	made.text = edit.Of(s, l.hidden, &l.tokens)
	st := &made.stmt
	*st = stmt{l: l, s: s, scope: fl.scope, fl: fl, t: &made.text, h: &made.hooks, loops: fl.loops,
		evaluatedOnce: evaluatedOnce{evaluated: maps.Clone(fl.evaluated)}}
	if fl.group != nil {
		st.h = fl.group
	}
	for _, n := range constructRefs(s) {
		if to, ok := fl.names[n.Name]; ok {
			st.t.Replace(n.Range, to)
		}
	}
	return st
}

// constructRefs are the construct names that a statement refers to.
func constructRefs(s syntax.Stmt) []*syntax.Ident {
	var id *syntax.Ident
	switch s := s.(type) {
	case *syntax.CycleStmt:
		id = s.Name
	case *syntax.ExitStmt:
		id = s.Name
	case *syntax.EndStmt:
		id = s.Name
	case *syntax.ElseIfStmt:
		id = s.Name
	case *syntax.ElseStmt:
		id = s.Name
	case *syntax.CaseStmt:
		id = s.Name
	case *syntax.ElsewhereStmt:
		id = s.Name
	}
	if id == nil {
		return nil
	}
	return []*syntax.Ident{id}
}

// callsUser tells whether an expression calls a procedure that is not intrinsic.
func (x *stmt) callsUser(e syntax.Node) bool { return mid.CallsUser(e, x.scope) }

// mayHaveEffects tells whether an expression must be evaluated as often as the user has written it.
func (x *stmt) mayHaveEffects(e syntax.Node) bool {
	return x.l.effects.MayHaveEffects(e, x.scope)
}

func (x *stmt) at() diag.Range { return x.s.Info().Body() }

func (x *stmt) line(format string, args ...any) emit.Line {
	if len(args) == 0 {
		return emit.Line{Text: format, At: x.at()}
	}
	return emit.Line{Text: fmt.Sprintf(format, args...), At: x.at()}
}

// made is a line whose text is there already.
func (x *stmt) made(text string) emit.Line { return emit.Line{Text: text, At: x.at()} }

// where gives the arguments `line, file` of run-time calls.
func (x *stmt) where() string {
	return placeOf(x.s)
}

// viewKey begins the names under which it is noted which views a statement has made.
const viewKey = "view "

// refresh makes sure that a view is good when the statement runs.
func (x *stmt) refresh(sym *resolve.Symbol, local string) {
	sym = x.ownView(sym, local)
	if x.views != nil {
		*x.views = append(*x.views, viewUse{sym, local})
		return
	}
	if _, made := x.objects[local]; made { // behind what its object's subscripts refer to
		return
	}
	if use := (viewUse{sym, local}); !slices.Contains(x.used, use) {
		x.used = append(x.used, use)
	}
	if x.fl.fresh[sym] {
		return
	}
	if h := x.fl.hoist; h != nil {
		if !h.seen[sym] && sym.Scope != nil && !declaredInside(sym, h.head, x.scope) &&
			x.characterGuards[local] == "" {
			h.seen[sym] = true
			h.lines = append(h.lines, x.refreshLines(sym, local, true)...)
		}
		if h.seen[sym] {
			return
		}
	}
	key := viewKey + x.l.teams.viewOf(sym, local)
	if x.h.seen[key] {
		return
	}
	x.h.mark(key)
	early := x.mayBeLeftOut()
	lines := x.refreshLines(sym, local, early)
	if x.late {
		for _, ln := range lines {
			x.raw(ln.Text)
		}
	} else {
		x.h.refresh = append(x.h.refresh, lines...)
	}
	need := early && sym.Flags&(resolve.Allocatable|resolve.Optional) != 0
	if x.fl.fresh != nil && x.fl.group == nil && !need {
		x.fl.fresh[sym] = true
	}
}

// mayBeLeftOut tells whether what is being written need not be evaluated: it is an operand that
// another one may make superfluous, or stands in loops, which may have no iterations.
func (x *stmt) mayBeLeftOut() bool { return x.operands > 0 || len(x.loops) > 0 }

func (h *hooks) mark(key string) {
	if h.seen == nil {
		h.seen = map[string]bool{}
	}
	h.seen[key] = true
}

// declaredInside tells whether an entity belongs to a BLOCK inside the loop that begins with head.
func declaredInside(sym *resolve.Symbol, head syntax.Stmt, scope *resolve.Scope) bool {
	if sym.Scope.Kind != resolve.BlockScope && sym.Scope.Kind != resolve.AssocScope {
		return false
	}
	r, h := sym.Scope.Node.Span(), head.Info().Range
	return r.Src == h.Src && r.Start > h.Start
}

// refreshLines is the call of coral_view under its guard. In front of a loop (early) the coarray
// need not exist yet: the reference in the loop may be under a condition.
func (x *stmt) refreshLines(sym *resolve.Symbol, local string, early bool) []emit.Line {
	view, n := x.l.teams.viewOf(sym, local), x.objectText(local)
	bounds := "lbound(" + n + ", kind=" + x.l.use("coral_ik") + ")"
	if sym.Rank() == 0 {
		bounds = "[integer(" + x.l.use("coral_ik") + ") ::]"
	}
	corank := 0
	if sym.Has(resolve.Allocatable) {
		corank = sym.Corank()
	}
	if derived.HasBindings(sym.TypeOf().DerivedOf()) || derived.Polymorphic(sym) ||
		x.objectOf(local) != local {
		return x.refreshAt(sym, local, corank, early)
	}
	entry, address := "", "loc("+view+")"
	if x.scope.IsPure() || x.fl.concurrent { // where LOC must not be referenced
		entry, address = "_by", view+"%gen"
	}
	_, length := x.l.typeText(sym)
	call := "call " + x.viewEntry(sym, entry) + "(" + address + ", " + n + ", " + bounds + ", " +
		strconv.Itoa(corankArg(corank, length != "")) + ", " + x.where() + ")"
	cond := view + "%gen /= " + x.l.use("coral_gen")
	if early && sym.Has(resolve.Allocatable) && sym.Selector == nil && !x.associateName(local) {
		cond += " .and. allocated(" + n + ")"
	}
	var out []emit.Line
	if length != "" {
		out = []emit.Line{x.line("if (%s) then", cond), x.line("  %s", call)}
		if x.l.opt.Bounds {
			out = append(out, x.setLength(view, sym.Rank(), corank, n))
		}
		out = append(out, x.pointWithLength(sym, local)...)
		out = append(out, x.line("end if"))
	} else {
		out = []emit.Line{x.made("if (" + cond + ") " + call)}
	}
	if early && sym.Has(resolve.Optional) {
		out = append(append([]emit.Line{x.line("if (present(%s)) then", n)}, out...),
			x.line("end if"))
	}
	return out
}

// associateName tells whether a name here is an associate name, which is no allocatable object.
func (x *stmt) associateName(local string) bool {
	sym := x.scope.Lookup(local)
	return sym != nil && sym.Kind == resolve.Associate
}

// objectText is the designator of the object of which there is a view under a name.
func (x *stmt) objectText(local string) string {
	if text, ok := x.objects[local]; ok {
		return text
	}
	return local
}

// pointWithLength points the variable that has the view's character length to where the view
// points. A length that changes with each allocation comes by a pointer of that length. Only then
// the view is one of this generation, for other threads too.
func (x *stmt) pointWithLength(sym *resolve.Symbol, local string) []emit.Line {
	view, pointer := x.l.teams.viewOf(sym, local), x.l.teams.pointerOf(sym, local)
	made := x.line("  %s%%gen = %s", view, x.l.use("coral_gen"))
	if !x.l.lengthOfPointer(sym) {
		return []emit.Line{x.line("  %s => %s%%p", pointer, view), made}
	}
	colons := strings.Repeat(":,", max(sym.Rank(), 0)) + ":"
	length := fmt.Sprintf("len(%s)", x.objectText(x.objectOf(local)))
	var open, end []emit.Line
	if sym.Has(resolve.Optional) {
		open = []emit.Line{x.line("  block"), x.line("  integer :: coral_length"),
			x.line("  coral_length = %s", length)}
		end = []emit.Line{x.line("  end block")}
		length = "coral_length"
	}
	return append(append(open,
		x.line("  block"),
		x.line("    character(len=%s%s), pointer :: coral_now(%s)", length, kindOf(sym.TypeOf()),
			colons),
		x.line("    coral_now => %s%%p", view),
		x.line("    %s => coral_now", pointer),
		x.line("  end block")),
		append(end, made)...)
}

// setLength tells a view the character length of its object: gfortran compares the lengths of
// pointer and target where it checks bounds, and does not know that of a component.
func (x *stmt) setLength(view string, rank, corank int, object string) emit.Line {
	return x.line("  call %s(%s%%gen, %d, %d, len(%s, kind=%s))", x.l.use("coral_view_length"),
		view, max(rank, 0), corank, object, x.l.use("coral_ik"))
}

// corankArg is the corank as coral_view takes it: where pointWithLength follows, which stores the
// generation, -1 less it (view.c).
func corankArg(corank int, pointed bool) int {
	if pointed {
		return -1 - corank
	}
	return corank
}

// get and put record transfers of the library path.
func (x *stmt) get(what, first string) {
	x.h.addGet(hook{what: what, loops: x.loops, at: x.at(), first: first, fresh: x.fresh})
}
func (x *stmt) put(what, first string) {
	x.h.addPut(hook{what: what, loops: x.loops, at: x.at(), first: first})
}

// change records both transfers of what the statement may define in part.
func (x *stmt) change(what, first string) {
	k := hook{what: what, loops: x.loops, at: x.at(), first: first, changes: true}
	x.h.addGet(k)
	x.h.addPut(k)
}

// transferOf records the transfers that a usage asks for.
func (x *stmt) transferOf(k hook, u usage) {
	k.changes = u == both || u == defines && x.fl.masked
	if u == reads || k.changes {
		x.h.addGet(k)
	}
	if u != reads {
		x.h.addPut(k)
	}
}

func (h *hooks) addGet(k hook) {
	if len(k.loops) == 0 {
		if h.seen["get "+k.what] {
			for i := range h.gets {
				if g := &h.gets[i]; g.what == k.what && len(g.loops) == 0 {
					g.changes = g.changes || k.changes
				}
			}
			return
		}
		h.mark("get " + k.what)
	}
	h.gets = append(h.gets, k)
}

// addPut records what is sent behind the statement, or the construct of a group, once: of what may
// be defined in part, a second put would send what other images have defined since.
func (h *hooks) addPut(k hook) {
	if len(k.loops) == 0 {
		h.puts = slices.DeleteFunc(h.puts, func(p hook) bool {
			same := p.raw == "" && p.what == k.what && len(p.loops) == 0
			k.changes = k.changes || same && p.changes
			return same
		})
	}
	h.puts = append(h.puts, k)
}

// transfers renders hooks as lines.
func (x *stmt) transfers(list []hook, call string) []emit.Line {
	var out []emit.Line
	for _, k := range list {
		if k.raw != "" {
			out = append(out, emit.Line{Text: k.raw, At: k.at})
			continue
		}
		if x.fl.mode == direct {
			continue
		}
		one, call := "", call
		end := k.endTogether(call)
		if k.fresh && end == "" && call == "coral_get" {
			out = append(out, emit.Line{Text: x.forget(), At: k.at})
		}
		if end != "" {
			call = startTogether[call]
		}
		if k.changes {
			call = map[string]string{"coral_get": "coral_keep",
				"coral_put": "coral_put_changed"}[call]
		}
		if k.part {
			one = "call " + x.l.use(call+"_part") + "(" + k.what + ")"
		} else if k.first == "" {
			one = "call " + x.l.use(call) + "(" + k.what + ")"
		} else {
			one = x.callAt(call, k)
			// The first element of an array of size zero is none: a back end that checks subscripts
			// would end the program.
			if x.l.opt.Bounds && !strings.HasSuffix(k.first, "\x00") {
				one = "if (size(" + k.what + ") > 0) " + one
			}
		}
		if len(k.loops) == 0 {
			if strings.HasPrefix(one, "if") {
				out = append(out, emit.Line{Text: "if (" + x.l.use("coral_lib") + ") then",
					At: k.at},
					emit.Line{Text: "  " + one, At: k.at}, emit.Line{Text: "end if", At: k.at})
				continue
			}
			out = append(out, emit.Line{Text: x.rare(one), At: k.at})
			continue
		}
		last := ""
		if end != "" {
			last = "call " + x.l.use(end) + "()"
		}
		out = append(out, x.fetchLoop(k, one, last)...)
	}
	return out
}

// forget is the call behind which nothing is used that was got before: volatile objects may change
// within a segment.
func (x *stmt) forget() string { return "call " + x.l.use("coral_brought") + "()" }

// forgetVolatile has what is read next be read anew if it is volatile.
func (x *stmt) forgetVolatile() {
	if x.fresh {
		x.raw(x.forget())
	}
}

// startTogether are the calls that stand in loops in place of transfers one by one.
var startTogether = map[string]string{"coral_get": "coral_want", "coral_put": "coral_give"}

// endTogether is the call behind the loops of a transfer whose elements no iteration reads or
// defines: all are asked for before the first is waited for, and are sent with few calls of the
// library. "": it is none.
func (k *hook) endTogether(call string) string {
	if len(k.loops) == 0 || k.changes || k.part {
		return ""
	}
	return map[string]string{"coral_get": "coral_brought", "coral_put": "coral_given"}[call]
}

// rare is a call that belongs to the library path. In the second version of a loop the condition is
// always true. It tells gfortran that calls are rare, or they would be a reason not to keep in
// registers what both versions have in common.
func (x *stmt) rare(call string) string {
	if x.fl.mode == guarded || x.l.opt.InlinePointers {
		return "if (" + x.l.use("coral_lib") + ") " + call
	}
	return call
}

// callAt is a transfer that says where the section begins, and how long its elements are where the
// descriptor cannot.
func (x *stmt) callAt(call string, k hook) string {
	return "call " + x.l.use(call+"_at") + "(" + x.argumentsOf(k) + ")"
}

// argumentsOf are the arguments that say what a transfer is of.
func (x *stmt) argumentsOf(k hook) string {
	if k.first == "" {
		return k.what
	}
	if scalar, ok := strings.CutSuffix(k.first, "\x00"); ok {
		scalar, length, is := strings.Cut(scalar, edit.LengthMark)
		if is { // not storage_size, see below
			return fmt.Sprintf("%s, %s, int(%s, %s)*kind(%s)", x.loc(scalar), x.l.use("coral_me"),
				length, x.l.use("coral_ik"), scalar)
		}
		return fmt.Sprintf("%s, %s, storage_size(%s, kind=%s)/8", x.loc(scalar),
			x.l.use("coral_me"), scalar, x.l.use("coral_ik"))
	}
	if first, length, is := strings.Cut(k.first, edit.LengthMark); is {
		// Not storage_size: gfortran gives that of the whole string. The array is passed without
		// the substring: gfortran 15 ends by an internal error on one of a pointer with deferred
		// length, and first address and length say all that the descriptor would.
		return fmt.Sprintf("%s, %s, int(%s, %s)*kind(%s)", x.loc(first),
			withoutLastParens(k.what), length, x.l.use("coral_ik"), first)
	}
	return x.loc(k.first) + ", " + k.what
}

// withoutLastParens is a designator without the parentheses that end it.
func withoutLastParens(text string) string {
	depth, start, quote := 0, len(text), byte(0)
	for i := range len(text) {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '(':
			if depth == 0 {
				start = i
			}
			depth++
		case c == ')':
			depth--
		}
	}
	return text[:start]
}

// fetchLoop writes a transfer inside loops over the indices on which it depends, and what follows
// the loops, if anything does.
func (x *stmt) fetchLoop(k hook, call, last string) []emit.Line {
	var out []emit.Line
	depth := ""
	add := func(format string, args ...any) {
		s := format
		if len(args) > 0 {
			s = fmt.Sprintf(format, args...)
		}
		out = append(out, emit.Line{Text: depth + s, At: k.at})
	}
	if x.fl.mode == guarded {
		add("if (%s) then", x.l.use("coral_lib"))
		depth += "  "
	}
	add("block")
	depth += "  "
	for _, i := range k.loops {
		add("%s :: %s", i.declared, i.generated)
		if i.vector != "" {
			add("integer(%s), allocatable :: %s(:)", x.l.use("coral_ik"), i.values)
		}
	}
	for _, i := range k.loops {
		if i.vector != "" {
			add("%s = %s", i.values, i.vector)
		}
		step := ""
		if i.step != "" {
			step = ", " + i.step
		}
		add("do %s = %s, %s%s", i.generated, i.first, i.last, step)
		depth += "  "
	}
	for _, c := range append(k.checks, call) {
		add("%s", c)
	}
	for _, i := range slices.Backward(k.loops) {
		if i.once {
			add("exit")
		}
		depth = depth[2:]
		add("end do")
	}
	if last != "" {
		add("%s", last)
	}
	depth = depth[2:]
	add("end block")
	if x.fl.mode == guarded {
		depth = depth[2:]
		add("end if")
	}
	return out
}

// before and after are all lines around the statement, in order.
func (x *stmt) before() []emit.Line {
	if x.fl.group != nil {
		return slices.Concat(x.pre, x.afterGets)
	}
	var out []emit.Line
	if len(x.h.decls) > 0 {
		out = append(out, x.line("block"))
		for _, d := range x.h.decls {
			out = append(out, x.line("%s", "  "+d))
		}
	}
	out = append(out, x.h.refresh...)
	out = append(out, x.pre...)
	return slices.Concat(out, x.transfers(x.h.gets, "coral_get"), x.afterGets)
}

func (x *stmt) after() []emit.Line {
	if x.fl.group != nil {
		return x.post
	}
	out := append(x.transfers(x.h.puts, "coral_put"), x.post...)
	return append(x.onEachWay(out), x.closing()...)
}

// withoutPuts are the lines behind a statement whose own lines send what it defines.
func (x *stmt) withoutPuts() []emit.Line { return append(slices.Clone(x.post), x.closing()...) }

// finish stores the plan of a statement whose text is that of its tokens with edits.
func (x *stmt) finish() {
	if len(x.exact) > 0 {
		opens, closes := x.aroundExact()
		x.store(append(x.before(), opens...), edit.IndicesInFront(x.t.All()),
			append(closes, x.after()...))
		return
	}
	x.finishAs(x.t.All(), x.t.Edited())
}

func (x *stmt) finishAs(text string, replaced bool) {
	before, after := x.before(), x.after()
	if len(before) == 0 && len(after) == 0 && !replaced {
		return
	}
	if len(before)+len(after) > 0 && !x.mayEndLoop() {
		return
	}
	p := x.l.planOf(x.s)
	p.Before = append(p.Before, before...)
	if replaced {
		p.Replaced, p.Text = true, edit.IndicesInFront(text)
	}
	p.After = append(p.After, after...)
}

// mayEndLoop deals with a statement that needs lines around it and is the terminal of a labelled
// DO: its label moves to a CONTINUE behind, which nothing but the DO may refer to.
func (x *stmt) mayEndLoop() bool {
	b := x.s.Info()
	if b.DoTerminal == 0 || b.Label == nil {
		return true
	}
	if branchesTo(x.scope.Unit().Node, b.Label.Value) {
		x.l.errorf("C0210", x.at(),
			"a statement that ends a labelled DO loop and is the target of a branch cannot be "+
				"translated").
			Help("end the loop with CONTINUE or END DO")
		return false
	}
	x.l.planOf(x.s).Terminal = true
	return true
}

// branchesTo tells whether anything in a program unit or procedure may branch to a label: GO TO and
// arithmetic IF, alternate returns, ERR=, END= and EOR= of input and output. Procedures inside of
// it have labels of their own.
func branchesTo(unit syntax.Node, label int) bool {
	found := false
	among := func(labels ...*syntax.Label) {
		for _, k := range labels {
			found = found || k != nil && k.Value == label
		}
	}
	syntax.Inspect(unit, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Subprogram:
			return syntax.Node(n) == unit && !found
		case *syntax.GotoStmt:
			among(n.Labels...)
		case *syntax.ArithIfStmt:
			among(n.Labels...)
		case *syntax.AltReturn:
			among(n.Label)
		case *syntax.IOStmt:
			for _, word := range []string{"err", "end", "eor"} {
				if c := n.Control(word); c != nil && c.Value != nil {
					found = found || c.Value.Span().Text() == strconv.Itoa(label)
				}
			}
		}
		return !found
	})
	return found
}

func joinArgs(args ...string) string {
	var out []string
	for _, a := range args {
		if a != "" {
			out = append(out, a)
		}
	}
	return strings.Join(out, ", ")
}
