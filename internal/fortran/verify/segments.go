package verify

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Rules V2, V4 and V5: what happens around one statement of the user's, where images are not
// mapped.
// Generated lines have the line of the statement that they belong to.

// around is the nodes of one statement, or of several on one line, and what leads to each.
type around struct {
	g     *graph
	line  int32
	nodes []int32 // in the order in which paths reach them
	// atomic: it is an atomic construct of OpenMP, around which a word is exchanged.
	atomic bool
}

// statements are the user's statements, by their lines, as far as paths reach them where images are
// not mapped.
func (g *graph) statements() (list []*around) {
	order := g.order((*node).unmapped)
	at := map[int32]*around{}
	g.entered = make([]bool, len(g.nodes))
	g.entered[beginning] = true
	for _, i := range order {
		n := &g.nodes[i]
		a := at[n.line]
		if a == nil {
			a = &around{g: g, line: n.line}
			at[n.line] = a
			list = append(list, a)
		}
		a.nodes = append(a.nodes, i)
		a.atomic = a.atomic || n.swaps
		for _, next := range n.to {
			if g.nodes[next].line != n.line {
				g.entered[next] = true
			}
		}
	}
	return list
}

// unmapped are the ways from a node where images are not mapped.
func (n *node) unmapped() []int32 { return n.to }

// fetches reports reads of what has not been fetched on some path (rule V2).
func (p *program) fetches(a *around) {
	var pieces []piece
	reads := false
	for _, i := range a.nodes {
		pieces = append(pieces, a.g.nodes[i].fetched...)
		reads = reads || len(a.g.nodes[i].read) > 0
	}
	if !reads || len(pieces) > 64 || a.atomic {
		return
	}
	in, same := a.forward(nil), a.forward(pieces)
	for _, i := range a.nodes {
		for _, r := range a.g.nodes[i].read {
			switch {
			case !behind(in[i], pieces, r):
				p.report(ruleFetch, r.ref, a.g.lines([]int32{i}))
				return
			case !behind(same[i], pieces, r):
				p.report(ruleStale, r.ref, a.g.lines([]int32{i}))
				return
			}
		}
	}
}

// behind tells whether a piece that covers r is among those that have been fetched.
func behind(have uint64, pieces []piece, r piece) bool {
	for k, f := range pieces {
		if have&(1<<k) != 0 && f.covers(r) {
			return true
		}
	}
	return false
}

// forward are the pieces that have been fetched where a node begins, on all paths from the
// beginning of the statement. With pieces, those are none whose subscripts have changed since.
func (a *around) forward(pieces []piece) map[int32]uint64 {
	made, k := map[int32]uint64{}, 0
	in := map[int32]uint64{}
	for _, i := range a.nodes {
		for range a.g.nodes[i].fetched {
			made[i] |= 1 << k
			k++
		}
		in[i] = ^uint64(0)
		if a.g.entered[i] {
			in[i] = 0
		}
	}
	for again := true; again; {
		again = false
		for _, i := range a.nodes {
			n := &a.g.nodes[i]
			out := in[i]
			if n.control {
				out = 0
			}
			out |= made[i]
			for k, p := range pieces {
				if p.alteredBy(n) {
					out &^= 1 << k
				}
			}
			for _, next := range n.to {
				if was, ok := in[next]; ok && was&out != was {
					in[next] = was & out
					again = true
				}
			}
		}
	}
	return in
}

// puts looks at what a statement defines (rules V4 and V6).
func (p *program) puts(a *around) {
	var pieces []piece
	for _, i := range a.nodes {
		pieces = append(pieces, a.g.nodes[i].defined...)
	}
	if len(pieces) == 0 || len(pieces) > 64 || a.atomic {
		return
	}
	in := a.pending(pieces)
	p.sends(a, pieces, in)
	p.strays(a, pieces, in)
}

