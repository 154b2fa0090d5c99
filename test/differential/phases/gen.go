package phases

import (
	"fmt"
	"math/rand/v2"
)

// Options say what a program may hold.
type Options struct {
	Images int
	Cases  int
	// More: procedures of modules, submodules and files of their own, SELECT TYPE and SELECT RANK,
	// finalization, and dummy arguments of all kinds.
	More bool
}

// generator makes one program.
type generator struct {
	rng     *rand.Rand
	p       *Program
	box     *Type
	trace   *Var
	zeros   *Var
	calls   *Var // counts calls of operators
	counts  *Var // what ATOMIC_ADD adds to
	lockVar *Var
	events  *Var
	notes   *Var // of type notify_type
	noted   *Var // what is put with notification
	hits    *Var // what shipped procedures add to
	names   map[string]int
	// criticals counts the CRITICAL constructs that add to a variable.
	criticals map[*Var]int
	checks    int
	phase     int // procedures are for the phase that they were made in
	more      bool
	budget    int // of statements of the case
}

// Generate makes the program of a seed whose checks have their values. Programs that the
// interpreter
// rejects are left out: the next one of the seed is taken.
func Generate(seed uint64, o Options) *Program {
	for try := uint64(0); ; try++ {
		p := generate(seed, try, o)
		if p.Run() == nil {
			return p
		}
	}
}

func generate(seed, try uint64, o Options) *Program {
	g := &generator{rng: rand.New(rand.NewPCG(seed, try)), names: map[string]int{},
		criticals: map[*Var]int{}, more: o.More}
	n := o.Images
	if n == 0 {
		n = 2 + g.below(4)
	}
	g.p = &Program{seed: seed, images: n, fixed: seed%7 == 0, caf: o.More && seed%7 == 1}
	g.box = &Type{name: "box", class: structure, parts: []*Var{
		{name: "n", typ: intType},
		{name: "v", typ: intType, low: []int{1}, ext: []int{5}},
		{name: "s", typ: charType},
		{name: "d", typ: intType, low: []int{1}, ext: []int{5}, alloc: true},
		{name: "t", typ: freeType, alloc: true},
		{name: "p", typ: intType, low: []int{1}, ext: []int{5}, pointer: true},
	}}
	g.p.types = []*Type{g.box}
	g.trace = &Var{name: "trace", typ: intType, static: true}
	g.zeros = &Var{name: "zeros", typ: intType, low: []int{1}, ext: []int{5}, static: true,
		kept: true}
	g.calls = &Var{name: "calls", typ: intType, static: true}
	g.counts = &Var{name: "counts", typ: intType, low: []int{1}, ext: []int{5}, corank: 1,
		static: true}
	g.lockVar = &Var{name: "lk", typ: &Type{name: "type(lock_type)"}, corank: 1, static: true}
	g.events = &Var{name: "ev", typ: &Type{name: "type(event_type)"}, corank: 1, static: true}
	g.hits = &Var{name: "hits", typ: intType, low: []int{1}, ext: []int{5}, corank: 1, static: true}
	g.p.vars = []*Var{g.trace, g.zeros, g.calls, g.counts, g.lockVar, g.events}
	if g.p.caf {
		g.p.vars = append(g.p.vars, g.hits)
	}
	if g.more && !g.p.caf {
		g.notes = &Var{name: "nt", typ: &Type{name: "type(notify_type)"}, corank: 1, static: true}
		g.noted = &Var{name: "nb", typ: intType, low: []int{1}, ext: []int{5}, corank: 1,
			static: true, data: []int{1, 2, 3, 4, 5}}
		g.p.vars = append(g.p.vars, g.notes, g.noted)
	}
	for _, v := range g.p.vars {
		g.usual(v)
	}
	for range o.Cases {
		g.p.cases = append(g.p.cases, g.oneCase())
	}
	return g.p
}

// usual gives a coarray the lower cobounds of a declaration without any.
func (g *generator) usual(v *Var) {
	v.ranks = g.p.caf
	if v.corank > 0 {
		v.co = usualCo(v.ranks)
	}
}

