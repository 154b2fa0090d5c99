package coarray

import (
	"context"
	"encoding/binary"

	"github.com/coral-pgas/coral/internal/rt/async"
)

// AllGatherV gives all images src of all: part k-1 of the result is src of image k. Unlike with
// AllGather, src may have another length on each image, which the others need not know.
func AllGatherV[T any](ctx context.Context, me *Image, src []T) ([][]T, error) {
	return exchangeVarying(ctx, prepare[T](me, kindAllGatherV), func(int) []T { return src })
}

// AllToAllV gives src[k-1] to image k, and has in part k-1 of the result what image k gives to this
// one. src has a part for each image, each of any length. It is ErrShape if src has another number
// of parts.
func AllToAllV[T any](ctx context.Context, me *Image, src [][]T) ([][]T, error) {
	c := prepare[T](me, kindAllToAllV)
	c.length("src", len(src), me.NumImages())
	return exchangeVarying(ctx, c, func(k int) []T { return src[k] })
}

// exchangeVarying sends part(k) to the image with index k+1, and gives what the images have sent to
// this one.
func exchangeVarying[T any](ctx context.Context, c collective, part func(k int) []T) ([][]T,
	error) {
	if c.err != nil {
		return nil, c.err
	}
	n := c.me.NumImages()
	in, out := make([][]byte, n), make([][]byte, n)
	size := sizeOf[T]()
	for k := range n {
		if out[k] = bytesOf(part(k)); size == 0 { // of elements without bytes their number travels
			out[k] = binary.LittleEndian.AppendUint64(nil, uint64(len(part(k))))
		}
	}
	err := c.do(ctx, 0, async.Steps(func() async.Pattern { return async.Exchange(in, out) }))
	if err != nil {
		return nil, err
	}
	parts := make([][]T, n)
	for k, message := range in {
		if size == 0 {
			parts[k] = make([]T, binary.LittleEndian.Uint64(message))
			continue
		}
		parts[k] = make([]T, len(message)/size)
		copy(bytesOf(parts[k]), message)
	}
	return parts, nil
}
