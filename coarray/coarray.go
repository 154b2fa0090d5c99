package coarray

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/bits"
	"reflect"
	"slices"

	"github.com/coral-pgas/coral/internal/rt"
)

// Coarray is an array of the same shape on every image of the team that has made it.
type Coarray[T any] struct {
	me     *Image // who has made it
	team   *Team  // whose numbers At takes
	offset uint64 // in each image's slot
	dims   []int
	local  []T
	err    error  // why it cannot be used: it is freed, or has no part on an image of team
	direct direct // how At finds images that are mapped
	// storeFar: Store would not be inlined if it called it by name.
	store func(r Coindexed[T], i int, v T)

	views map[*Team]*Coarray[T] // by In, from the coarray itself
	of    *Coarray[T]           // the coarray itself, of which this is a view
	plain detail[T]             // of its sections of no or one dimension, where it is mapped
}

// New makes a coarray of zero values on all images, which call it together with the same
// dimensions; without dimensions it has one element. The last dimension's elements are adjacent.
// Images that have failed are left out: the error is ErrFailedImage then, and the coarray is there
// nevertheless.
func New[T any](ctx context.Context, me *Image, dims ...int) (*Coarray[T], error) {
	return newOf[T](ctx, me, "", dims...)
}

// newOf makes a coarray for New, or for a function such as NewLocks. Messages name the maker; "" is
// New.
func newOf[T any](ctx context.Context, me *Image, maker string, dims ...int) (*Coarray[T], error) {
	element := reflect.TypeFor[T]()
	if err := checkElement(element); err != nil {
		return nil, located(err)
	}
	if len(dims) > MaxRank {
		return nil, placed("%w: %d dimensions, at most %d", ErrShape, len(dims), MaxRank)
	}
	size := uint64(element.Size())
	for _, d := range dims {
		if d < 0 {
			return nil, placed("%w: dimensions %v", ErrShape, dims)
		}
		high, low := bits.Mul64(size, uint64(d))
		if high != 0 || low > math.MaxInt64 {
			return nil, placed("%w: dimensions %v of %v", ErrNoMemory, dims, element)
		}
		size = low
	}
	if err := me.ready(); err != nil {
		return nil, err
	}
	w := me.world()
	offset, fresh, err := w.HeapAllocOf(ctx, size, kindOf(maker, element, dims))
	// those that are left have allocated it
	failed := func(err error) bool { return errors.Is(err, ErrFailedImage) && offset != 0 }
	if err != nil && !failed(err) {
		// it says what all ask for; alike on all images, the text is told once
		what, whole := maker, fmt.Sprint(maker, dims)
		if maker == "" {
			what = fmt.Sprintf("coarray of %v", element)
			whole = fmt.Sprintf("coarray %v of %v", dims, element)
		}
		if errors.Is(err, ErrSizes) {
			return nil, fmt.Errorf("%s: %w", what, err)
		}
		err = fmt.Errorf("%s: %w", whole, err)
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
	c.local = c.memory(length(dims))
	c.direct = c.findDirect()
	me.made[offset] = c
	return c, err
}

// coarrayAt is a coarray of the memory that begins at an offset of each slot of a team's images.
// The caller finds out where that is mapped.
func coarrayAt[T any](me *Image, team *Team, offset uint64, dims []int) *Coarray[T] {
	c := &Coarray[T]{me: me, team: team, offset: offset, dims: dims, store: storeFar[T]}
	c.of = c
	c.plain = detail[T]{plain: true, of: Coindexed[T]{c: c}}
	return c
}

// kindOf is by what images compare coarrays of the same size.
func kindOf(name string, element reflect.Type, dims []int) uint32 {
	h := fnv.New32a()
	fmt.Fprint(h, name, element, dims)
	return h.Sum32()
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
// an error other than ErrFailedImage it is not freed. Sections that were made before give ErrFreed
// afterwards; what Local and At returned before must not be used.
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

// forget makes the coarray and all views of it unusable.
func (c *Coarray[T]) forget(why error) {
	c.err, c.local, c.direct = why, nil, direct{}
	for _, v := range c.views {
		v.forget(why)
	}
}

// usable says whether there is a coarray.
func (c *Coarray[T]) usable() error {
	if c == nil || c.me == nil {
		return unset("Coarray", "New")
	}
	if c.err != nil {
		return rt.LocatedAt(c.err, userSite())
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
	if v := root.views[team]; v != nil {
		return v
	}
	v := *root
	v.team, v.views, v.direct, v.plain.of.c = team, nil, direct{}, &v
	switch {
	case v.err != nil:
	case team == nil:
		v.err = placed("%w: nil", ErrTeam)
	case !team.within(root.team):
		v.err = placed("%w: a coarray of %v has no part on every image of %v", ErrTeam,
			root.team, team)
	default:
		v.direct = v.findDirect()
	}
	if root.views == nil {
		root.views = map[*Team]*Coarray[T]{}
	}
	root.views[team] = &v
	return &v
}

// Team is the team whose image numbers At takes.
func (c *Coarray[T]) Team() *Team {
	if c == nil {
		return nil
	}
	return c.team
}

// Local is this image's part.
func (c *Coarray[T]) Local() []T {
	if c == nil {
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

func (r Coindexed[T]) load(i int) (v T) {
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
	return r.c.me.w.Put(rank, r.c.byteOffset(at), src)
}

func (r Coindexed[T]) get(at int, dst []byte) error {
	rank, err := r.rank()
	if err != nil {
		return err
	}
	return r.c.me.w.Get(rank, r.c.byteOffset(at), dst)
}

// rank is the image's rank in the initial team.
func (r Coindexed[T]) rank() (int, error) { return r.c.rank(r.image) }

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
	return errA == nil && errB == nil && a == b && r.c.of == other.c.of
}

// check says whether there is an image and n elements from at on.
func (r Coindexed[T]) check(at, n int) error {
	if _, err := r.rank(); err != nil {
		return err
	}
	if have := r.c.Len(); at < 0 || at > have || n > have-at {
		if n == 1 {
			return placed("%w: index %d out of range with length %d", ErrShape, at, have)
		}
		return placed("%w: elements %d to %d of %d", ErrShape, at, at+n-1, have)
	}
	return nil
}
