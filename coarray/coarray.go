package coarray

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/rt"
)

// Coarray is an array of the same shape on every image of the team that has made it.
type Coarray[T any] struct {
	me     *Image // who has made it
	team   *Team  // whose numbers At takes
	offset uint64 // in each image's slot
	dims   []int
	maker  maker
	local  []T    // also when it is freed: a goroutine that Local serves reads it
	direct direct // how At finds images that are mapped
	// of what is mapped, and of what is not
	near, far bounds[T]
	store     func(r Coindexed[T], i int, v T) // Coindexed.store
	// why it cannot be used, if it cannot: it is freed, or has no part on an image of team
	why atomic.Pointer[error]

	viewing sync.Mutex            // holds views
	views   map[*Team]*Coarray[T] // by In, from the coarray itself
	of      *Coarray[T]           // the coarray itself, of which this is a view
	plain   detail[T]             // of its sections of no or one dimension, where it is mapped
}

// New makes a coarray of zero values on all images, which call it together with the same
// dimensions; without dimensions it has one element. The last dimension's elements are adjacent.
// Images that have failed are left out: the error is ErrFailedImage then, and the coarray is there
// nevertheless.
func New[T any](ctx context.Context, me *Image, dims ...int) (*Coarray[T], error) {
	return newOf[T](ctx, me, maker{what: "element"}, dims...)
}

// maker is a function that makes a coarray of n elements, such as NewLocks, for messages.
type maker struct {
	name string // "": New
	what string // each of its elements is
	// what it makes: a noun, which may be the plural
	noun   string
	plural bool
}

// freed says why what it has made is no more.
func (m maker) freed() error {
	switch {
	case m.noun == "":
		return ErrFreed
	case m.plural:
		return &worded{"the " + m.noun + " have been freed", ErrFreed}
	}
	return &worded{"the " + m.noun + " has been freed", ErrFreed}
}

// of names a coarray with its bounds.
func (m maker) of(element reflect.Type, dims []int) string {
	switch m.name {
	case "":
		return fmt.Sprintf("coarray %v of %v", dims, element)
	case "NewCritical":
		return m.name
	}
	return fmt.Sprintf("%s(%d)", m.name, dims[0])
}

// kind is by what images compare coarrays.
func (m maker) kind(element reflect.Type, dims []int) rt.Kind {
	return rt.Kind{Type: digest(fmt.Sprint(m.name, element)) >> 1,
		Bounds: digest(fmt.Sprint(dims)), Unit: m.what, Bytes: uint64(element.Size())}
}

// newOf makes a coarray for New, or for another maker.
func newOf[T any](ctx context.Context, me *Image, m maker, dims ...int) (*Coarray[T], error) {
	element := reflect.TypeFor[T]()
	if err := checkElement(element); err != nil {
		return nil, located(err)
	}
	if len(dims) > MaxRank {
		return nil, placed("%w: %d dimensions, at most %d", ErrShape, len(dims), MaxRank)
	}
	n := uint64(1) // elements, of which each may have no bytes
	for _, d := range dims {
		if d < 0 && len(dims) > 1 {
			return nil, negative(fmt.Sprintf("a dimension of %v", dims), d)
		} else if d < 0 {
			return nil, negative("the number of "+m.what+"s", d)
		}
		high, low := bits.Mul64(n, uint64(d))
		if high != 0 || low > math.MaxInt64 {
			return nil, placed("%w: %s", ErrNoMemory, m.of(element, dims))
		}
		n = low
	}
	high, size := bits.Mul64(n, uint64(element.Size()))
	if high != 0 || size > math.MaxInt64 {
		return nil, placed("%w: %s", ErrNoMemory, m.of(element, dims))
	}
	if err := me.ready(); err != nil {
		return nil, err
	}
	w := me.world()
	offset, fresh, err := w.HeapAllocOf(ctx, size, m.kind(element, dims))
	// those that are left have allocated it
	failed := func(err error) bool { return errors.Is(err, ErrFailedImage) && offset != 0 }
	if err != nil && !failed(err) {
		// it says what all ask for; alike on all images, the text is told once
		if errors.Is(err, ErrSizes) {
			what := m.name
			if what == "" {
				what = fmt.Sprintf("coarray of %v", element)
			}
			return nil, fmt.Errorf("%s: %w", what, err)
		}
		if errors.Is(err, ErrMismatch) { // it has the places, alike on all images
			return nil, err
		}
		err = fmt.Errorf("%s: %w", m.of(element, dims), err)
		if errors.Is(err, ErrNoMemory) {
			return nil, located(err)
		}
		return nil, err
	}
	if !fresh {
		w.Clear(offset, size)
	}
	// Nobody may put before all have cleared.
	if synced := w.SyncAll(ctx); synced != nil {
		if !failed(synced) {
			return nil, synced
		}
		err = synced
	}
	c := coarrayAt[T](me, me.team, offset, slices.Clone(dims))
	c.maker = m
	c.setLocal(length(dims))
	me.made[offset] = c
	return c, err
}

