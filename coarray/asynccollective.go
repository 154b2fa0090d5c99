package coarray

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/rt"
	"github.com/coral-pgas/coral/internal/rt/async"
)

// Asynchronous collectives are begun by all images of the team, in the same order, and go on while
// the images do something else. An image's part is over when its event is posted (After), or at
// the end of the Finish block around. Until then the image must not change what it has given, nor
// use what it is to get. Nothing is stored on an image before it has begun the operation itself.

// collective is one that is being prepared: its first error counts.
type collective struct {
	me       *Image
	kind     kind
	elements reflect.Kind
	err      error
}

// kind is a collective operation, as members compare what they have begun.
type kind int

const (
	kindBarrier kind = iota + 1
	kindBroadcast
	kindGather
	kindAllGather
	kindReduce
	kindScatter
	kindAllToAll
	kindSort
	kindAllGatherV
	kindAllToAllV
)

var kindNames = []string{"another operation", "BarrierAsync", "BroadcastAsync", "Gather",
	"AllGather", "ReduceAsync", "Scatter", "AllToAll", "Sort", "AllGatherV",
	"AllToAllV"}

// Operators are numbered behind those of package conduit.
const usersOperator = 31

var operatorNames = map[int]string{1 + int(conduit.Sum): "SumAsync", 1 +
	int(conduit.Product): "ProductAsync", 1 + int(conduit.Min): "MinAsync", 1 +
	int(conduit.Max): "MaxAsync"}

// statement is what the members compare. root is counted from 0.
func (c *collective) statement(op, root int) async.Statement {
	return async.NewStatement(int(c.kind), op, int(c.elements), root, callerPlace(), checked)
}

// describe names an operation of another image.
func describe(s async.Statement) (name, at string) {
	name = kindNames[min(s.Kind(), len(kindNames)-1)]
	if of := operatorNames[s.Op()]; of != "" {
		name = of
	}
	if s.Type() != 0 {
		name += " of " + reflect.Kind(s.Type()).String()
	}
	if s.Root() != rt.EveryMember {
		name += fmt.Sprintf(" with image %d", s.Root()+1)
	}
	return name, placeName(s.Place)
}

func prepare[T any](me *Image, k kind) collective {
	c := collective{me: me, kind: k}
	if k != kindBarrier {
		c.elements = reflect.TypeFor[T]().Kind()
	}
	if c.err = me.ready(); c.err != nil {
		return c
	}
	switch any((*T)(nil)).(type) {
	case *float64, *int, *float32, *int64, *int32, *complex128, *byte: // quickly
	default:
		c.err = located(checkElement(reflect.TypeFor[T]()))
	}
	if c.err == nil {
		c.err = me.owned()
	}
	if c.err == nil {
		// what this image has put before is where it belongs when others hear of it
		c.err = me.w.SyncMemory()
	}
	return c
}

// length says what a slice must have.
func (c *collective) length(what string, have, want int) {
	if c.err == nil && have != want {
		c.err = placed("%w: %s has %d elements, not %d", ErrShape, what, have, want)
	}
}

// divides says that a slice is in equal parts, one for each image.
func (c *collective) divides(what string, have int) {
	if n := c.me.NumImages(); c.err == nil && have%n != 0 {
		c.err = placed("%w: %s has %d elements, which %d images cannot divide", ErrShape, what,
			have, n)
	}
}

// root checks an image number.
func (c *collective) root(image int) {
	if c.err == nil {
		_, c.err = c.me.team.rank(image)
	}
}

// begin begins the operation of one pattern after the other.
func (c *collective) begin(root int, options []Option, next func() async.Pattern) error {
	after := c.after(options)
	if c.err != nil {
		return c.err
	}
	_, err := c.me.engine.Begin(c.statement(0, root-1), c.me.team.t, after, false, next)
	return begun(options, err)
}

// after is the event of the options.
func (c *collective) after(options []Option) async.Event {
	if c.err != nil {
		return async.None
	}
	after, err := c.me.afterOf(kindNames[c.kind], options)
	if c.err == nil {
		c.err = err
	}
	return after
}

// do is begin and the wait for the end.
func (c *collective) do(ctx context.Context, root int, next func() async.Pattern) error {
	if c.err != nil {
		return c.err
	}
	operation, err := c.me.engine.Begin(c.statement(0, root-1), c.me.team.t, async.None, true, next)
	if err != nil {
		return err
	}
	return operation.Wait(ctx)
}

