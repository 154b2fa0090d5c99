package coarray

import (
	"context"
	"fmt"
	"reflect"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/rt"
	"github.com/coral-pgas/coral/internal/rt/async"
)

// Real is what Min and Max take; Number what Sum and Product take.
type Real interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 |
		~float32 | ~float64
}

// Number is what Sum and Product take.
type Number interface {
	Real | ~complex64 | ~complex128
}

var kinds = [...]conduit.Kind{
	reflect.Int: conduit.Int64, reflect.Int8: conduit.Int8, reflect.Int16: conduit.Int16,
	reflect.Int32: conduit.Int32, reflect.Int64: conduit.Int64,
	reflect.Uint: conduit.Uint64, reflect.Uint8: conduit.Uint8, reflect.Uint16: conduit.Uint16,
	reflect.Uint32: conduit.Uint32, reflect.Uint64: conduit.Uint64,
	reflect.Float32: conduit.Float32, reflect.Float64: conduit.Float64,
	reflect.Complex64: conduit.Complex64, reflect.Complex128: conduit.Complex128,
}

func reduce[T Number](ctx context.Context, me *Image, values []T, op conduit.ReduceOp,
	options []Option) error {
	if err := me.ready(); err != nil {
		return err
	}
	kind := kinds[reflect.TypeFor[T]().Kind()]
	result, err := resultOf(reductions[op], options)
	if err != nil {
		return err
	}
	if err := me.w.SyncMemory(); err != nil {
		return err
	}
	bring[T](me, bringsReduce, int(op), result)
	return of[T](reductions[op], len(values),
		me.world().Reduce(ctx, bytesOf(values), kind, op, result))
}

var reductions = [...]string{conduit.Sum: "Sum", conduit.Product: "Product", conduit.Min: "Min",
	conduit.Max: "Max"}

// What members compare of collectives beside the lengths: the sort of statement, its operator, what
// kind of elements it has, and the image that gives or gets something.
const (
	bringsReduce = iota + 1
	bringsOwnReduce
	bringsBroadcast
)

// bring says what the next collective of this image brings.
func bring[T any](me *Image, sort, op, root int) {
	const ops, kindBits, rootBits = 8, 5, 11
	what := uint32(sort*ops+op)<<kindBits | uint32(reflect.TypeFor[T]().Kind())
	me.world().Bring(what<<rootBits | uint32(root+1)&(1<<rootBits-1))
}

// of is the error of a collective with what this image has asked for: where images disagree, each
// says that.
func of[T any](what string, count int, err error) error {
	if err != nil {
		err = fmt.Errorf("%s of %d %v: %w", what, count, reflect.TypeFor[T](), err)
	}
	return err
}

func reduceValue[T Number](ctx context.Context, me *Image, v T, op conduit.ReduceOp,
	options []Option) (T,
	error) {
	if err := me.ready(); err != nil {
		return v, err
	}
	if len(options) == 0 {
		bring[T](me, bringsReduce, int(op), rt.EveryMember)
		if outcome, done, err := me.world().ReduceWord(ctx, bitsOf(v),
			kinds[reflect.TypeFor[T]().Kind()], op); done {
			return fromBits[T](outcome), of[T](reductions[op], 1, err)
		}
	}
	all := [1]T{v} // not v: it would be allocated for every call
	err := reduce(ctx, me, all[:], op, options)
	return all[0], err
}

// Sum is the sum of v over all images of the team, which call it together. All get the same result,
// bit for bit; with ResultOn one image alone gets it, and the others get v.
func Sum[T Number](ctx context.Context, me *Image, v T, options ...Option) (T, error) {
	return reduceValue(ctx, me, v, conduit.Sum, options)
}

// Product is the product of v over all images.
func Product[T Number](ctx context.Context, me *Image, v T, options ...Option) (T, error) {
	return reduceValue(ctx, me, v, conduit.Product, options)
}

// Min is the least v of all images.
func Min[T Real](ctx context.Context, me *Image, v T, options ...Option) (T, error) {
	return reduceValue(ctx, me, v, conduit.Min, options)
}