// coarrayAt is a coarray of the memory that begins at an offset of each slot of a team's images.
// The caller finds out where that is mapped.
func coarrayAt[T any](me *Image, team *Team, offset uint64, dims []int) *Coarray[T] {
	c := &Coarray[T]{me: me, team: team, offset: offset, dims: dims}
	c.of = c
	c.setBounds()
	c.plain = detail[T]{plain: true, of: c.At(NoImage)}
	return c
}

// length is how many elements an array has.
func length(dims []int) int {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return n
}

// Free frees the coarray on all images of the team that has made it, which call it together. After
// an error other than ErrFailedImage it is not freed. Sections and what At returned before give
// ErrFreed afterwards; what Local and Slice returned before must not be used.
func (c *Coarray[T]) Free(ctx context.Context) error {
	if err := c.usable(); err != nil {
		return err
	}
	c = c.of
	if err := c.me.ready(); err != nil {
		return err
	}
	w := c.me.world()
	err := w.HeapFree(ctx, c.offset)
	if _, there := w.HeapSize(c.offset); there {
		return err // the images have not freed it together, and it stays
	}
	c.forget(ErrFreed)
	delete(c.me.made, c.offset)
	return err
}

// forget makes the coarray and all views of it unusable, and all parts and sections of them. Other
// goroutines may be about to use them.
func (c *Coarray[T]) forget(why error) {
	c.viewing.Lock()
	defer c.viewing.Unlock()
	if why == ErrFreed {
		why = c.maker.freed()
	}
	c.why.Store(&why)
	atomic.StoreUintptr(&c.near.n, 0)
	for _, v := range c.views {
		v.forget(why)
	}
}

// usable says whether there is a coarray.
func (c *Coarray[T]) usable() error {
	if c == nil || c.me == nil {
		return unset("Coarray", "New")
	}
	if why := c.why.Load(); why != nil {
		return rt.LocatedAt(*why, userSite())
	}
	return nil
}

// In is the coarray with the image numbers of another team: c.In(team).At(k) is its part on image k
// of team, which may be the current team, as me.Team() gives it, one in which that was formed, or a
// sibling of those. All images of the team must have the coarray; else the first use says so.
func (c *Coarray[T]) In(team *Team) *Coarray[T] {
	if c == nil || c.of == nil {
		return c // whose use says so
	}
	root := c.of
	if team == root.team {
		return root
	}
	root.viewing.Lock()
	defer root.viewing.Unlock()
	if v := root.views[team]; v != nil {
		return v
	}
	v := root.view(team)
	if root.views == nil {
		root.views = map[*Team]*Coarray[T]{}
	}
	root.views[team] = v
	return v
}

