// Package randomaccess is RandomAccess of the HPC Challenge: xor of random words into random places
// of a table that is spread over all images, as in section 4.1.1 of "Hiding Latency in Coarray
// Fortran 2.0". ../fortran/randomaccess.caf is the same in Fortran.
package randomaccess

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/coral-pgas/coral/bench/hpcc/slowest"
	"github.com/coral-pgas/coral/coarray"
)

// Options of a run.
type Options struct {
	Words   int    // the table has 2**Words words of 64 bits
	Updates uint64 // by all images together; 0: four for each word
	// Method is how updates reach the table. "route": in batches of 1024, in log2(images) rounds of
	// bulk communication; "direct": a load and a store on the owner, which may lose some; "ship":
	// each is a function that the owner executes.
	Method string
	// Verify is how the updates are done a second time, which must lead back to the table as it
	// was. "ship": as functions that their owners execute; "scan": every image goes through the
	// updates of all and does those of its own block; "none".
	Verify string
}

// Result of a run, the same on all images.
type Result struct {
	Updates uint64
	Time    time.Duration
	Errors  float64 // the part of the table that was wrong; -1 if that was not looked at
}

// GUPS is 10⁹ updates a second.
func (r Result) GUPS() float64 { return float64(r.Updates) / r.Time.Seconds() * 1e-9 }

// ErrWrong says that more words of the table are wrong than the rules allow: one in a hundred for
// "direct", none for the others.
var ErrWrong = errors.New("RandomAccess: too many words are wrong")

// Run is called by all images together.
func Run(ctx context.Context, me *coarray.Image, o Options) (result Result, err error) {
	if o.Words < 1 || o.Words > 40 {
		return result, fmt.Errorf("a table of 2**%d words: from 1 to 40 will do", o.Words)
	}
	result = Result{Updates: o.Updates, Errors: -1}
	if result.Updates == 0 {
		result.Updates = 4 << o.Words
	}
	r := &run{me: me, updates: result.Updates}
	if r.table, err = newTable(ctx, me, o.Words); err != nil {
		return result, err
	}
	if r.router, err = newRouter(ctx, me, r.table); err != nil {
		return result, err
	}
	if r.update, err = r.registerUpdate(); err != nil {
		return result, err
	}
	update, ok := map[string]func(context.Context) error{
		"route": r.byRoutes, "direct": r.directly, "ship": r.byShipping}[o.Method]
	if !ok {
		return result, fmt.Errorf("method %q: it is route, direct or ship", o.Method)
	}
	verify, ok := map[string]func(context.Context) error{
		"ship": r.byShipping, "scan": r.ofOwnBlock, "none": nil}[o.Verify]
	if !ok {
		return result, fmt.Errorf("verification %q: it is ship, scan or none", o.Verify)
	}
	if result.Time, err = slowest.Time(ctx, me, func() error { return update(ctx) }); err != nil ||
		verify == nil {
		return result, err
	}
	if _, err := slowest.Time(ctx, me, func() error { return verify(ctx) }); err != nil {
		return result, err
	}
	wrong, err := coarray.Sum(ctx, me, r.table.wrong())
	if err != nil {
		return result, err
	}
	result.Errors = float64(wrong) / float64(r.table.mask+1)
	if result.Errors > 0.01 || o.Method != "direct" && wrong > 0 {
		return result, fmt.Errorf("%w: %d", ErrWrong, wrong)
	}
	return result, nil
}

// run is one image's part.
type run struct {
	me      *coarray.Image
	updates uint64
	table   *table
	router  *router
	update  *coarray.Function[uint64]
}

// part is which updates are this image's: those after number first up to last.
func (r *run) part() (first, last uint64) {
	n := uint64(r.me.NumImages())
	return r.updates * r.table.rank / n, r.updates * (r.table.rank + 1) / n
}

// byRoutes: all images do the same number of batches, the last ones short or empty.
func (r *run) byRoutes(ctx context.Context) error {
	first, last := r.part()
	a := number(first)
	n := uint64(r.me.NumImages())
	var batch [lookAhead]uint64
	for done := uint64(0); done < (r.updates+n-1)/n; done += lookAhead {
		size := min(lookAhead, max(last, first+done)-first-done)
		for i := range batch[:size] {
			a = next(a)
			batch[i] = a
		}
		if err := r.router.route(ctx, batch[:size]); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) directly(context.Context) error {
	first, last := r.part()
	a := number(first)
	words := r.table.words
	for range last - first {
		a = next(a)
		there, i := words.At(int(r.table.owner(a))+1), int(r.table.place(a))
		there.Store(i, there.Load(i)^a)
	}
	return nil
}

// registerUpdate: an update as a function that its owner executes (figure 5).
func (r *run) registerUpdate() (*coarray.Function[uint64], error) {
	return coarray.Register(r.me, "update", func(_ *coarray.Image, a uint64) error {
		r.table.words.Local()[r.table.place(a)] ^= a
		return nil
	})
}

// byShipping is figure 5, with more updates in a finish block.
func (r *run) byShipping(ctx context.Context) error {
	const inBlock = 1 << 16
	first, last := r.part()
	a := number(first)
	n := uint64(r.me.NumImages())
	for done := uint64(0); done < (r.updates+n-1)/n; done += inBlock {
		size := min(inBlock, max(last, first+done)-first-done)
		err := r.me.Finish(ctx, func() error {
			for range size {
				a = next(a)
				if pe := r.table.owner(a); pe != r.table.rank {
					if err := r.update.Spawn(int(pe)+1, a); err != nil {
						return err
					}
					continue
				}
				r.table.words.Local()[r.table.place(a)] ^= a
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// ofOwnBlock does the updates of all images to this one's block, without communication: an update
// that was lost or went astray is not lost once more.
func (r *run) ofOwnBlock(context.Context) error {
	a := uint64(1)
	for range r.updates {
		a = next(a)
		if r.table.owner(a) == r.table.rank {
			r.table.words.Local()[r.table.place(a)] ^= a
		}
	}
	return nil
}
