package randomaccess

import "context"
import "github.com/coral-pgas/coral/coarray"

// lookAhead is how many updates an image may know before it does the first.
const lookAhead = 1024

const (
	out = 0
	in  = 1
)

// router takes updates to their owners as in figure 4 of the paper: one that is for the image d
// further on, modulo their number, makes a hop of 2**i in round i if bit i of d is set. Any number
// of images will do, and each exchanges with one other in a round.
type router struct {
	me        *coarray.Image
	table     *table
	ranks     int
	rank      int
	rounds    int
	fwd       *coarray.Coarray[uint64] // [round][out or in][..]: how many, then the updates
	capacity  int                      // of a buffer
	delivered *coarray.Events          // what the image before has sent in a round is here
	// what was sent in a round has been taken there: its buffer is free
	received *coarray.Events
	kept     [2][]uint64 // what stays here in a round, and in the round before
}

func newRouter(ctx context.Context, me *coarray.Image, t *table) (*router, error) {
	r := &router{me: me, table: t, ranks: me.NumImages(), rank: me.Index() - 1}
	for 1<<r.rounds < r.ranks {
		r.rounds++
	}
	// if all were for one image, their number, and one to write and leave
	r.capacity = lookAhead<<r.rounds + 2
	var err error
	if r.fwd, err = coarray.New[uint64](ctx, me, r.rounds, 2, r.capacity); err != nil {
		return nil, err
	}
	if r.delivered, err = coarray.NewEvents(ctx, me, r.rounds); err != nil {
		return nil, err
	}
	if r.received, err = coarray.NewEvents(ctx, me, r.rounds); err != nil {
		return nil, err
	}
	for i := range r.kept {
		r.kept[i] = make([]uint64, r.capacity)
	}
	for i := range r.rounds {
		if err := r.received.Post(me.Index(), i); err != nil { // the buffers are free at first
			return nil, err
		}
	}
	return r, me.SyncAll(ctx)
}

// buffer is a round's: element 0 is for how many there are.
func (r *router) buffer(round, direction int) []uint64 {
	first := (2*round + direction) * r.capacity
	return r.fwd.Local()[first : first+r.capacity]
}

// route takes a batch to its owners and applies those of others' batches that are for this image.
// The figure has the copy wait for received; here the image itself does, and earlier: it must not
// fill a buffer from which the last batch may still have to leave.
func (r *router) route(ctx context.Context, batch []uint64) error {
	for i := r.rounds - 1; i >= 0; i-- {
		if err := r.received.Wait(ctx, i); err != nil {
			return err
		}
		goes, stays := r.buffer(i, out)[1:], r.kept[i&1]
		going, staying := r.split(batch, i, goes, stays)
		if i < r.rounds-1 {
			if err := r.delivered.Wait(ctx, i+1); err != nil {
				return err
			}
			arrived := r.buffer(i+1, in)
			g, s := r.split(arrived[1:1+arrived[0]], i, goes[going:], stays[staying:])
			going, staying = going+g, staying+s
			if err := r.taken(i + 1); err != nil {
				return err
			}
		}
		if err := r.send(i, going); err != nil {
			return err
		}
		batch = stays[:staying]
	}
	r.table.apply(batch)
	if r.rounds == 0 {
		return nil
	}
	if err := r.delivered.Wait(ctx, 0); err != nil {
		return err
	}
	arrived := r.buffer(0, in)
	r.table.apply(arrived[1 : 1+arrived[0]])
	return r.taken(0)
}

// split divides a list into the updates that hop in a round and those that stay here, and says how
// many there are of each. Both lists are written to every time and one of them grows: which one
// cannot be predicted, and a branch would be.
func (r *router) split(list []uint64, round int, goes, stays []uint64) (going, staying int) {
	rank, ranks, spread := r.rank, r.ranks, r.table.spread
	for k, update := range list {
		distance := int(spread.owner(update)) - rank
		distance += distance >> 63 & ranks
		hop := distance >> (round & 63) & 1
		goes[going] = update
		stays[k-going] = update
		going += hop
	}
	return going, len(list) - going
}

// send copies what hops in a round into the buffer of the image that is so far away.
func (r *router) send(round, n int) error {
	r.buffer(round, out)[0] = uint64(n)
	to := (r.rank+1<<round)%r.ranks + 1
	all := coarray.Range(0, n+1)
	return coarray.CopyAsync(r.me, r.fwd.At(to).Section(coarray.Index(round), coarray.Index(in),
		all),
		r.fwd.Section(coarray.Index(round), coarray.Index(out), all),
		coarray.After(r.delivered.At(to, round)))
}

// taken says where it came from that what came in a round is out of its buffer.
func (r *router) taken(round int) error {
	from := (r.rank-1<<round+r.ranks)%r.ranks + 1
	return r.received.Post(from, round)
}
