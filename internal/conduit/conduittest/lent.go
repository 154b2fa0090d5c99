package conduittest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit"
)

// lent puts from memory that is lent, of all lengths, some to the same place, with others in
// between: of two puts to one place the second stays, who sees the post behind them sees them all,
// and what was lent may be changed when it is returned.
func lent(im *Image) error {
	zeroCopy, can := im.Conduit.(conduit.ZeroCopyPut)
	if !can {
		return nil
	}
	const room, turns = 300 << 10, 12
	random := rand.New(rand.NewPCG(13, uint64(im.Rank())))
	before := rand.New(rand.NewPCG(13, uint64((im.Rank()+im.Size()-1)%im.Size())))
	word, data := im.heap, im.heap+64
	for turn := range turns {
		if err := putLent(im, zeroCopy, [][]lentPut{lentPuts(random, room)}, word,
			data); err != nil {
			return err
		}
		want := make([]byte, room)
		// nobody else has put there since the barrier, or it is the same
		copy(want, im.Segment().Bytes(data, room))
		im.await(
			func() bool { return atomic.LoadUint64(im.Segment().Word64(word)) == uint64(turn+1) })
		for _, p := range lentPuts(before, room) {
			copy(want[p.at:], bytes.Repeat([]byte{p.value}, p.n))
		}
		if got := im.Segment().Bytes(data, room); !bytes.Equal(got, want) {
			return fmt.Errorf("turn %d: what was put from lent memory is not there", turn)
		}
		im.Barrier()
	}
	return nil
}

// lentPut is one of a turn's puts.
type lentPut struct {
	at, n  int
	value  byte
	copied bool // by an ordinary put
}

func lentPuts(random *rand.Rand, room int) (all []lentPut) {
	longest := []int{500, 10_000, 40_000, 200_000}[random.IntN(4)]
	for range 1 + random.IntN(20) {
		n := 1 + random.IntN(longest)
		all = append(all, lentPut{random.IntN(room - n), n, byte(1 + random.IntN(255)),
			random.IntN(6) == 0})
	}
	return all
}

// again puts long data to the same places over and over, as halos are, from lent memory and not,
// with short puts into the same bytes in between, and goes on to other places after a while: of two
// puts to one place the second stays, and who sees the post behind them sees them all.
func again(im *Image) error {
	zeroCopy, can := im.Conduit.(conduit.ZeroCopyPut)
	if !can {
		return nil
	}
	const room, phases, turns = 1 << 20, 4, 20
	word, data := im.heap, im.heap+64
	want := bytes.Clone(im.Segment().Bytes(data, room))
	posts := atomic.LoadUint64(im.Segment().Word64(word))
	im.Barrier()
	for phase := range phases {
		for turn := range turns {
			if err := putLent(im, zeroCopy, againPuts(im.Rank(), phase, turn, room), word,
				data); err != nil {
				return err
			}
			before := againPuts((im.Rank()+im.Size()-1)%im.Size(), phase, turn, room)
			posts += uint64(len(before))
			im.await(func() bool { return atomic.LoadUint64(im.Segment().Word64(word)) == posts })
			for _, p := range slices.Concat(before...) {
				copy(want[p.at:], bytes.Repeat([]byte{p.value}, p.n))
			}
			if got := im.Segment().Bytes(data, room); !bytes.Equal(got, want) {
				return fmt.Errorf("phase %d, turn %d: what was put again is not there", phase, turn)
			}
			im.Barrier()
		}
	}
	return nil
}

// putLent puts what each group has, posts behind it, and changes what was lent when it is returned.
func putLent(im *Image, zeroCopy conduit.ZeroCopyPut, groups [][]lentPut, word, data uint64) error {
	for _, group := range groups {
		var all [][]byte
		for _, p := range group {
			memory := bytes.Repeat([]byte{p.value}, p.n)
			all = append(all, memory)
			put := zeroCopy.PutLent
			if p.copied {
				put = im.ops.Put
			}
			if err := put(im.next(), data+uint64(p.at), memory); err != nil {
				return err
			}
		}
		if err := im.ops.Post(im.next(), word, 1); err != nil {
			return err
		}
		if err := zeroCopy.Returned(); err != nil {
			return err
		}
		for _, memory := range all {
			clear(memory)
		}
	}
	return nil
}

// againPuts are those of one turn, in groups: some of a phase's places, which overlap, and perhaps
// a short put into them.
func againPuts(rank, phase, turn, room int) (groups [][]lentPut) {
	random := rand.New(rand.NewPCG(uint64(rank), uint64(1000+phase*1000+turn)))
	for range 1 + random.IntN(3) {
		places := rand.New(rand.NewPCG(uint64(rank), uint64(phase)))
		var group []lentPut
		for range 12 {
			p := lentPut{at: places.IntN(room / 2), n: 66_000 + places.IntN(60_000),
				value: byte(random.IntN(256)), copied: random.IntN(4) == 0}
			if random.IntN(4) > 0 {
				continue
			}
			group = append(group, p)
			if random.IntN(3) == 0 {
				group = append(group, lentPut{at: p.at + random.IntN(p.n-2000), n: 1 +
					random.IntN(2000), value: byte(random.IntN(256)), copied: random.IntN(2) == 0})
			}
		}
		groups = append(groups, group)
	}
	return groups
}