// Max is the greatest v of all images.
func Max[T Real](ctx context.Context, me *Image, v T, options ...Option) (T, error) {
	return reduceValue(ctx, me, v, conduit.Max, options)
}

// SumSlice replaces each element by its sum over all images, whose slices have the same length;
// else the error is ErrSizes.
func SumSlice[T Number](ctx context.Context, me *Image, values []T, options ...Option) error {
	return reduce(ctx, me, values, conduit.Sum, options)
}

// ProductSlice is SumSlice with products.
func ProductSlice[T Number](ctx context.Context, me *Image, values []T, options ...Option) error {
	return reduce(ctx, me, values, conduit.Product, options)
}

// MinSlice is SumSlice with the least values.
func MinSlice[T Real](ctx context.Context, me *Image, values []T, options ...Option) error {
	return reduce(ctx, me, values, conduit.Min, options)
}

// MaxSlice is SumSlice with the greatest values.
func MaxSlice[T Real](ctx context.Context, me *Image, values []T, options ...Option) error {
	return reduce(ctx, me, values, conduit.Max, options)
}

// Reduce combines v over all images, in their order, by op, which is associative. With ResultOn one
// image alone gets the result. op runs on each image's own goroutine, where it must not wait.
func Reduce[T any](ctx context.Context, me *Image, v T, op func(a, b T) T, options ...Option) (T,
	error) {
	values := [1]T{v}
	err := ReduceSlice(ctx, me, values[:], op, options...)
	return values[0], err
}

// ReduceSlice combines each element over all images, as Reduce does a value.
func ReduceSlice[T any](ctx context.Context, me *Image, values []T, op func(a, b T) T,
	options ...Option) error {
	if err := me.ready(); err != nil {
		return err
	}
	t := reflect.TypeFor[T]()
	if err := checkElement(t); err != nil || t.Size() == 0 {
		return located(err)
	}
	if op == nil {
		return noFunction("Reduce", "op")
	}
	result, err := resultOf("Reduce", options)
	if err != nil {
		return err
	}
	if n := me.team.size; n&(n-1) != 0 {
		// the rounds below would not combine the images in their order
		return reduceInOrder(ctx, me, values, op, result)
	}
	if err := me.w.SyncMemory(); err != nil {
		return err
	}
	bring[T](me, bringsOwnReduce, 0, result)
	return of[T]("Reduce", len(values),
		me.world().ReduceFunc(ctx, bytesOf(values), int(t.Size()), combining(op), result))
}

func reduceInOrder[T any](ctx context.Context, me *Image, values []T, op func(a, b T) T,
	result int) error {
	c := prepare[T](me, kindReduce)
	if result != rt.EveryMember {
		c.root(result + 1)
	}
	r := async.Reduction{Root: result, Elem: sizeOf[T](), Dst: bytesOf(values),
		Src: bytesOf(values), Combine: combining(op)}
	err := c.do(ctx, result+1, async.Steps(func() async.Pattern { return async.Reduce(r) }))
	return of[T]("Reduce", len(values), err)
}

// Broadcast is v of the image source, on all images.
func Broadcast[T any](ctx context.Context, me *Image, v T, source int) (T, error) {
	values := [1]T{v}
	err := BroadcastSlice(ctx, me, values[:], source)
	return values[0], err
}

// BroadcastSlice sets values on all images to what they are on the image source.
func BroadcastSlice[T any](ctx context.Context, me *Image, values []T, source int) error {
	if err := me.ready(); err != nil {
		return err
	}
	if err := checkElement(reflect.TypeFor[T]()); err != nil {
		return located(err)
	}
	if err := me.w.SyncMemory(); err != nil {
		return err
	}
	bring[T](me, bringsBroadcast, 0, source)
	err := me.world().Broadcast(ctx, bytesOf(values), source-1)
	if err != nil {
		err = of[T](fmt.Sprintf("Broadcast from image %d", source), len(values), err)
	}
	return err
}
