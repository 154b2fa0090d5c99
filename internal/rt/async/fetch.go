package async

import "github.com/coral-pgas/coral/internal/conduit"

// Short copies from images that are not mapped are on their way together: each is begun by a
// question, and ends with its answer, which whoever looks at the network takes. The image's own
// goroutine accounts for it in Advance.

// From is contiguous memory of another image, and where it goes here; the zero value: none.
type From struct {
	Rank   int
	Offset uint64
	Dst    []byte
}

// fetch is a copy that is on its way.
type fetch struct {
	op *copying
	f  *conduit.Fetched
}

// Bounds on what is on its way: another image keeps the answers for which there is no room.
const (
	mostFetches = 64
	mostFetched = 1 << 20 // bytes
)

// roomToFetch says whether a copy of so many bytes may be begun, too.
func (e *Engine) roomToFetch(bytes int) bool {
	return len(e.fetches) < mostFetches && e.fetched+bytes <= mostFetched
}

// fetch begins a copy that need not wait, if it is one that can go on by itself: its event is this
// image's own, or it has none. Else it is done as all others are.
func (e *Engine) fetch(op *copying) (begun bool, err error) {
	c := &op.Copy
	if c.From.Dst == nil || c.Also != nil || c.After.there() && c.After.Rank != e.w.Rank() ||
		e.delays.late() {
		return false, nil
	}
	if !e.roomToFetch(c.Bytes) && !(e.stepFetches() && e.roomToFetch(c.Bytes)) {
		return false, nil
	}
	f, err := e.w.Fetch(c.From.Rank, c.From.Offset, c.From.Dst, e.leaveToOwn)
	if f == nil || err != nil {
		return false, err
	}
	op.begin()
	e.fetches = append(e.fetches, fetch{op, f})
	e.fetched += c.Bytes
	if c.Begun != nil {
		c.Begun()
	}
	return true, nil
}

// stepFetches accounts for those that have ended, and says whether there was any.
func (e *Engine) stepFetches() bool {
	if len(e.fetches) == 0 || e.delays.late() {
		return false
	}
	did, left := false, e.fetches[:0]
	for _, x := range e.fetches {
		ended, err := e.w.Fetched(x.f)
		if !ended {
			if err = e.w.Lost(x.f); err == nil {
				left = append(left, x)
				continue
			}
		}
		did = true
		e.fetched -= x.op.Bytes
		if ended {
			e.due.Add(-1)
		}
		if err == nil {
			err = e.post(x.op.After)
		}
		if err != nil {
			e.failAt(Statement{Place: x.op.Place}, err)
		}
		x.op.owner.end()
	}
	clear(e.fetches[len(left):])
	e.fetches = left
	return did
}
