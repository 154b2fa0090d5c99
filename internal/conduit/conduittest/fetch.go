package conduittest

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/coral-pgas/coral/internal/conduit"
)

// fetching is a get that is under way, and what it is to find.
type fetching struct {
	piece conduit.Piece
	want  []byte
	f     *conduit.Fetched
}

// fetched: many gets are on their way together, between puts, and each sees what this image has put
// there before. A conduit that is no Fetcher is not asked.
func fetched(im *Image) error {
	fetcher, is := im.Conduit.(conduit.Fetcher)
	if !is {
		return nil
	}
	const area = 128 << 10 // of each image, on each
	random := rand.New(rand.NewPCG(11, uint64(im.Rank())))
	base := im.heap + uint64(im.Rank())*area
	there := make([][]byte, im.Size()) // what this image has put on each
	for turn := range 12 {
		for rank := range there {
			there[rank] = payload(im.Rank()+turn, rank, area)
			if err := im.ops.Put(rank, base, there[rank]); err != nil {
				return err
			}
		}
		var open []fetching
		for range 60 {
			rank := random.IntN(im.Size())
			n := []int{1, 8, 8, 8, 12, 100, 2000, 5000, 16 << 10, 64 << 10}[random.IntN(10)]
			at := random.IntN(area - n)
			if random.IntN(3) == 0 && !slices.ContainsFunc(open, func(k fetching) bool {
				from := int(k.piece.Offset - base)
				return k.piece.Rank == rank && from < at+n && at < from+len(k.want)
			}) {
				copy(there[rank][at:], payload(turn, at, n))
				if err := im.ops.Put(rank, base+uint64(at), there[rank][at:at+n]); err != nil {
					return err
				}
				continue
			}
			k := fetching{want: bytes.Clone(there[rank][at : at+n]),
				piece: conduit.Piece{Rank: rank, Offset: base + uint64(at), Dst: make([]byte, n)}}
			var err error
			k.f, err = fetcher.Fetch(rank, k.piece.Offset, k.piece.Dst, func() {})
			if err == nil && k.f == nil {
				err = im.ops.Get(rank, k.piece.Offset, k.piece.Dst)
			}
			if err != nil {
				return err
			}
			open = append(open, k)
		}
		if err := endFetches(im, open, turn%2 == 0); err != nil {
			return fmt.Errorf("turn %d: %w", turn, err)
		}
	}
	return nil
}

// endFetches waits for gets, and looks at the network or leaves that to the conduit's helper, if it
// has one.
func endFetches(im *Image, open []fetching, looks bool) error {
	looks = looks || im.Capabilities()&conduit.CapHelper == 0
	start := time.Now()
	for _, k := range open {
		for k.f != nil {
			over, err := k.f.Ended()
			if err != nil {
				return err
			}
			if over {
				break
			}
			if looks {
				im.Poll()
			}
			im.Yield()
			if time.Since(start) > time.Minute {
				return errors.New("a get does not end")
			}
		}
		if !bytes.Equal(k.piece.Dst, k.want) {
			return fmt.Errorf("%d bytes at %d of rank %d differ", len(k.want), k.piece.Offset,
				k.piece.Rank)
		}
	}
	return nil
}
