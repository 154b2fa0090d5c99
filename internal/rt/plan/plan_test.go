package plan

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/coral-pgas/coral/internal/conduit"
)

// net carries exchanges among members of one process, in an order that chance has.
type net struct {
	random *rand.Rand
	told   map[string]*half // what one side has said, by both members and the label
	ready  []func()
}

type half struct {
	x    *conduit.Exchange
	data []byte
	note conduit.Note
	send bool
}

// end is a member's end of it.
type end struct {
	*net
	me int
}

func (e end) Machine(rank int) int                  { return rank }
func (e end) Abandon(*conduit.Exchange)             {}
func (e end) Refuse(rank int, _ conduit.Label)      {}
func (e end) name(a, b int, l conduit.Label) string { return fmt.Sprint(a, b, l) }

func (e end) SendTo(rank int, l conduit.Label, note conduit.Note, data []byte) (*conduit.Exchange,
	error) {
	h := &half{x: &conduit.Exchange{Rank: rank}, data: data, note: note, send: true}
	e.meet(e.name(e.me, rank, l), h)
	return h.x, nil
}

func (e end) ReceiveFrom(rank int, l conduit.Label, data []byte) *conduit.Exchange {
	h := &half{x: &conduit.Exchange{Rank: rank}, data: data}
	e.meet(e.name(rank, e.me, l), h)
	return h.x
}

func (n *net) meet(name string, h *half) {
	other := n.told[name]
	if other == nil {
		n.told[name] = h
		return
	}
	if other.send == h.send {
		panic("a label is used twice: " + name)
	}
	from, to := h, other
	if !h.send {
		from, to = other, h
	}
	n.ready = append(n.ready, func() {
		copy(to.data, from.data)
		to.x.Came, to.x.Note = len(from.data), from.note
		to.x.End()
		from.x.End()
	})
}

// some lets some of what has met take place, in any order.
func (n *net) some() (any bool) {
	for len(n.ready) > 0 {
		any = true
		i := n.random.IntN(len(n.ready))
		n.ready[i]()
		n.ready = append(n.ready[:i], n.ready[i+1:]...)
		if n.random.IntN(3) == 0 {
			break
		}
	}
	return any
}

// collective is what the members do.
type collective struct {
	name           string
	plan           func(me, size, root, n int, inPlace bool) Plan
	source, result func(size, n int) int                               // bytes
	want           func(me, size, root, n int, source [][]byte) []byte // nil: nothing
	reduces        bool
}

const elem = 16

// compose is an operation that is not commutative: a and b are maps x -> x*first + second.
func compose(a, b []byte) {
	for i := 0; i < len(a); i += elem {
		af, as := binary.LittleEndian.Uint64(a[i:]), binary.LittleEndian.Uint64(a[i+8:])
		bf, bs := binary.LittleEndian.Uint64(b[i:]), binary.LittleEndian.Uint64(b[i+8:])
		binary.LittleEndian.PutUint64(a[i:], af*bf)
		binary.LittleEndian.PutUint64(a[i+8:], as*bf+bs)
	}
}

func same(_, n int) int    { return n }
func each(size, n int) int { return size * n }
func none(int, int) int    { return 0 }
func reduced(source [][]byte) []byte {
	acc := bytes.Clone(source[0])
	for _, s := range source[1:] {
		compose(acc, s)
	}
	return acc
}

var collectives = []collective{
	{"broadcast", func(me, size, root, n int, _ bool) Plan { return Broadcast(me, size, root, n) },
		none, same,
		nil, false},
	{"reduce",
		func(me, size, root, n int, in bool) Plan { return Reduce(me, size, root, n, elem, in) },
		same, same,
		func(me, _, root, _ int, source [][]byte) []byte {
			if me != root {
				return nil
			}
			return reduced(source)
		}, true},
	{"allreduce",
		func(me, size, _, n int, in bool) Plan { return AllReduce(me, size, n, elem, in) }, same,
		same,
		func(_, _, _, _ int, source [][]byte) []byte { return reduced(source) }, true},
	{"gather", func(me, size, root, n int, _ bool) Plan { return Gather(me, size, root, n) }, same,
		each,
		func(me, _, root, _ int, source [][]byte) []byte {
			if me != root {
				return nil
			}
			return bytes.Join(source, nil)
		}, false},
	{"scatter", func(me, size, root, n int, _ bool) Plan { return Scatter(me, size, root, n) },
		each, same,
		func(me, _, root, n int, source [][]byte) []byte { return source[root][me*n : (me+1)*n] },
		false},
	{"allgather", func(me, size, _, n int, _ bool) Plan { return AllGather(me, size, n) }, same,
		each,
		func(_, _, _, _ int, source [][]byte) []byte { return bytes.Join(source, nil) }, false},
	{"alltoall", func(me, size, _, n int, _ bool) Plan { return AllToAll(me, size, n) }, each, each,
		func(me, size, _, n int, source [][]byte) (want []byte) {
			for m := range size {
				want = append(want, source[m][me*n:(me+1)*n]...)
			}
			return want
		}, false},
}

