// Package plan says what a member of a team does in a long collective, step by step, where all
// members are on machines of their own. A plan knows nothing of networks: Run carries it out by a
// conduit.Exchanger, for collectives for which an image waits as for those that go on beside it.
//
// Data go from where they are to where they belong, without a copy in between. What has to be
// combined comes to memory of the plan's own, part by part, so that it takes no more of that than a
// few parts of each member.
package plan

// Kind is what a step does.
type Kind uint8

const (
	Send    Kind = iota // At to Peer
	Receive             // At, from Peer
	Combine             // At becomes At op From
	Move                // At becomes From
)

// Area is memory of a member.
type Area uint8

const (
	Source Area = iota // what it brings
	Result             // what it gets
	Work               // the plan's own
)

// Place is where some bytes begin.
type Place struct {
	Area Area
	At   int
}

// Step is one step. It may begin when those of After have ended, each the step's index and 1;
// 0: none.
type Step struct {
	Kind   Kind
	Peer   int    // member
	Number uint64 // of the message, among those from one member to another
	To     Place
	From   Place
	N      int // bytes
	After  [3]int32
}

// Plan is the steps of one member. None comes before those that it waits for.
type Plan struct {
	Steps []Step
	Work  int // bytes
}

// Most is how many members plans of collectives are for that combine or copy to all: each member
// deals with each other one.
const Most = 8

const (
	leastPart  = 64 << 10  // bytes of a part, if it is not the last
	mostPart   = 256 << 10 // of what is combined; the data are in a cache then
	chainPart  = 512 << 10 // of what is only handed on
	blockPart  = 512 << 10 // of a block that one member combines for all
	parts      = 8         // at least, of what is longer than these
	slots      = 3         // parts from one member that are here, or come
	inFlight   = 2         // messages to one member on their way, of one kind
	spreadMost = 8         // messages to all members on their way, where each gets its own
	fewMembers = 3
	shortAll   = 256 << 10 // bytes that each member receives
	secondHalf = 1 << 40   // where numbers of messages of a second kind begin
)

// maker makes a plan.
type maker struct {
	Plan
	me, size int
}

// add adds a step, and gives its name for After.
func (m *maker) add(s Step) int32 {
	m.Steps = append(m.Steps, s)
	return int32(len(m.Steps))
}

// partOf is how long parts of n bytes are, in whole elements.
func partOf(n, elem, most int) int {
	part := max(leastPart, min((n+parts-1)/parts, most))
	return max(1, part/elem) * elem
}

// window is the last steps of a kind to or from one member.
type window struct {
	last [spreadMost]int32
	n    int
}

// before is the step that stands so many before the next one; 0: there is none.
func (w *window) before(many int) int32 {
	if w.n < many {
		return 0
	}
	return w.last[(w.n-many)%spreadMost]
}

func (w *window) put(step int32) {
	w.last[w.n%spreadMost] = step
	w.n++
}

// Broadcast goes along the chain of members that begins at the root.
func Broadcast(me, size, root, n int) Plan {
	m := maker{me: me, size: size}
	place, part := (me-root+size)%size, n
	if size > 2 {
		part = partOf(n, 1, chainPart)
	}
	var sends window
	for at, number := 0, uint64(0); at < n; at, number = at+part, number+1 {
		there, bytes, came := Place{Result, at}, min(part, n-at), int32(0)
		if place > 0 {
			came = m.add(Step{Kind: Receive, Peer: (me + size - 1) % size, Number: number,
				To: there, N: bytes})
		}
		if place < size-1 {
			sends.put(m.add(Step{Kind: Send, Peer: (me + 1) % size, Number: number,
				To: there, N: bytes, After: [3]int32{came, sends.before(inFlight)}}))
		}
	}
	return m.Plan
}

