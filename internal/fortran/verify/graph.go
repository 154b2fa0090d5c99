package verify

import (
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// graph is the control flow of one procedure. Node 0 is its beginning, node 1 the end of each way
// out of it.
type graph struct {
	nodes []node
	// slots is how many views and pointers there are at most at the same time.
	slots int
	// entered are the nodes to which control comes from another statement of the user's.
	entered []bool
}

const beginning, wayOut int32 = 0, 1

// node is a statement, the head or a middle statement of a construct, or a place where paths meet
// (stmt is nil). What it does happens in this order: forgets, uses, effect, makes.
type node struct {
	stmt  syntax.Stmt
	scope *resolve.Scope
	line  int32 // the user's
	to    []int32
	// skips are ways that are taken only where all images are mapped.
	skips []int32
	// forgets: a BLOCK construct begins, whose pointers are undefined, or a condition has been
	// evaluated that may leave views stale.
	forgets []int32
	uses    []use
	effect  effect
	makes   []int32
	// remote is what it fetches, sends, reads and defines of other images.
	remote
}

// use is an access through a view or a generated pointer.
type use struct {
	slot  int32
	ref   *syntax.Ref
	maybe bool // builder.maybe
}

// frame is a construct that EXIT or CYCLE may name.
type frame struct {
	name        string
	loop        bool
	again, exit int32
}

// builder makes the graph of a procedure.
type builder struct {
	p      *program
	g      *graph
	scope  *resolve.Scope
	at     int32 // the node that control comes from; -1: from none
	line   int32
	labels map[int]int32
	frames []frame
	slots  map[*resolve.Symbol]int32
	free   []int32
	blocks []*block
	// together are lines that belong to the statement or construct at another one.
	together map[int32]int32
	// unknown: control may go where the text does not tell.
	unknown bool
	// looped: what is noted is done for each index of a loop of the user's in the statement.
	looped bool
	// maybe: what is noted stands in a loop of the user's in the statement, which may have no
	// iterations.
	maybe bool
	// early: the condition around is one on which a view can be made. own counts loops of generated
	// text around.
	early bool
	own   int
	// present is the argument that is there, in a construct that makes its view only then.
	present string
}

// block is a BLOCK construct around, with the symbols that have slots while it lasts.
type block struct {
	scope *resolve.Scope
	head  int32
	syms  []*resolve.Symbol
}

// graphOf gives nil for a procedure with branches that the text does not tell (assigned GO TO).
func (p *program) graphOf(scope *resolve.Scope, exec []syntax.Item) *graph {
	b := &builder{p: p, g: &graph{nodes: make([]node, 2)}, scope: scope,
		labels: map[int]int32{}, slots: map[*resolve.Symbol]int32{}, at: beginning}
	b.items(exec)
	b.goTo(wayOut)
	if b.unknown {
		return nil
	}
	for i := range b.g.nodes {
		n := &b.g.nodes[i]
		if first, ok := p.continued[n.line]; ok {
			n.line = first
		}
		if first, ok := b.together[n.line]; ok {
			n.line = first
		}
	}
	return b.g
}

func (b *builder) node(i int32) *node { return &b.g.nodes[i] }

// place makes a node to which nothing leads yet.
func (b *builder) place() int32 {
	b.g.nodes = append(b.g.nodes, node{scope: b.scope, line: b.line})
	return int32(len(b.g.nodes) - 1)
}

// add makes the node of a statement, to which control comes.
func (b *builder) add(s syntax.Stmt) int32 {
	b.line = s.Info().Line
	i := b.place()
	b.node(i).stmt = s
	b.reach(i)
	return i
}

// goTo is the way from where control is to a node.
func (b *builder) goTo(i int32) { b.way(b.at, i) }

func (b *builder) way(from, to int32) {
	if from >= 0 {
		b.node(from).to = append(b.node(from).to, to)
	}
}

func (b *builder) skip(from, to int32) {
	if from >= 0 {
		b.node(from).skips = append(b.node(from).skips, to)
	}
}

// reach goes to a node and on from there.
func (b *builder) reach(i int32) {
	b.goTo(i)
	b.at = i
}

// close is reach for the end of a construct.
func (b *builder) close(i int32, end *syntax.EndStmt) {
	if end != nil {
		b.line = end.Line
		b.labelled(end)
	}
	b.node(i).line = b.line
	b.reach(i)
}

// label is the node to which branches to a label lead.
func (b *builder) label(value int) int32 {
	i, ok := b.labels[value]
	if !ok {
		i = b.place()
		b.labels[value] = i
	}
	return i
}

func (b *builder) branch(labels ...*syntax.Label) {
	for _, k := range labels {
		if k != nil {
			b.goTo(b.label(k.Value))
		}
	}
}

// labelled lets branches come to a statement.
func (b *builder) labelled(s syntax.Stmt) {
	if k := s.Info().Label; k != nil {
		i := b.label(k.Value)
		b.node(i).line = s.Info().Line
		b.reach(i)
	}
}

func (b *builder) items(items []syntax.Item) {
	for _, it := range items {
		b.item(it)
	}
}

func (b *builder) item(it syntax.Item) {
	if s, ok := it.(syntax.Stmt); ok {
		b.labelled(s)
		b.statement(s)
		return
	}
	head := headOf(it)
	if head == nil {
		return
	}
	b.labelled(head)
	outer := b.scope
	if scope := b.p.prog.ScopeOf(it); scope != nil {
		b.scope = scope
	}
	switch c := it.(type) {
	case *syntax.IfConstruct:
		b.ifConstruct(c)
	case *syntax.DoConstruct:
		b.doConstruct(c)
	case *syntax.SelectConstruct:
		b.selectConstruct(c)
	case *syntax.BlockConstruct:
		b.block(c)
	default:
		b.sequence(it)
	}
	b.scope = outer
}

// headOf is the first statement of a construct.
func headOf(it syntax.Item) (head syntax.Stmt) {
	first := true
	syntax.EachPart(it, func(_ syntax.Node, h syntax.Stmt, _ []syntax.Item) {
		if first {
			head, first = h, false
		}
	})
	return head
}

// sequence is a construct whose statements are executed one after the other.
func (b *builder) sequence(it syntax.Item) {
	switch it.(type) {
	case *syntax.WhereConstruct, *syntax.ForallConstruct:
		b.oneStatement(it)
	}
	exit := b.enter(headOf(it), -1)
	syntax.EachPart(it, func(_ syntax.Node, head syntax.Stmt, body []syntax.Item) {
		if head != nil {
			b.execute(b.add(head), head)
		}
		f, ok := head.(*syntax.ForallConstructStmt)
		b.perhaps(ok && b.mayBeEmpty(f.Header), func() { b.items(body) })
	})
	b.leave()
	b.close(exit, endOf(it))
}

// oneStatement takes the lines of a construct as one statement: what its statements need stands
// around all of it.
func (b *builder) oneStatement(it syntax.Item) {
	end := endOf(it)
	first := headOf(it).Info().Line
	if end == nil || b.together[first] != 0 {
		return
	}
	if b.together == nil {
		b.together = map[int32]int32{}
	}
	for line := first; line <= end.Line; line++ {
		b.together[line] = first
	}
}

func endOf(it syntax.Item) *syntax.EndStmt {
	switch c := it.(type) {
	case *syntax.WhereConstruct:
		return c.End
	case *syntax.ForallConstruct:
		return c.End
	case *syntax.AssociateConstruct:
		return c.End
	}
	return nil
}

// enter begins a construct that may be left by its name. again is where CYCLE goes, -1 in what is
// no loop.
func (b *builder) enter(head syntax.Stmt, again int32) (exit int32) {
	exit = b.place()
	f := frame{loop: again >= 0, again: again, exit: exit}
	if name := head.Info().ConstructName; name != nil {
		f.name = name.Name
	}
	b.frames = append(b.frames, f)
	return exit
}

func (b *builder) leave() { b.frames = b.frames[:len(b.frames)-1] }

// frame finds what EXIT or CYCLE means.
func (b *builder) frame(name *syntax.Ident) *frame {
	for i := len(b.frames) - 1; i >= 0; i-- {
		f := &b.frames[i]
		if name == nil && f.loop || name != nil && f.name == name.Name {
			return f
		}
	}
	b.unknown = true
	return &frame{}
}

// statement is one statement that is no part of a construct's frame.
func (b *builder) statement(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.IfStmt:
		b.ifStmt(s)
		return
	case *syntax.EntryStmt:
		i := b.place()
		b.way(beginning, i)
		b.reach(i)
		return
	case *syntax.FormatStmt, *syntax.DataStmt:
		return
	}
	b.execute(b.add(s), s)
	switch s := s.(type) {
	case *syntax.GotoStmt:
		b.branch(s.Labels...)
		b.unknown = b.unknown || s.Var != nil
		if s.Expr == nil {
			b.at = -1
		}
	case *syntax.ArithIfStmt:
		b.branch(s.Labels...)
		b.at = -1
	case *syntax.CycleStmt:
		b.goTo(b.frame(s.Name).again)
		b.at = -1
	case *syntax.ExitStmt:
		b.goTo(b.frame(s.Name).exit)
		b.at = -1
	case *syntax.ReturnStmt:
		b.goTo(wayOut)
		b.at = -1
	case *syntax.StopStmt:
		if !s.Pause {
			b.at = -1
		}
	case *syntax.CallStmt:
		b.afterCall(s)
	case *syntax.IOStmt:
		b.afterTransfer(s)
	}
}

