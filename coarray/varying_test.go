package coarray

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
)

// varying is what image from gives to image to: of another length for each pair, and for some none.
func varying(from, to, scale int) []int {
	part := numbers(from, scale*((from*to+to)%4))
	for i := range part {
		part[i] += 1000 * to
	}
	return part
}

func varyingProgram(ctx context.Context, me *Image) error {
	n := me.NumImages()
	for _, scale := range []int{1, 50, 30000} {
		src := make([][]int, n)
		for k := range n {
			src[k] = varying(me.Index(), k+1, scale)
		}
		parts, err := AllToAllV(ctx, me, src)
		if err != nil {
			return err
		}
		all, err := AllGatherV(ctx, me, src[n-1])
		if err != nil {
			return err
		}
		for k := range n {
			if !slices.Equal(parts[k], varying(k+1, me.Index(), scale)) {
				return fmt.Errorf("scale %d: AllToAllV has %d elements of image %d", scale,
					len(parts[k]), k+1)
			}
			if !slices.Equal(all[k], varying(k+1, n, scale)) {
				return fmt.Errorf("scale %d: AllGatherV has %d elements of image %d", scale,
					len(all[k]), k+1)
			}
		}
	}
	if _, err := AllToAllV(ctx, me, make([][]int, n+1)); !errors.Is(err, ErrShape) {
		return fmt.Errorf("a part too many: %v", err)
	}
	return nil
}

func TestVarying(t *testing.T) {
	for n := 1; n <= 5; n++ {
		for name, options := range map[string][]Option{"mapped": nil, "unmapped": {Unmapped()}} {
			if err := Run(t.Context(), n, varyingProgram, options...); err != nil {
				t.Errorf("%d images, %s: %v", n, name, err)
			}
		}
	}
}

// In a team the parts are those of its images.
func TestVaryingInTeams(t *testing.T) {
	err := Run(t.Context(), 5, func(ctx context.Context, me *Image) error {
		team, err := me.FormTeam(ctx, 1+me.Index()%2)
		if err != nil {
			return err
		}
		return me.InTeam(ctx, team, func(me *Image) error { return varyingProgram(ctx, me) })
	})
	if err != nil {
		t.Error(err)
	}
}

// TestVaryingWithoutBytes: elements without bytes have a number all the same.
func TestVaryingWithoutBytes(t *testing.T) {
	everywhere(t, func(ctx context.Context, me *Image) error {
		all, err := AllGatherV(ctx, me, make([]struct{}, me.Index()))
		if err != nil {
			return err
		}
		for k, part := range all {
			if len(part) != k+1 {
				return fmt.Errorf("%d elements of image %d", len(part), k+1)
			}
		}
		if all, err = AllGatherV(ctx, me, make([]struct{}, math.MaxInt-me.Index())); err != nil {
			return err
		}
		for k, part := range all {
			if len(part) != math.MaxInt-k-1 {
				return fmt.Errorf("%d elements of image %d", len(part), k+1)
			}
		}
		_, err = New[struct{}](ctx, me, 1<<62, 3)
		if !errors.Is(err, ErrNoMemory) {
			return fmt.Errorf("more elements than numbers: %v", err)
		}
		return nil
	})
}