// Reduce goes along the line of members, from both ends to the root: so each combines what stands
// side by side, and the operation need not be commutative. inPlace: Source and Result are the same
// memory.
func Reduce(me, size, root, n, elem int, inPlace bool) Plan {
	m := maker{me: me, size: size}
	part := partOf(n, elem, mostPart)
	m.Work = 2 * slots * part
	var lower, upper line
	for at, number := 0, uint64(0); at < n; at, number = at+part, number+1 {
		p := piece{at: at, n: min(part, n-at), number: number, slot: int(number) % slots * part}
		switch {
		case me < root:
			m.handUp(&lower, p)
		case me > root:
			m.handDown(&upper, p, slots*part)
		default:
			m.collect(&lower, &upper, p, slots*part, inPlace)
		}
	}
	return m.Plan
}

// piece is a part of what is reduced.
type piece struct {
	at, n  int
	number uint64
	slot   int
}

// line is one side of the root.
type line struct{ sends, uses window }

// handUp is the part of a member below the root: what comes from below stands before its own.
func (m *maker) handUp(l *line, p piece) {
	data, done := Place{Source, p.at}, int32(0)
	if m.me > 0 {
		data = Place{Work, p.slot}
		came := m.add(Step{Kind: Receive, Peer: m.me - 1, Number: p.number, To: data, N: p.n,
			After: [3]int32{l.sends.before(slots)}})
		done = m.add(Step{Kind: Combine, To: data, From: Place{Source, p.at}, N: p.n,
			After: [3]int32{came}})
	}
	l.sends.put(m.add(Step{Kind: Send, Peer: m.me + 1, Number: p.number, To: data, N: p.n,
		After: [3]int32{done, l.sends.before(inFlight)}}))
}

// handDown is that of a member above it.
func (m *maker) handDown(l *line, p piece, second int) {
	data, done := Place{Source, p.at}, int32(0)
	if m.me < m.size-1 {
		data = Place{Work, second + p.slot}
		came := m.add(Step{Kind: Receive, Peer: m.me + 1, Number: p.number,
			To: Place{Work, p.slot}, N: p.n, After: [3]int32{l.uses.before(slots)}})
		own := m.add(Step{Kind: Move, To: data, From: Place{Source, p.at}, N: p.n,
			After: [3]int32{l.sends.before(slots)}})
		done = m.add(Step{Kind: Combine, To: data, From: Place{Work, p.slot}, N: p.n,
			After: [3]int32{came, own}})
		l.uses.put(done)
	}
	l.sends.put(m.add(Step{Kind: Send, Peer: m.me - 1, Number: p.number, To: data, N: p.n,
		After: [3]int32{done, l.sends.before(inFlight)}}))
}

// collect is that of the root.
func (m *maker) collect(lower, upper *line, p piece, second int, inPlace bool) {
	result, done := Place{Result, p.at}, int32(0)
	own := Place{Source, p.at}
	if m.me > 0 {
		data := Place{Work, p.slot}
		came := m.add(Step{Kind: Receive, Peer: m.me - 1, Number: p.number, To: data, N: p.n,
			After: [3]int32{lower.uses.before(slots)}})
		both := m.add(Step{Kind: Combine, To: data, From: own, N: p.n, After: [3]int32{came}})
		done = m.add(Step{Kind: Move, To: result, From: data, N: p.n, After: [3]int32{both}})
		lower.uses.put(done)
	} else if !inPlace {
		done = m.add(Step{Kind: Move, To: result, From: own, N: p.n})
	}
	if m.me < m.size-1 {
		data := Place{Work, second + p.slot}
		came := m.add(Step{Kind: Receive, Peer: m.me + 1, Number: p.number, To: data, N: p.n,
			After: [3]int32{upper.uses.before(slots)}})
		upper.uses.put(m.add(Step{Kind: Combine, To: result, From: data, N: p.n,
			After: [3]int32{came, done}}))
	}
}

// block is the part [low, high) of n bytes that a member has to do with more than others.
func block(member, size, n, elem int) (low, high int) {
	elements := n / elem
	return member * elements / size * elem, (member + 1) * elements / size * elem
}

