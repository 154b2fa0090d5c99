package coarray

import (
	"context"
	"reflect"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/rt"
)

// Real is what Min and Max take; Number what Sum and Product take.
type Real interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64
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

func reduce[T Number](me *Image, values []byte, op conduit.ReduceOp) error {
	kind := kinds[reflect.TypeFor[T]().Kind()]
	return me.world().Reduce(context.Background(), values, kind, op, rt.EveryMember)
}

func reduceValue[T Number](me *Image, v T, op conduit.ReduceOp) (T, error) {
	err := reduce[T](me, bytesAt(&v), op)
	return v, err
}

// Sum is the sum of v over all images, which call it together, as they do the other
// functions below. All get the same result, bit for bit.
func Sum[T Number](me *Image, v T) (T, error) { return reduceValue(me, v, conduit.Sum) }

// Product is the product of v over all images.
func Product[T Number](me *Image, v T) (T, error) { return reduceValue(me, v, conduit.Product) }

// Min is the least v of all images.
func Min[T Real](me *Image, v T) (T, error) { return reduceValue(me, v, conduit.Min) }

// Max is the greatest v of all images.
func Max[T Real](me *Image, v T) (T, error) { return reduceValue(me, v, conduit.Max) }

// SumSlice replaces each element by its sum over all images, whose slices have the same
// length; ProductSlice, MinSlice and MaxSlice likewise.
func SumSlice[T Number](me *Image, values []T) error {
	return reduce[T](me, bytesOf(values), conduit.Sum)
}

func ProductSlice[T Number](me *Image, values []T) error {
	return reduce[T](me, bytesOf(values), conduit.Product)
}

func MinSlice[T Real](me *Image, values []T) error {
	return reduce[T](me, bytesOf(values), conduit.Min)
}

func MaxSlice[T Real](me *Image, values []T) error {
	return reduce[T](me, bytesOf(values), conduit.Max)
}

// Reduce combines v over all images by op, which is associative and commutative.
func Reduce[T any](me *Image, v T, op func(a, b T) T) (T, error) {
	values := [1]T{v}
	err := ReduceSlice(me, values[:], op)
	return values[0], err
}

// ReduceSlice combines each element over all images by op.
func ReduceSlice[T any](me *Image, values []T, op func(a, b T) T) error {
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
	return me.world().ReduceFunc(context.Background(), bytesOf(values), int(t.Size()), combine, rt.EveryMember)
}

// Broadcast is v of the image source, on all images.
func Broadcast[T any](me *Image, v T, source int) (T, error) {
	if err := checkElement(reflect.TypeFor[T]()); err != nil {
		return v, err
	}
	err := me.world().Broadcast(context.Background(), bytesAt(&v), source-1)
	return v, err
}

// BroadcastSlice sets values on all images to what they are on the image source.
func BroadcastSlice[T any](me *Image, values []T, source int) error {
	if err := checkElement(reflect.TypeFor[T]()); err != nil {
		return err
	}
	return me.world().Broadcast(context.Background(), bytesOf(values), source-1)
}
