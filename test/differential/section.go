package differential

import (
	"fmt"
	"strings"
)

// array is the shape of a case's coarray and its mirrors.
type array struct{ low, extent []int }

func (g *generator) shape() array {
	rank := 1 + g.rng.IntN(3)
	a := array{make([]int, rank), make([]int, rank)}
	for d := range rank {
		a.low[d] = g.rng.IntN(7) - 3
		a.extent[d] = 1 + g.rng.IntN(6)
	}
	return a
}

func (a array) bounds() string {
	var dims []string
	for d := range a.low {
		dims = append(dims, fmt.Sprintf("%d:%d", a.low[d], a.low[d]+a.extent[d]-1))
	}
	return "(" + strings.Join(dims, ", ") + ")"
}

// pair is a piece of text in both forms.
type pair struct{ co, mirror string }

func both(text string) pair { return pair{text, text} }

// form is fmt.Sprintf for pairs.
func form(format string, args ...pair) pair {
	var co, mirror []any
	for _, a := range args {
		co = append(co, a.co)
		mirror = append(mirror, a.mirror)
	}
	return pair{fmt.Sprintf(format, co...), fmt.Sprintf(format, mirror...)}
}

// target says whose memory a reference is to.
type target uint8

const (
	ownLocal target = iota // the coarray without selector
	ownImage               // with the selector of the own image
	other                  // the other image's
	work                   // a local array
)

// holder writes a reference to the array or a section of it; subs is "" for the whole.
func (g *generator) holder(t target, subs pair) pair {
	image := func(choices ...string) string { return "[" + choices[g.rng.IntN(len(choices))] + "]" }
	switch t {
	case ownLocal:
		return pair{"a" + subs.co, "x1" + subs.mirror}
	case ownImage:
		return pair{"a" + subs.co + image("1", "one", "this_image()", "ix(3)[2]"), "x1" +
			subs.mirror}
	case other:
		return pair{"a" + subs.co + image("2", "two", "k", "one + 1", "num_images()", "ix(k)[1]"),
			"x2" + subs.mirror}
	}
	return pair{"w0" + subs.co, "w1" + subs.mirror}
}

func (g *generator) anyTarget() target {
	return []target{ownLocal, ownImage, other, other, other, work}[g.rng.IntN(6)]
}
func (g *generator) remote() target { return []target{ownImage, other, other}[g.rng.IntN(3)] }

// section chooses a random section for a definition: its subscripts and shape.
func (g *generator) section(defines bool) (subs pair, shape []int) {
	for d := range g.a.extent {
		if g.rng.IntN(4) > 0 {
			shape = append(shape, 1+g.rng.IntN(g.a.extent[d]))
		} else {
			shape = append(shape, -1)
		}
	}
	var list []pair
	var out []int
	for d, n := range shape {
		if n < 0 {
			list = append(list, g.scalar(d))
			continue
		}
		list = append(list, g.triplet(d, n, defines))
		out = append(out, n)
	}
	return join(list), out
}

// conforming chooses a section of the shape; false: the array has none, or chance found none.
func (g *generator) conforming(shape []int) (pair, bool) {
	var list []pair
	next := 0
	for d, n := range g.a.extent {
		rest, needed := len(g.a.extent)-d, len(shape)-next
		use := needed > 0 && shape[next] <= n && (rest == needed || g.rng.IntN(2) == 0)
		if use {
			list = append(list, g.triplet(d, shape[next], false))
			next++
		} else {
			list = append(list, g.scalar(d))
		}
	}
	return join(list), next == len(shape)
}

func join(list []pair) pair {
	var co, mirror []string
	for _, p := range list {
		co = append(co, p.co)
		mirror = append(mirror, p.mirror)
	}
	return pair{"(" + strings.Join(co, ", ") + ")", "(" + strings.Join(mirror, ", ") + ")"}
}

// scalar is a subscript; functions that count their calls among them, and elements of coarrays.
func (g *generator) scalar(d int) pair {
	v := g.a.low[d] + g.rng.IntN(g.a.extent[d])
	switch g.rng.IntN(8) {
	case 0:
		if g.quiet {
			return both(fmt.Sprintf("same(%d)", v))
		}
		return both(fmt.Sprintf("next(%d)", v))
	case 1:
		return pair{fmt.Sprintf("%d + ix(1)[2]", v-1), fmt.Sprintf("%d + px(1)", v-1)}
	case 2:
		return both(fmt.Sprintf("%d + one", v-1))
	}
	return both(fmt.Sprint(v))
}

// triplet is a subscript of n elements. A vector that defines has no element twice.
func (g *generator) triplet(d, n int, defines bool) pair {
	low, extent := g.a.low[d], g.a.extent[d]
	if g.rng.IntN(5) == 0 {
		return g.vector(low, extent, n, defines)
	}
	if n == extent && g.rng.IntN(2) == 0 {
		return both([]string{":", fmt.Sprintf("%d:", low), fmt.Sprintf(":%d", low+extent-1),
			"::1"}[g.rng.IntN(4)])
	}
	step := 1
	if n > 1 {
		step = 1 + g.rng.IntN((extent-1)/(n-1))
	}
	first := low + g.rng.IntN(extent-(n-1)*step)
	last := first + (n-1)*step
	if g.rng.IntN(3) == 0 {
		first, last, step = last, first, -step
	}
	text := fmt.Sprintf("%d:%d:%d", first, last, step)
	switch {
	case step == 1 && g.rng.IntN(2) == 0:
		text = fmt.Sprintf("%d:%d", first, last)
	case g.rng.IntN(4) == 0:
		text = fmt.Sprintf("%d + one:%d:%d*one", first-1, last, step)
	}
	return both(text)
}

func (g *generator) vector(low, extent, n int, defines bool) pair {
	var items []string
	order := g.rng.Perm(extent)
	for i := range n {
		v := order[i]
		if !defines {
			v = g.rng.IntN(extent)
		}
		items = append(items, fmt.Sprint(low+v))
	}
	return both("[" + strings.Join(items, ", ") + "]")
}