// AllReduce: each member combines one block over all, in the members' order, and sends it to all.
// So all get bit for bit the same, and the operation need not be commutative. What is short goes
// whole from each to each, in one round in place of two. Parts are long, since each costs a message
// to every other member.
func AllReduce(me, size, n, elem int, inPlace bool) Plan {
	m := maker{me: me, size: size}
	if size <= fewMembers && (size-1)*n <= shortAll {
		m.combineAll(n)
		return m.Plan
	}
	longest := (n/elem + size - 1) / size * elem
	part := max(1, min(longest, blockPart, keptBytes/(slots*size))/elem) * elem
	m.Work = min(slots, (longest+part-1)/part) * size * part
	a := allReduce{maker: &m, n: n, elem: elem, part: part, inPlace: inPlace}
	for at, number := 0, uint64(0); at < longest; at, number = at+part, number+1 {
		a.sendParts(at, number)
		a.finishPart(at, number)
		a.takeParts(at, number)
	}
	return m.Plan
}

// combineAll: each member combines all that each brings. The result may be where its own data are,
// so it comes there when they have gone.
func (m *maker) combineAll(n int) {
	if n == 0 {
		return
	}
	m.Work = m.size * n
	last := [3]int32{}
	for d := 1; d < m.size; d++ {
		last[d] = m.add(Step{Kind: Send, Peer: (m.me + d) % m.size, To: Place{Source, 0}, N: n})
	}
	for member := range m.size {
		data := Place{Work, member * n}
		came := int32(0)
		if member != m.me {
			came = m.add(Step{Kind: Receive, Peer: member, To: data, N: n})
		} else if member == 0 {
			came = m.add(Step{Kind: Move, To: data, From: Place{Source, 0}, N: n})
		} else {
			data = Place{Source, 0}
		}
		if member == 0 {
			last[0] = came
			continue
		}
		last[0] = m.add(Step{Kind: Combine, To: Place{Work, 0}, From: data, N: n,
			After: [3]int32{last[0], came}})
	}
	m.add(Step{Kind: Move, To: Place{Result, 0}, From: Place{Work, 0}, N: n, After: last})
}

type allReduce struct {
	*maker
	n, elem, part int
	inPlace       bool
	given, told   [Most]window // sends, by member
	used          window
	sent          [Most]int32 // the last part of each block
}

// partAt is the part of a member's block that begins there.
func (a *allReduce) partAt(member, at int) (low, n int) {
	low, high := block(member, a.size, a.n, a.elem)
	low += at
	return low, max(0, min(a.part, high-low))
}

// sendParts sends the other members the next part of their blocks.
func (a *allReduce) sendParts(at int, number uint64) {
	for d := 1; d < a.size; d++ {
		peer := (a.me + d) % a.size
		low, n := a.partAt(peer, at)
		if n == 0 {
			continue
		}
		a.sent[peer] = a.add(Step{Kind: Send, Peer: peer, Number: number, To: Place{Source, low},
			N: n, After: [3]int32{a.given[peer].before(inFlight)}})
		a.given[peer].put(a.sent[peer])
	}
}

// finishPart combines the next part of the own block, and sends it to the others.
func (a *allReduce) finishPart(at int, number uint64) {
	low, n := a.partAt(a.me, at)
	if n == 0 {
		return
	}
	work := func(member int) Place {
		return Place{Work, (int(number)%slots*a.size + member) * a.part}
	}
	acc, own := work(0), Place{Source, low}
	if a.me == 0 {
		acc = Place{Result, low}
	}
	done := int32(0)
	if a.me == 0 && !a.inPlace {
		done = a.add(Step{Kind: Move, To: acc, From: own, N: n})
	}
	before := a.used.before(slots)
	for member := range a.size {
		from, came := own, int32(0)
		if member != a.me {
			from = work(member)
			came = a.add(Step{Kind: Receive, Peer: member, Number: number, To: from, N: n,
				After: [3]int32{before}})
		}
		if member == 0 {
			done = max(done, came)
			continue
		}
		done = a.add(Step{Kind: Combine, To: acc, From: from, N: n,
			After: [3]int32{done, came}})
	}
	if a.me > 0 {
		done = a.add(Step{Kind: Move, To: Place{Result, low}, From: acc, N: n,
			After: [3]int32{done}})
	}
	a.used.put(done)
	for d := 1; d < a.size; d++ {
		peer := (a.me + d) % a.size
		a.told[peer].put(a.add(Step{Kind: Send, Peer: peer, Number: secondHalf + number,
			To: Place{Result, low}, N: n, After: [3]int32{done, a.told[peer].before(inFlight)}}))
	}
}