// TestPlans carries out each plan in some orders.
func TestPlans(t *testing.T) {
	for _, c := range collectives {
		for size := 2; size <= Most; size++ {
			for _, n := range []int{0, elem, 5 * elem, leastPart, leastPart + elem, shortAll + elem,
				10*leastPart + 3*elem, 2*chainPart + elem, 8*blockPart + elem} {
				if n > leastPart+elem && size > 3 && size != Most || n > shortAll+elem &&
					size == Most || n > 4*blockPart && size > 2 {
					continue
				}
				for _, inPlace := range []bool{false, c.reduces} {
					root := (size*7 + n/elem) % size
					t.Run(fmt.Sprintf("%s/%d/%d/%t", c.name, size, n, inPlace), func(t *testing.T) {
						c.run(t, size, root, n, inPlace)
					})
				}
			}
		}
	}
}

func (c *collective) run(t *testing.T, size, root, n int, inPlace bool) {
	network := &net{random: rand.New(rand.NewPCG(uint64(size), uint64(n))),
		told: map[string]*half{}}
	runs, source := make([]*Run, size), make([][]byte, size)
	for me := range runs {
		r := &Run{By: end{network, me}, Rank: func(m int) int { return m },
			Label:  [3]uint64{1, 2, 3},
			Source: make([]byte, c.source(size, n)), Result: make([]byte, c.result(size, n)),
			Combine: compose}
		for i := range r.Source {
			r.Source[i] = byte(network.random.Uint32())
		}
		source[me] = bytes.Clone(r.Source)
		if inPlace {
			r.Result = r.Source
		}
		if c.want == nil && me == root {
			for i := range r.Result {
				r.Result[i] = byte(i*7 + i/251)
			}
		}
		r.Begin(c.plan(me, size, root, n, inPlace))
		runs[me] = r
	}
	for left := size; left > 0; {
		left = 0
		before := len(network.told)
		for _, me := range network.random.Perm(size) {
			done, err := runs[me].Advance()
			if err != nil {
				t.Fatal(err)
			}
			if !done {
				left++
			}
		}
		if !network.some() && left > 0 && len(network.told) == before {
			t.Fatal("nothing goes on")
		}
	}
	for me, r := range runs {
		want := runs[root].Result
		if c.want != nil {
			want = c.want(me, size, root, n, source)
		}
		if want != nil && !bytes.Equal(r.Result, want) {
			t.Errorf("member %d has another result", me)
		}
		if !inPlace && !bytes.Equal(r.Source, source[me]) {
			t.Errorf("member %d has another source than before", me)
		}
	}
}

// TestMismatch: data of another statement, or with another length of it all, are an error, also
// where each message has the length that it should have.
func TestMismatch(t *testing.T) {
	const n = 4 * elem
	for _, there := range []conduit.Note{{n, 8, 1}, {2 * n, 7, 1}, {n, 7, 2}} {
		network := &net{random: rand.New(rand.NewPCG(1, 2)), told: map[string]*half{}}
		var runs [2]*Run
		for me, note := range []conduit.Note{{n, 7, 1}, there} {
			runs[me] = &Run{By: end{network, me}, Rank: func(m int) int { return m }, Note: note,
				Source: make([]byte, n), Result: make([]byte, n)}
			runs[me].Begin(Broadcast(me, 2, 1, n))
		}
		var err error
		for done := false; !done && err == nil; network.some() {
			if _, err := runs[1].Advance(); err != nil {
				t.Fatal(err)
			}
			done, err = runs[0].Advance()
		}
		e := (*MismatchError)(nil)
		told := errors.As(err, &e)
		if told != (there[2] == 1) || told && (e.Rank != 1 || e.Note != there) {
			t.Errorf("note %v beside 7 for %d bytes: %v", there, n, err)
		}
	}
}