// ends are the runtime's procedures that do not return.
var ends = map[string]bool{"coral_stop": true, "coral_error_stop": true, "coral_fail_image": true}

func (b *builder) afterCall(s *syntax.CallStmt) {
	if a := s.Args(); a != nil {
		for _, arg := range a.Items {
			if r, ok := arg.Value.(*syntax.AltReturn); ok {
				b.branch(r.Label)
			}
		}
	}
	if ends[s.Proc.First().Name] {
		b.at = -1
	}
}

func (b *builder) afterTransfer(s *syntax.IOStmt) {
	for _, word := range []string{"err", "end", "eor"} {
		if c := s.Control(word); c != nil && c.Value != nil {
			if value, ok := b.scope.Int(c.Value); ok {
				b.goTo(b.label(int(value)))
			}
		}
	}
}

// condition evaluates what an IF statement or construct branches by. What it calls may affect the
// action of the statement (F2018 10.1.4). In a conditional expression (chooses) it may affect which
// views hold, and not what the statement refers to.
func (b *builder) condition(s syntax.Stmt, cond syntax.Expr, chooses bool) int32 {
	i := b.add(s)
	b.evaluate(i, cond)
	if e, ok := cond.(*syntax.Binary); ok {
		b.node(i).mayGoOn = isHere(e.Y)
		b.early = e.Op == syntax.OpAnd
	}
	switch {
	case b.node(i).effect != calls:
	case chooses:
		for sym, slot := range b.slots {
			if !hasPrefix(sym.Name, ofComponent...) {
				b.node(i).forgets = append(b.node(i).forgets, slot)
			}
		}
	default:
		b.node(i).effect = stales
	}
	return i
}

