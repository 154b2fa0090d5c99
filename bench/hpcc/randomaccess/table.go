package randomaccess

import (
	"context"
	"math/bits"

	"github.com/coral-pgas/coral/coarray"
)

// table is 2**words words in equal blocks over all images; word k is k at first.
type table struct {
	words *coarray.Coarray[uint64]
	spread
	rank uint64
}

// spread says where the words are: ranks, which count from 0 here, have blocks one after the other.
type spread struct {
	mask  uint64 // words of the whole table - 1
	block uint64
	log   int // of block; -1 if that is no power of two
}

func newTable(ctx context.Context, me *coarray.Image, words int) (*table, error) {
	n := uint64(me.NumImages())
	t := &table{spread: spread{mask: 1<<words - 1, log: -1}, rank: uint64(me.Index() - 1)}
	t.block = (t.mask + n) / n
	if bits.OnesCount64(t.block) == 1 {
		t.log = bits.TrailingZeros64(t.block)
	}
	var err error
	if t.words, err = coarray.New[uint64](ctx, me, int(t.block)); err != nil {
		return nil, err
	}
	own := t.words.Local()
	for i := range own {
		own[i] = t.rank*t.block + uint64(i)
	}
	return t, nil
}

// owner is the rank that has the word an update is for, place where it is there.
func (s *spread) owner(update uint64) uint64 {
	if s.log >= 0 {
		return update & s.mask >> (s.log & 63)
	}
	return update & s.mask / s.block
}

func (s *spread) place(update uint64) uint64 {
	if s.log >= 0 {
		return update & (s.block - 1)
	}
	return update & s.mask % s.block
}

// apply does updates that have come to their owner.
func (t *table) apply(updates []uint64) {
	own := t.words.Local()
	// by a mask that shows the compiler that no subscript is out of range
	if t.log >= 0 && len(own) > 0 {
		last := uint64(len(own) - 1)
		for _, a := range updates {
			own[a&last] ^= a
		}
		return
	}
	for _, a := range updates {
		own[t.place(a)] ^= a
	}
}

// wrong is how many words of this image's block are not what they were at first.
func (t *table) wrong() (wrong int) {
	first := t.rank * t.block
	for i, word := range t.words.Local() {
		if k := first + uint64(i); k <= t.mask && word != k {
			wrong++
		}
	}
	return wrong
}