// sends reports definitions of what is not sent on some way out of the statement (rule V4).
func (p *program) sends(a *around, pieces []piece, in map[int32]uint64) {
	for _, i := range a.nodes {
		n := &a.g.nodes[i]
		left := a.after(n, in[i], pieces)
		if n.control && in[i] != 0 {
			left = in[i]
		}
		if left == 0 {
			continue
		}
		path := []int32{i, i}
		for _, next := range n.to {
			if next == wayOut || a.g.nodes[next].line != a.line {
				path[1] = next
			}
		}
		if n.control || path[1] != i {
			p.report(ruleSend, pieces[bits.TrailingZeros64(left)].ref, a.g.lines(path))
			return
		}
	}
}

// pending are the pieces that have been defined and not been sent where a node begins, on some
// path.
func (a *around) pending(pieces []piece) map[int32]uint64 {
	return a.pendingBy(func(n *node, in uint64) uint64 { return a.after(n, in, pieces) })
}

// pendingBy is what holds where a node begins, on some path, by what holds behind a node.
func (a *around) pendingBy(after func(n *node, in uint64) uint64) map[int32]uint64 {
	in := map[int32]uint64{}
	for again := true; again; {
		again = false
		for _, i := range a.nodes {
			n := &a.g.nodes[i]
			out := after(n, in[i])
			for _, next := range n.to {
				if next == wayOut || a.g.nodes[next].line != a.line {
					continue
				}
				if was := in[next]; was|out != was {
					in[next] = was | out
					again = true
				}
			}
		}
	}
	return in
}

// resends reports what is sent twice though it was defined once (rule V6): the second put of a
// section has what other images have defined in it since the first.
func (p *program) resends(a *around) {
	var pieces []piece
	from := map[*syntax.Ref]*node{}
	for _, i := range a.nodes {
		n := &a.g.nodes[i]
		for _, s := range n.puts() {
			pieces, from[s.ref] = append(pieces, s), n
		}
	}
	if len(pieces) < 2 || len(pieces) > 64 || a.atomic {
		return
	}
	in := a.pendingBy(func(n *node, before uint64) uint64 { return n.sentSince(before, pieces) })
	for _, i := range a.nodes {
		for _, s := range a.g.nodes[i].puts() {
			for k, d := range pieces {
				if in[i]&(1<<k) != 0 && d.ref != s.ref && from[d.ref].text() == from[s.ref].text() {
					p.report(ruleTwice, s.ref, a.g.lines([]int32{i}))
					return
				}
			}
		}
	}
}

// puts are what a node sends that fetches nothing.
func (n *node) puts() (list []piece) {
	if len(n.fetched) > 0 {
		return nil
	}
	for _, s := range n.sent {
		if !s.loose {
			list = append(list, s)
		}
	}
	return list
}

// sentSince are the pieces that have been sent behind a node, and not fetched or defined since.
func (n *node) sentSince(before uint64, pieces []piece) uint64 {
	for k, d := range pieces {
		covers := func(o piece) bool { return o.covers(d) || d.covers(o) }
		if slices.ContainsFunc(n.defined, covers) || slices.ContainsFunc(n.fetched, covers) ||
			d.alteredBy(n) {
			before &^= 1 << k
		}
		if slices.ContainsFunc(n.sent, func(s piece) bool { return s.ref == d.ref }) {
			before |= 1 << k
		}
	}
	return before
}

// text is what tells a node's statement from others.
func (n *node) text() string { return plain(strings.ToLower(n.stmt.Info().Range.Text())) }

// after are the pieces behind a node that have not been sent.
func (a *around) after(n *node, before uint64, pieces []piece) uint64 {
	for _, d := range n.defined {
		for k, p := range pieces {
			if p.ref == d.ref {
				before |= 1 << k
			}
		}
	}
	for k, p := range pieces {
		if slices.ContainsFunc(n.sent, func(s piece) bool { return s.covers(p) }) {
			before &^= 1 << k
		}
	}
	return before
}