// BarrierAsync begins a barrier of the team, which is over when all images have begun it: a barrier
// in two phases, the second of which is the wait for its event. What an image has written before it
// begins the barrier is seen by who has waited for the end.
func BarrierAsync(me *Image, options ...Option) error {
	c := prepare[byte](me, kindBarrier)
	after := c.after(options)
	if c.err != nil {
		return c.err
	}
	return begun(options,
		me.engine.BeginOne(c.statement(0, rt.EveryMember), me.team.t, after, async.Barrier()))
}

// BroadcastAsync begins to set values, of one length on all images, to what they are on the image
// source. BroadcastSlice waits for it.
func BroadcastAsync[T any](me *Image, values []T, source int, options ...Option) error {
	c := prepare[T](me, kindBroadcast)
	c.root(source)
	after := c.after(options)
	if c.err != nil {
		return c.err
	}
	return begun(options, me.engine.BeginBroadcast(c.statement(0, source-1), me.team.t, after,
		source-1, bytesOf(values)))
}

// combining is an operation on elements as one on their bytes.
func combining[T any](op func(a, b T) T) func(a, b []byte) {
	if op == nil {
		return nil
	}
	return func(a, b []byte) {
		x, y := elementsAt[T](a), elementsAt[T](b)
		for i := range x {
			x[i] = op(x[i], y[i])
		}
	}
}

// ReduceAsync begins to combine each element of src, of one length on all images, over all of them,
// in their order, as ReduceSlice does; op is associative, and runs on each image's own goroutine,
// where it must not wait. The result goes to dst, as long as src, on all images, the same bit for
// bit. With ResultOn it goes to dst of one image; dst of the others is not used and may be nil.
func ReduceAsync[T any](me *Image, dst, src []T, op func(a, b T) T, options ...Option) error {
	return reduceAsync(me, dst, src, usersOperator, combining(op), options)
}

// SumAsync is ReduceAsync with a sum, faster than with a function.
func SumAsync[T Number](me *Image, dst, src []T, options ...Option) error {
	return numberAsync(me, dst, src, conduit.Sum, options)
}

// ProductAsync is ReduceAsync with a product.
func ProductAsync[T Number](me *Image, dst, src []T, options ...Option) error {
	return numberAsync(me, dst, src, conduit.Product, options)
}

// MinAsync is ReduceAsync with the lesser value.
func MinAsync[T Real](me *Image, dst, src []T, options ...Option) error {
	return numberAsync(me, dst, src, conduit.Min, options)
}

// MaxAsync is ReduceAsync with the greater value.
func MaxAsync[T Real](me *Image, dst, src []T, options ...Option) error {
	return numberAsync(me, dst, src, conduit.Max, options)
}

func numberAsync[T Number](me *Image, dst, src []T, op conduit.ReduceOp,
	options []Option) error {
	kind := kinds[reflect.TypeFor[T]().Kind()]
	return reduceAsync(me, dst, src, 1+int(op), numberOps[kind][op], options)
}

// numberOps are the functions of operations on numbers: made when they are needed, they would be
// allocated each time.
var numberOps = func() (all [conduit.Complex128 + 1][conduit.Max + 1]func(a, b []byte)) {
	for kind := range conduit.Complex128 + 1 {
		for op := range conduit.Max + 1 {
			all[kind][op] = func(a, b []byte) { conduit.Combine(a, b, kind, op) }
		}
	}
	return all
}()

func reduceAsync[T any](me *Image, dst, src []T, op int, combine func(a, b []byte),
	options []Option) error {
	c := prepare[T](me, kindReduce)
	if c.err == nil && combine == nil {
		c.err = noFunction("ReduceAsync", "op")
	}
	root := rt.EveryMember
	options, root = c.resultOn(options)
	if c.err != nil {
		return c.err
	}
	if root == rt.EveryMember || me.Index() == root+1 {
		c.length("dst", len(dst), len(src))
	}
	after := c.after(options)
	if c.err != nil {
		return c.err
	}
	r := async.Reduction{Root: root, Elem: sizeOf[T](), Dst: bytesOf(dst), Src: bytesOf(src),
		Combine: combine}
	return begun(options, me.engine.BeginReduce(c.statement(op, root), me.team.t, after, r))
}

