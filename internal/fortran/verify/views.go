package verify

import (
	"slices"
	"sort"
)

// Rule V1: on each path to an access through a view or a generated pointer stands what makes it,
// and behind that nothing that may make it stale.

// facts are bits, one for each slot, twice: whether it holds, and whether it will where the user's
// statement has ended, which may call a procedure that makes views stale.
type facts []uint64

func (f facts) has(i int32) bool { return f[i/64]&(1<<(i%64)) != 0 }

func (f facts) set(i int32, yes bool) {
	bit := uint64(1) << (i % 64)
	half := facts(f[len(f)/2:])
	if yes {
		f[i/64] |= bit
		half[i/64] |= bit
		return
	}
	f[i/64] &^= bit
	half[i/64] &^= bit
}

func (f facts) meet(other facts) (changed bool) {
	for i := range f {
		if m := f[i] & other[i]; m != f[i] {
			f[i], changed = m, true
		}
	}
	return changed
}

// through applies what a node does.
func (n *node) through(f facts) {
	for _, i := range n.forgets {
		f.set(i, false)
	}
	switch n.effect {
	case calls:
		clear(f[len(f)/2:])
	case stales:
		clear(f)
	}
	for _, i := range n.makes {
		f.set(i, true)
	}
}

// viewsAt are the views that hold where each node begins, on all paths. A node that no path reaches
// has all.
func (g *graph) viewsAt() []facts {
	words := 2 * ((g.slots + 63) / 64)
	memory := make(facts, words*(len(g.nodes)+2))
	at := make([]facts, len(g.nodes))
	for i := range at {
		at[i] = memory[i*words : (i+1)*words]
		for w := range at[i] {
			at[i][w] = ^uint64(0)
		}
	}
	clear(at[beginning])
	out := memory[len(at)*words : (len(at)+1)*words]
	ended := memory[(len(at)+1)*words:]
	order := g.order((*node).ways)
	rank := make([]int32, len(g.nodes))
	for k, i := range order {
		rank[i] = int32(k)
	}
	for again := true; again; {
		again = false
		for k, i := range order {
			copy(out, at[i])
			g.nodes[i].through(out)
			copy(ended, out[words/2:])
			copy(ended[words/2:], out[words/2:])
			for _, next := range g.nodes[i].ways() {
				here := out
				if g.nodes[next].line != g.nodes[i].line {
					here = ended
				}
				if at[next].meet(here) && int(rank[next]) <= k {
					again = true
				}
			}
		}
	}
	return at
}

// ways are all ways from a node.
func (n *node) ways() []int32 {
	if len(n.skips) == 0 {
		return n.to
	}
	return slices.Concat(n.to, n.skips)
}

// order is the nodes that paths reach, in reverse postorder.
func (g *graph) order(ways func(*node) []int32) []int32 {
	type step struct {
		node int32
		left []int32
	}
	seen := make([]bool, len(g.nodes))
	seen[beginning] = true
	var out []int32
	stack := []step{{beginning, ways(&g.nodes[beginning])}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.left) == 0 {
			out = append(out, top.node)
			stack = stack[:len(stack)-1]
			continue
		}
		next := top.left[0]
		top.left = top.left[1:]
		if !seen[next] {
			seen[next] = true
			stack = append(stack, step{next, ways(&g.nodes[next])})
		}
	}
	slices.Reverse(out)
	return out
}

// views reports accesses through what need not be made: of each view or pointer the first one in
// the order of the text, for one fault is behind all.
func (p *program) views(g *graph) {
	if g.slots == 0 {
		return
	}
	at := g.viewsAt()
	var found []broken
	for i := range g.nodes {
		for _, u := range g.nodes[i].uses {
			if !at[i].has(u.slot) {
				found = append(found, broken{int32(i), u})
			}
		}
	}
	sort.SliceStable(found, func(a, b int) bool {
		return found[a].ref.Range.Start < found[b].ref.Range.Start
	})
	told := map[string]bool{}
	for _, f := range found {
		if name := f.ref.First().Name; !told[name] {
			told[name] = true
			p.report(ruleViews, f.ref, g.lines(g.pathTo(f.node, f.slot, at)))
		}
	}
}

// broken is an access that breaks a rule, at a node.
type broken struct {
	node int32
	use
}

// pathTo is a shortest path on which a view does not hold at a node, from what makes it stale, or
// the beginning, on.
func (g *graph) pathTo(to, slot int32, at []facts) []int32 {
	from := make([][]int32, len(g.nodes))
	for i := range g.nodes {
		for _, next := range g.nodes[i].ways() {
			from[next] = append(from[next], int32(i))
		}
	}
	after := map[int32]int32{}
	queue := []int32{to}
	out := make(facts, 2*((g.slots+63)/64))
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for _, before := range from[i] {
			copy(out, at[before])
			g.nodes[before].through(out)
			if g.nodes[before].line != g.nodes[i].line {
				copy(out, out[len(out)/2:])
			}
			if out.has(slot) {
				continue
			}
			if g.nodes[before].effect != none || before == beginning {
				path := []int32{before, i}
				for n := i; n != to; {
					n = after[n]
					path = append(path, n)
				}
				return path
			}
			if _, seen := after[before]; !seen && before != to {
				after[before] = i
				queue = append(queue, before)
			}
		}
	}
	return []int32{to}
}
