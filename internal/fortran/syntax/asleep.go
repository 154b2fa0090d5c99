package syntax

import "github.com/coral-pgas/coral/internal/diag"

// Expressions are most of a tree. The assignments of a long file do without: all but those that
// were asked for last are asleep, with their tokens alone, from which the two sides are parsed
// again. So a file of a million statements takes hardly more than its text.

// sides are the two sides of an assignment.
type sides struct{ lhs, rhs Expr }

// A Sleeping says which assignments of a file may sleep.
type Sleeping struct {
	// From is the number of statements in front of the first one that may.
	From int
	// Awake is how many are awake at a time.
	Awake int
}

// defaultSleeping leaves the trees of all but the longest files alone: to parse a statement again
// takes a fifth of the time of its translation, and the trees of 100,000 take 100 MB. What looks
// through a construct and then goes through it again finds the statements of short ones awake.
var defaultSleeping = Sleeping{From: 100_000, Awake: 1000}

// Hold keeps the assignments of a statement awake: nodes of their sides stay the same until
// Release.
func Hold(s Stmt) {
	if a := assignmentOf(s); a != nil {
		a.held++
	}
}

// Release ends what Hold began. Both may be nested.
func Release(s Stmt) {
	a := assignmentOf(s)
	if a == nil {
		return
	}
	if a.held--; a.held == 0 && a.overdue {
		a.overdue = false
		a.sleeper.enter(a)
	}
}

// assignmentOf is a statement that is an assignment, or the one that it makes on a condition, under
// a mask or for indices; nil: there is none.
func assignmentOf(s Stmt) *AssignStmt {
	for ; s != nil; s = actionOf(s) {
		if a, is := s.(*AssignStmt); is {
			return a
		}
	}
	return nil
}

// sleeper wakes the assignments of a file. Trees of one file are used by one goroutine at a time.
type sleeper struct {
	p     parser
	awake []*AssignStmt // a ring
	next  int
	nodes nodes // of the trees of those that may sleep
	made  int   // so many trees
}

func newSleeper(opt *Options) *sleeper {
	s := &sleeper{awake: make([]*AssignStmt, opt.sleeping().Awake)}
	s.p = parser{opt: opt, diags: &diag.List{}}
	return s
}

func (o *Options) sleeping() Sleeping {
	if o.Sleeping != (Sleeping{}) {
		return o.Sleeping
	}
	return defaultSleeping
}

// NewAssign makes an assignment that no text has.
func NewAssign(lhs, rhs Expr) *AssignStmt { return &AssignStmt{sides: &sides{lhs, rhs}} }

// LHS is the variable, nil when the tree has been given back.
func (s *AssignStmt) LHS() Expr { return s.both().lhs }

// RHS is the expression, nil when the tree has been given back.
func (s *AssignStmt) RHS() Expr { return s.both().rhs }

// giveBack drops the sides for good. Those that sleep could be woken, which does no harm.
func (s *AssignStmt) giveBack() {
	if s.sleeper == nil {
		s.sides = &noSides
	}
}

var noSides sides

func (s *AssignStmt) both() *sides {
	if s.sides == nil {
		s.sleeper.wake(s)
	}
	return s.sides
}

// maySleep tells whether assignments that are parsed now may sleep.
func (p *parser) maySleep() bool {
	return p.sleeper != nil && len(p.file.Stmts) >= p.opt.sleeping().From
}

// admit lets an assignment sleep whose tokens tell all: from now on it is one of those that were
// asked for.
func (z *sleeper) admit(s *AssignStmt) {
	if s.packed == "" || s.sleeper != nil {
		return
	}
	s.sleeper = z
	z.enter(s)
}

// freshNodes gives the nodes of trees that may sleep. A block of nodes leads to blocks from before
// it, by the statements that have a part in both: so now and then a statement begins with new
// blocks.
func (z *sleeper) freshNodes() *nodes {
	if z.made++; z.made%slabNodes == 0 {
		z.nodes = nodes{}
	}
	return &z.nodes
}

// enter keeps a statement awake, and puts the one to sleep that has been awake for longest.
func (z *sleeper) enter(s *AssignStmt) {
	switch old := z.awake[z.next]; {
	case old == nil || old == s:
	case old.held > 0:
		old.overdue = true
	default:
		old.sides = nil
	}
	z.awake[z.next] = s
	z.next = (z.next + 1) % len(z.awake)
}

// wake parses the sides from the tokens, as they have been parsed before without an error.
func (z *sleeper) wake(s *AssignStmt) {
	p := &z.p
	p.toks, p.i, p.bad, p.depth = s.AppendTokens(p.toks[:0]), 0, false, 0
	p.pairs = p.pairs[:0]
	p.raw = rawStmt{src: s.Range.Src}
	p.eos = Token{Kind: EOS, Range: p.toks[len(p.toks)-1].Range.To()}
	p.nodes = z.freshNodes()
	lhs := p.dataRef(true)
	p.i++
	s.sides = p.nodes.sides.make()
	*s.sides = sides{lhs, p.expr()}
	z.enter(s)
}