// view makes what In gives.
func (c *Coarray[T]) view(team *Team) *Coarray[T] {
	v := coarrayAt[T](c.me, team, c.offset, c.dims)
	v.of = c
	var err error
	if why := c.why.Load(); why != nil {
		err = *why
	} else if team == nil {
		err = placed("%w: nil", ErrTeam)
	} else if !team.within(c.team) {
		err = placed("%w: a coarray of %v has no part on every image of %v", ErrTeam, c.team, team)
	}
	if err != nil {
		v.why.Store(&err)
		return v
	}
	v.setLocal(len(c.local))
	return v
}

// Team is the team whose image numbers At takes.
func (c *Coarray[T]) Team() *Team {
	if c == nil {
		return nil
	}
	return c.team
}

// Local is this image's part; empty once the coarray is freed.
func (c *Coarray[T]) Local() []T {
	if c == nil || c.mapped() == 0 {
		return nil
	}
	return c.local
}

// Len is the number of elements on each image; Dims the dimensions.
func (c *Coarray[T]) Len() int { return len(c.Local()) }

// Dims are the dimensions: the same on all images.
func (c *Coarray[T]) Dims() []int {
	if c == nil {
		return nil
	}
	return slices.Clone(c.dims)
}

// Index is where the element with the subscripts given is in Local. It does not
// check them against the dimensions.
func (c *Coarray[T]) Index(subscripts ...int) int {
	at := 0
	for d, s := range subscripts {
		at = at*c.dims[d] + s
	}
	return at
}

func loadFar[T any](r Coindexed[T], i int) (v T) {
	err := r.check(i, 1)
	if err == nil {
		err = r.get(i, bytesAt(&v))
	}
	if err != nil {
		panic(err)
	}
	return v
}

func storeFar[T any](r Coindexed[T], i int, v T) {
	err := r.check(i, 1)
	if err == nil {
		err = r.put(i, bytesAt(&v))
	}
	if err != nil {
		panic(err)
	}
}

func (r Coindexed[T]) putFar(at int, src []T) error {
	if err := r.check(at, len(src)); err != nil {
		return err
	}
	return r.put(at, bytesOf(src))
}

func (r Coindexed[T]) getFar(at int, dst []T) error {
	if err := r.check(at, len(dst)); err != nil {
		return err
	}
	return r.get(at, bytesOf(dst))
}

// put and get transfer the elements from at on, to or from an image that is not mapped.
func (r Coindexed[T]) put(at int, src []byte) error {
	rank, err := r.rank()
	if err != nil {
		return err
	}
	c := r.coarray()
	return c.me.w.Put(rank, c.byteOffset(at), src)
}

func (r Coindexed[T]) get(at int, dst []byte) error {
	rank, err := r.rank()
	if err != nil {
		return err
	}
	c := r.coarray()
	return c.me.w.Get(rank, c.byteOffset(at), dst)
}

// rank is the image's rank in the initial team.
func (r Coindexed[T]) rank() (int, error) { return r.coarray().rank(r.image) }

func (c *Coarray[T]) rank(image int) (int, error) {
	if err := c.usable(); err != nil {
		return 0, err
	}
	return c.team.rank(image)
}

// same says whether two parts are the same coarray's on the same image.
func (r Coindexed[T]) same(other Coindexed[T]) bool {
	a, errA := r.rank()
	b, errB := other.rank()
	return errA == nil && errB == nil && a == b && r.coarray().of == other.coarray().of
}

// check says whether there is an image and n elements from at on.
func (r Coindexed[T]) check(at, n int) error {
	if _, err := r.rank(); err != nil {
		return err
	}
	if have := r.coarray().Len(); at < 0 || at > have || n > have-at {
		if n == 1 {
			return placed("%w: index %d out of range with length %d", ErrShape, at, have)
		}
		return placed("%w: elements %d to %d of %d", ErrShape, at, at+n-1, have)
	}
	return nil
}