// resultOn is the member that gets the result, and the other options.
func (c *collective) resultOn(options []Option) (others []Option, root int) {
	at := slices.IndexFunc(options, func(o Option) bool { return o.kind == optionResultOn })
	if at < 0 {
		return options, rt.EveryMember
	}
	c.root(options[at].n)
	return slices.Delete(slices.Clone(options), at, at+1), options[at].n - 1
}

// GatherAsync begins to set dst on the image root to src of all images, one after the other in the
// order of the images. src has one length on all of them, dst that times their number; dst of the
// others is not used and may be nil.
func GatherAsync[T any](me *Image, dst, src []T, root int, options ...Option) error {
	c, pattern := gathering(me, dst, src, root)
	return c.begin(root, options, pattern)
}

// Gather is GatherAsync and waits for it.
func Gather[T any](ctx context.Context, me *Image, dst, src []T, root int) error {
	c, pattern := gathering(me, dst, src, root)
	return c.do(ctx, root, pattern)
}

func gathering[T any](me *Image, dst, src []T, root int) (collective, func() async.Pattern) {
	c := prepare[T](me, kindGather)
	c.root(root)
	if me.Index() == root {
		c.length("dst", len(dst), len(src)*me.NumImages())
	}
	return c, async.Steps(
		func() async.Pattern { return async.Gather(root-1, bytesOf(dst), bytesOf(src)) })
}

// AllGatherAsync begins to set dst on all images to src of all, one after the other in the order of
// the images. src has one length on all of them, dst that times their number.
func AllGatherAsync[T any](me *Image, dst, src []T, options ...Option) error {
	c, pattern := gatheringAll(me, dst, src)
	return c.begin(0, options, pattern)
}

// AllGather is AllGatherAsync and waits for it.
func AllGather[T any](ctx context.Context, me *Image, dst, src []T) error {
	c, pattern := gatheringAll(me, dst, src)
	return c.do(ctx, 0, pattern)
}

func gatheringAll[T any](me *Image, dst, src []T) (collective, func() async.Pattern) {
	c := prepare[T](me, kindAllGather)
	c.length("dst", len(dst), len(src)*me.NumImages())
	return c, async.Steps(
		func() async.Pattern { return async.AllGather(bytesOf(dst), bytesOf(src)) })
}

// ScatterAsync begins to set dst on each image to its part of src of the image root, part k on
// image k. dst has one length on all of them, src that times their number; src of the others is not
// used and may be nil.
func ScatterAsync[T any](me *Image, dst, src []T, root int, options ...Option) error {
	c, pattern := scattering(me, dst, src, root)
	return c.begin(root, options, pattern)
}

// Scatter is ScatterAsync and waits for it.
func Scatter[T any](ctx context.Context, me *Image, dst, src []T, root int) error {
	c, pattern := scattering(me, dst, src, root)
	return c.do(ctx, root, pattern)
}

func scattering[T any](me *Image, dst, src []T, root int) (collective, func() async.Pattern) {
	c := prepare[T](me, kindScatter)
	c.root(root)
	if me.Index() == root {
		c.length("src", len(src), len(dst)*me.NumImages())
	}
	return c, async.Steps(
		func() async.Pattern { return async.Scatter(root-1, bytesOf(dst), bytesOf(src)) })
}

// AllToAllAsync begins to set part k of dst on each image to the image's part of src of image k: a
// transposition. src and dst have one length on all images, a multiple of their number; parts are
// equal.
func AllToAllAsync[T any](me *Image, dst, src []T, options ...Option) error {
	c, pattern := exchanging(me, dst, src)
	return c.begin(0, options, pattern)
}

// AllToAll is AllToAllAsync and waits for it.
func AllToAll[T any](ctx context.Context, me *Image, dst, src []T) error {
	c, pattern := exchanging(me, dst, src)
	return c.do(ctx, 0, pattern)
}

func exchanging[T any](me *Image, dst, src []T) (collective, func() async.Pattern) {
	c := prepare[T](me, kindAllToAll)
	c.length("dst", len(dst), len(src))
	c.divides("src", len(src))
	return c, async.Steps(
		func() async.Pattern { return async.AllToAll(me.NumImages(), bytesOf(dst), bytesOf(src)) })
}
