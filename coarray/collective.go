package coarray

import (
	"context"
	"fmt"
	"reflect"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/rt"
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

// CollectiveOption adapts a collective. All images give the same ones.
type CollectiveOption struct {
	ctx   context.Context // nil: none
	image int             // 0: all
}

// ResultOn says that one image alone gets the result; the others keep what they have given.
func ResultOn(image int) CollectiveOption {
	if image < 1 {
		image = -1 // no such image, but not all either
	}
	return CollectiveOption{image: image}
}

// WithContext says that the collective waits for other images until the context ends. The images of
// the team can do no more collectives after that: it is for ending in an orderly way.
func WithContext(ctx context.Context) CollectiveOption { return CollectiveOption{ctx: ctx} }

// adapted is the context and the member with the result that options mean.
func adapted(options []CollectiveOption) (ctx context.Context, result int) {
	ctx, result = context.Background(), rt.EveryMember
	for _, o := range options {
		if o.ctx != nil {
			ctx = o.ctx
		}
		if o.image != 0 {
			result = o.image - 1
		}
	}
	return ctx, result
}

func reduce[T Number](me *Image, values []T, op conduit.ReduceOp,
	options []CollectiveOption) error {
	kind := kinds[reflect.TypeFor[T]().Kind()]
	ctx, result := adapted(options)
	if err := me.w.SyncMemory(); err != nil {
		return err
	}
	return of[T](reductions[op], len(values),
		me.world().Reduce(ctx, bytesOf(values), kind, op, result))
}

var reductions = [...]string{conduit.Sum: "Sum", conduit.Product: "Product", conduit.Min: "Min",
	conduit.Max: "Max"}

// of is the error of a collective with what this image has asked for: where images disagree, each
// says that.
func of[T any](what string, count int, err error) error {
	if err != nil {
		err = fmt.Errorf("%s of %d %v: %w", what, count, reflect.TypeFor[T](), err)
	}
	return err
}

func reduceValue[T Number](me *Image, v T, op conduit.ReduceOp, options []CollectiveOption) (T,
	error) {
	if len(options) == 0 {
		if outcome, done, err := me.world().ReduceWord(bitsOf(v),
			kinds[reflect.TypeFor[T]().Kind()], op); done {
			return fromBits[T](outcome), of[T](reductions[op], 1, err)
		}
	}
	all := [1]T{v} // not v: it would be allocated for every call
	err := reduce(me, all[:], op, options)
	return all[0], err
}

// Sum is the sum of v over all images of the team, which call it together, as they do the other
// functions below. All get the same result, bit for bit.
func Sum[T Number](me *Image, v T, options ...CollectiveOption) (T, error) {
	return reduceValue(me, v, conduit.Sum, options)
}

// Product is the product of v over all images.
func Product[T Number](me *Image, v T, options ...CollectiveOption) (T, error) {
	return reduceValue(me, v, conduit.Product, options)
}

// Min is the least v of all images.
func Min[T Real](me *Image, v T, options ...CollectiveOption) (T, error) {
	return reduceValue(me, v, conduit.Min, options)
}

// Max is the greatest v of all images.
func Max[T Real](me *Image, v T, options ...CollectiveOption) (T, error) {
	return reduceValue(me, v, conduit.Max, options)
}

// SumSlice replaces each element by its sum over all images, whose slices have the same length;
// else the error is ErrSizes.
func SumSlice[T Number](me *Image, values []T, options ...CollectiveOption) error {
	return reduce(me, values, conduit.Sum, options)
}

// ProductSlice is SumSlice with products.
func ProductSlice[T Number](me *Image, values []T, options ...CollectiveOption) error {
	return reduce(me, values, conduit.Product, options)
}

// MinSlice is SumSlice with the least values.
func MinSlice[T Real](me *Image, values []T, options ...CollectiveOption) error {
	return reduce(me, values, conduit.Min, options)
}

// MaxSlice is SumSlice with the greatest values.
func MaxSlice[T Real](me *Image, values []T, options ...CollectiveOption) error {
	return reduce(me, values, conduit.Max, options)
}

// Reduce combines v over all images by op, which is associative and commutative. (AllReduceAsync
// keeps the order of the images.)
func Reduce[T any](me *Image, v T, op func(a, b T) T, options ...CollectiveOption) (T, error) {
	values := [1]T{v}
	err := ReduceSlice(me, values[:], op, options...)
	return values[0], err
}

// ReduceSlice combines each element over all images by op.
func ReduceSlice[T any](me *Image, values []T, op func(a, b T) T,
	options ...CollectiveOption) error {
	t := reflect.TypeFor[T]()
	if err := checkElement(t); err != nil || t.Size() == 0 {
		return err
	}
	combine := func(a, b []byte) {
		x, y := elementsAt[T](a), elementsAt[T](b)
		for i := range x {
			x[i] = op(x[i], y[i])
		}
	}
	ctx, result := adapted(options)
	if err := me.w.SyncMemory(); err != nil {
		return err
	}
	return of[T]("Reduce", len(values),
		me.world().ReduceFunc(ctx, bytesOf(values), int(t.Size()), combine, result))
}

// Broadcast is v of the image source, on all images.
func Broadcast[T any](me *Image, v T, source int, options ...CollectiveOption) (T, error) {
	values := [1]T{v}
	err := BroadcastSlice(me, values[:], source, options...)
	return values[0], err
}

// BroadcastSlice sets values on all images to what they are on the image source.
func BroadcastSlice[T any](me *Image, values []T, source int, options ...CollectiveOption) error {
	if err := checkElement(reflect.TypeFor[T]()); err != nil {
		return err
	}
	ctx, _ := adapted(options)
	if err := me.w.SyncMemory(); err != nil {
		return err
	}
	err := me.world().Broadcast(ctx, bytesOf(values), source-1)
	if err != nil {
		err = of[T](fmt.Sprintf("Broadcast from image %d", source), len(values), err)
	}
	return err
}