// chooses tells of the body of an IF construct that ends with giving a variable the value of a
// conditional expression.
func chooses(body []syntax.Item) bool {
	if len(body) == 0 {
		return false
	}
	var to syntax.Expr
	switch s := body[len(body)-1].(type) {
	case *syntax.AssignStmt:
		to = s.LHS()
	case *syntax.AllocateStmt:
		to = s.Allocs[0].Object
	case *syntax.IfConstruct:
		return chooses(s.Branches[0].Body)
	}
	r, ok := to.(*syntax.Ref)
	return ok && strings.HasPrefix(r.First().Name, "coral_q_")
}

func (b *builder) ifStmt(s *syntax.IfStmt) {
	head := b.condition(s, s.Cond, false)
	if never(s.Cond) {
		return
	}
	if s.Action != nil {
		b.statement(s.Action)
	}
	b.early = false
	join := b.place()
	for i := head; i <= join; i++ { // in fixed form the action may begin on a line of its own
		b.node(i).line = b.node(head).line
	}
	b.reach(join)
	switch {
	case b.asksGeneration(s.Cond):
	case onlyUnmapped(s.Cond), isTransfer(s.Action):
		b.skip(head, join)
	default:
		b.way(head, join)
	}
}

// never tells of the condition of what stands in the text for the compiler to check alone.
func never(cond syntax.Expr) bool {
	l, ok := cond.(*syntax.Literal)
	return ok && l.Text() == ".false."
}