// cobounded gives a coarray lower cobounds. MOVE_ALLOC moves those of allocatable ones, so that
// these have the usual ones.
func (g *generator) cobounded(v *Var) {
	if g.usual(v); v.corank > 0 && !v.alloc && g.more && g.chance(3) {
		v.co = g.between(-3, 2)
	}
}

func (g *generator) below(n int) int      { return g.rng.IntN(n) }
func (g *generator) chance(of int) bool   { return g.rng.IntN(of) == 0 }
func (g *generator) between(a, b int) int { return a + g.rng.IntN(b-a+1) }
func (g *generator) name(s string) string {
	g.names[s]++
	return fmt.Sprintf("%s%d", s,
		g.names[s])
}
func pick[T any](g *generator, list []T) T { return list[g.rng.IntN(len(list))] }

// effects are what a statement or procedure reads and defines.
type effects struct {
	reads, writes map[*Var]bool
	banned        map[*Var]bool // what a function of the statement defines
	effect        bool          // the statement has such a function
}

func newEffects() *effects {
	return &effects{reads: map[*Var]bool{}, writes: map[*Var]bool{}, banned: map[*Var]bool{}}
}

func (e *effects) touches(v *Var) bool { return e.reads[root(v)] || e.writes[root(v)] }

func (e *effects) add(o *effects) {
	for v := range o.reads {
		e.reads[v] = true
	}
	for v := range o.writes {
		e.writes[v] = true
	}
}

// scope is where something is generated.
type scope struct {
	*generator
	proc     *Proc // innermost
	caseProc *Proc
	vars     []*Var
	uniform  bool // all images come here together
	solo     bool // one image is here, and may do anything
	team     bool // in CHANGE TEAM
	split    bool // in one of two teams
	plainDo  bool // in DO CONCURRENT or a pure procedure: no effects
	level    int
	targets  []*target
	fx       *effects // of the statement
	total    *effects // of the procedure
	peer     *Var
	nearby   *Var // a coarray with the peer
	shift    int
	caseVars []*Var  // those of the case itself, which internal procedures see
	sink     *Var    // a procedure's own variable
	silent   bool    // the procedure must not define the trace
	inTeam   bool    // in CHANGE TEAM of this procedure
	deep     int     // procedures in procedures
	masks    bool    // in WHERE: no array constructors, with which flang 22 has trouble
	within   *inTeam // the CHANGE TEAM construct of this procedure
	shares   bool    // the case has variables of modules
	library  bool    // in a procedure that sees nothing of the case but what modules have
	libVars  []*Var  // those of the case that are in a module
	sums     *Var    // what CRITICAL constructs add to
	// pureCalls: pure functions may be referred to although there must be no effects.
	pureCalls bool
	// inFlight: operations are in flight, of which procedures of the program know nothing.
	inFlight bool
	// implied: in an implied DO loop, or where else there must be no conditional expressions.
	implied   bool
	defining  bool          // a statement function
	guarded   map[*Var]bool // local pointers that are associated here
	common    *Var          // the storage of the case's COMMON block
	finishing bool          // in a FINISH block: nothing need wait for what is begun
}

// target is a construct that a jump may leave.
type target struct {
	s       Stmt
	n       *named
	kinds   string // exit, cycle, goto
	uniform bool   // its body is executed by all images together
}

func (s *scope) note(v *Var, write bool) {
	v = root(v)
	if write {
		s.fx.writes[v], s.total.writes[v] = true, true
	} else {
		s.fx.reads[v], s.total.reads[v] = true, true
	}
}

// local declares a variable of the procedure.
func (s *scope) local(prefix string, r role) *Var {
	v := &Var{name: s.name(prefix), typ: intType, role: r, scope: s.proc}
	s.proc.vars = append(s.proc.vars, v)
	return v
}

// begin starts a new statement: what has been referred to before does not matter.
func (s *scope) begin() { s.fx = newEffects() }

// aVar is a variable that may be referred to.
func (s *scope) aVar() *Var {
	if len(s.vars) == 0 {
		return s.zeros
	}
	return pick(s.generator, s.vars)
}
