package conduittest

import (
	"bytes"
	"fmt"
	"math/rand/v2"

	"github.com/coral-pgas/coral/internal/conduit"
)

// gathered: pieces of all images come together, whatever their lengths and distances, behind what
// this image has put there. A conduit that is no Gatherer is not asked.
func gathered(im *Image) error {
	gatherer, is := im.Conduit.(conduit.Gatherer)
	if !is {
		return nil
	}
	const area = 128 << 10 // of each image, on each
	random := rand.New(rand.NewPCG(7, uint64(im.Rank())))
	base := im.heap + uint64(im.Rank())*area
	for turn := range 12 {
		want := make([][]byte, im.Size())
		for rank := range want {
			want[rank] = payload(im.Rank()+turn, rank, area)
			if err := im.ops.Put(rank, base, want[rank]); err != nil {
				return err
			}
		}
		var pieces []conduit.Piece
		for range 1 + random.IntN(20)*random.IntN(200) {
			n := []int{8, 8, 8, 1, 4, 100, 0}[random.IntN(7)]
			if random.IntN(100) == 0 {
				n = 1 + random.IntN(area/2)
			}
			at, step := random.IntN(area/2), random.IntN(400)-100
			rank := random.IntN(im.Size())
			for k := 0; k < 1+random.IntN(20); k++ {
				if from := at + k*step; from >= 0 && from+n <= area {
					pieces = append(pieces, conduit.Piece{Rank: rank, Offset: base + uint64(from),
						Dst: make([]byte, n)})
				}
			}
		}
		if err := gatherer.Gather(pieces); err != nil {
			return err
		}
		for _, p := range pieces {
			at := p.Offset - base
			if !bytes.Equal(p.Dst, want[p.Rank][at:at+uint64(len(p.Dst))]) {
				return fmt.Errorf("turn %d: %d bytes at %d of rank %d differ", turn, len(p.Dst),
					at, p.Rank)
			}
		}
	}
	return nil
}