// ifConstruct: there is no way around the only body where the condition asks whether a view is
// stale, for one that is not stale need not be made.
func (b *builder) ifConstruct(c *syntax.IfConstruct) {
	exit := b.enter(headOf(c), -1)
	for _, branch := range c.Branches {
		cond := conditionOf(branch.Head)
		if cond == nil {
			b.items(branch.Body)
			b.goTo(exit)
			b.at = -1
			break
		}
		head := b.condition(branch.Head, cond, chooses(branch.Body))
		body, next := b.place(), b.place()
		generated := c.End != nil && branch.Head.Info().Line == c.End.Line
		if onlyMapped(cond) || generated && isOwn(cond) {
			b.skip(head, body)
		} else {
			b.way(head, body)
		}
		prepared := b.prepares(branch)
		switch {
		case len(c.Branches) == 1 && (b.asksGeneration(cond) || prepared != ""):
			next = -1
		case onlyUnmapped(cond):
			b.skip(head, next)
		default:
			b.way(head, next)
		}
		b.at = body
		b.present = prepared
		b.items(branch.Body)
		b.early, b.present = false, ""
		b.goTo(exit)
		b.at = next
	}
	b.leave()
	b.close(exit, c.End)
}

// conditionOf is that of a branch of an IF construct, nil after ELSE.
func conditionOf(head syntax.Stmt) syntax.Expr {
	switch h := head.(type) {
	case *syntax.IfThenStmt:
		return h.Cond
	case *syntax.ElseIfStmt:
		return h.Cond
	}
	return nil
}

// prepares gives the argument of an IF construct that does nothing but make views if that argument
// is there; "": it is none.
func (b *builder) prepares(branch *syntax.IfBranch) string {
	r, ok := conditionOf(branch.Head).(*syntax.Ref)
	if !ok || intrinsicName(r) != "present" || len(branch.Body) == 0 {
		return ""
	}
	for _, it := range branch.Body {
		var cond syntax.Expr
		switch it := it.(type) {
		case *syntax.IfStmt:
			cond = it.Cond
		case *syntax.IfConstruct:
			cond = conditionOf(it.Branches[0].Head)
		}
		if !b.asksGeneration(cond) {
			return ""
		}
	}
	if of := onlyArgument(r); of != nil {
		return of.First().Name
	}
	return ""
}

// asksGeneration tells of a condition that asks whether a view is stale: `coral_x%gen /=
// coral_gen`.
func (b *builder) asksGeneration(cond syntax.Expr) bool {
	e, ok := cond.(*syntax.Binary)
	if ok && e.Op == syntax.OpAnd {
		return b.asksGeneration(e.X)
	}
	if !ok || e.Op != syntax.OpNe {
		return false
	}
	r, ok := e.X.(*syntax.Ref)
	return ok && len(r.Parts) > 1 && r.Last().Name.Name == "gen" && isGenerated(r.First().Name)
}

func isGenerated(name string) bool { return strings.HasPrefix(name, "coral_") }

// onlyUnmapped tells of a condition that always holds where some image is not mapped, or a team has
// a second mapping: what is done where it does not hold matters to mapped images alone.
func onlyUnmapped(cond syntax.Expr) bool {
	if e, ok := cond.(*syntax.Binary); ok && e.Op == syntax.OpOr {
		return onlyUnmapped(e.X) || onlyUnmapped(e.Y)
	}
	r, ok := cond.(*syntax.Ref)
	return ok && r.IsName() && isPath(r.First().Name)
}

func onlyMapped(cond syntax.Expr) bool {
	switch e := cond.(type) {
	case *syntax.Binary:
		return onlyMapped(e.X) && (e.Op == syntax.OpAnd ||
			e.Op == syntax.OpOr && isHere(e.Y))
	case *syntax.Unary:
		return e.Op == syntax.OpNot && onlyUnmapped(e.X)
	}
	return false
}