// takeParts receives what the others have combined: behind what was sent from there.
func (a *allReduce) takeParts(at int, number uint64) {
	for d := 1; d < a.size; d++ {
		peer := (a.me - d + a.size) % a.size
		low, n := a.partAt(peer, at)
		if n == 0 {
			continue
		}
		step := Step{Kind: Receive, Peer: peer, Number: secondHalf + number,
			To: Place{Result, low}, N: n}
		if a.inPlace {
			step.After[0] = a.sent[peer]
		}
		a.add(step)
	}
}

// sendEach sends each other member a block.
func (m *maker) sendEach(n int, from func(member int) Place) {
	var sends window
	for d := 1; d < m.size && n > 0; d++ {
		peer := (m.me + d) % m.size
		sends.put(m.add(Step{Kind: Send, Peer: peer, To: from(peer), N: n,
			After: [3]int32{sends.before(spreadMost)}}))
	}
}

// takeEach receives a block of each other member.
func (m *maker) takeEach(n int, to func(member int) Place) {
	for d := 1; d < m.size && n > 0; d++ {
		peer := (m.me - d + m.size) % m.size
		m.add(Step{Kind: Receive, Peer: peer, To: to(peer), N: n})
	}
}

// blocks are those of n bytes of an area, one for each member.
func blocks(area Area, n int) func(member int) Place {
	return func(member int) Place { return Place{area, member * n} }
}

// one is the same place for all members.
func one(area Area) func(member int) Place {
	return func(int) Place { return Place{area, 0} }
}

// Gather: the root gets a block of n bytes of each member.
func Gather(me, size, root, n int) Plan {
	m := maker{me: me, size: size}
	switch {
	case n == 0:
	case me != root:
		m.add(Step{Kind: Send, Peer: root, To: Place{Source, 0}, N: n})
	default:
		m.takeEach(n, blocks(Result, n))
		m.add(Step{Kind: Move, To: Place{Result, me * n}, From: Place{Source, 0}, N: n})
	}
	return m.Plan
}

// Scatter: each member gets a block of n bytes of the root.
func Scatter(me, size, root, n int) Plan {
	m := maker{me: me, size: size}
	switch {
	case n == 0:
	case me != root:
		m.add(Step{Kind: Receive, Peer: root, To: Place{Result, 0}, N: n})
	default:
		m.sendEach(n, blocks(Source, n))
		m.add(Step{Kind: Move, To: Place{Result, 0}, From: Place{Source, me * n}, N: n})
	}
	return m.Plan
}

// AllGather: all members get a block of n bytes of each.
func AllGather(me, size, n int) Plan {
	m := maker{me: me, size: size}
	m.takeEach(n, blocks(Result, n))
	m.sendEach(n, one(Source))
	if n > 0 {
		m.add(Step{Kind: Move, To: Place{Result, me * n}, From: Place{Source, 0}, N: n})
	}
	return m.Plan
}

// AllToAll: each member gets a block of n bytes of each, its own one.
func AllToAll(me, size, n int) Plan {
	m := maker{me: me, size: size}
	m.takeEach(n, blocks(Result, n))
	m.sendEach(n, blocks(Source, n))
	if n > 0 {
		own := me * n
		m.add(Step{Kind: Move, To: Place{Result, own}, From: Place{Source, own}, N: n})
	}
	return m.Plan
}