// isHere tells of the question whether an object is in this image's own memory.
func isHere(e syntax.Expr) bool {
	r, ok := e.(*syntax.Ref)
	return ok && r.First().Name == "coral_here"
}

// isOwn tells of a condition that an image index is this image's: the statement under it works on
// this image's own memory.
func isOwn(cond syntax.Expr) bool {
	e, ok := cond.(*syntax.Binary)
	if !ok || e.Op != syntax.OpEq {
		return false
	}
	r, ok := e.Y.(*syntax.Ref)
	return isMe(e.Y) || ok && r.First().Name == "coral_self"
}

// isMe tells of this image's index, as it stands with default integers of any size.
func isMe(e syntax.Expr) bool {
	switch plain(e.Span().Text()) {
	case "coral_me", "(coral_me)", "(0_8+coral_me)":
		return true
	}
	return false
}

func isPath(name string) bool {
	return slices.Contains([]string{"coral_lib", "coral_apart"},
		strings.TrimSuffix(name, "_kept"))
}

// doConstruct: generated loops over elements have some.
func (b *builder) doConstruct(c *syntax.DoConstruct) {
	head := b.add(c.Head)
	test := b.place()
	again := b.place()
	exit := b.enter(c.Head, again)
	own := c.Head.Control != nil && isGenerated(c.Head.Control.Var.Name)
	switch {
	case c.Head.While != nil: // evaluated each time
		b.reach(test)
		b.evaluate(test, c.Head.While)
		b.node(test).stmt = c.Head
	default:
		b.execute(head, c.Head)
		b.reach(test)
	}
	endless := c.Head.Control == nil && c.Head.While == nil && c.Head.Concurrent == nil
	if !endless && !own {
		b.goTo(exit)
	}
	body := b.place()
	b.reach(body)
	if own {
		b.own++
	}
	b.items(c.Body)
	if own {
		b.own--
	}
	if c.End != nil {
		b.labelled(c.End)
		b.line = c.End.Line
	}
	b.node(again).line = b.line
	b.reach(again)
	b.way(again, test)
	if own {
		b.way(again, exit)
	}
	b.at = -1
	b.leave()
	b.node(exit).line = b.line
	b.at = exit
}

func (b *builder) selectConstruct(c *syntax.SelectConstruct) {
	head := b.add(c.Head)
	b.execute(head, c.Head)
	exit := b.enter(c.Head, -1)
	otherwise := false
	scope := b.scope
	for _, block := range c.Blocks {
		b.at = head
		b.add(block.Head)
		if s := b.p.prog.ScopeOf(block.Head); s != nil {
			b.scope = s
		}
		b.items(block.Body)
		b.scope = scope
		b.goTo(exit)
		otherwise = otherwise || block.Head.Default
	}
	b.at = head
	if otherwise {
		b.at = -1
	}
	b.leave()
	b.close(exit, c.End)
}

func (b *builder) block(c *syntax.BlockConstruct) {
	head := b.add(c.Head)
	exit := b.enter(c.Head, -1)
	b.blocks = append(b.blocks, &block{scope: b.scope, head: head})
	b.items(c.Body)
	last := b.blocks[len(b.blocks)-1]
	b.blocks = b.blocks[:len(b.blocks)-1]
	for _, sym := range last.syms {
		b.free = append(b.free, b.slots[sym])
		delete(b.slots, sym)
	}
	b.leave()
	b.close(exit, c.End)
}

// slot is the number of what is asked for as made or not.
func (b *builder) slot(sym *resolve.Symbol) int32 {
	if i, ok := b.slots[sym]; ok {
		return i
	}
	i := int32(b.g.slots)
	var in *block
	for _, k := range b.blocks {
		if k.scope == sym.Scope {
			in = k
		}
	}
	if in != nil && len(b.free) > 0 {
		i = b.free[len(b.free)-1]
		b.free = b.free[:len(b.free)-1]
	} else {
		b.g.slots++
	}
	b.slots[sym] = i
	if in != nil {
		in.syms = append(in.syms, sym)
		b.node(in.head).forgets = append(b.node(in.head).forgets, i)
	}
	return i
}
