package randomaccess

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/coral-pgas/coral/coarray"
)

// Methods: all but "direct", which races by its nature, and so is left to runs between processes.
func TestMethods(t *testing.T) {
	for _, o := range []Options{
		{Words: 12, Method: "route", Verify: "scan"},
		{Words: 12, Method: "route", Verify: "ship"},
		{Words: 10, Method: "ship", Verify: "scan"},
		// parts and last batches of unequal length
		{Words: 5, Updates: 3001, Method: "route", Verify: "scan"},
		{Words: 12, Updates: 1, Method: "route", Verify: "ship"},
	} {
		for _, images := range []int{1, 2, 3, 4, 5} {
			for _, options := range [][]coarray.Option{nil, {coarray.Unmapped()}} {
				t.Run(fmt.Sprintf("%+v images=%d unmapped=%v", o, images, options != nil),
					func(t *testing.T) {
						err := coarray.Run(t.Context(), images,
							func(ctx context.Context, me *coarray.Image) error {
								r, err := Run(ctx, me, o)
								if err == nil && r.Errors != 0 {
									err = fmt.Errorf("errors: %v", r.Errors)
								}
								return err
							}, options...)
						if err != nil {
							t.Error(err)
						}
					})
			}
		}
	}
}

// What is lost or goes astray is noticed by a verification that goes another way.
func TestWrong(t *testing.T) {
	err := coarray.Run(t.Context(), 2, func(ctx context.Context, me *coarray.Image) error {
		r := &run{me: me, updates: 4096}
		var err error
		if r.table, err = newTable(ctx, me, 10); err != nil {
			return err
		}
		if r.router, err = newRouter(ctx, me, r.table); err != nil {
			return err
		}
		if err := r.byRoutes(ctx); err != nil {
			return err
		}
		r.table.apply([]uint64{number(7)}) // once too often
		if err := r.ofOwnBlock(ctx); err != nil {
			return err
		}
		if r.table.wrong() != 1 {
			return fmt.Errorf("%d words are wrong, not 1", r.table.wrong())
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestNumber(t *testing.T) {
	a := uint64(1)
	for k := range uint64(1000) {
		if number(k) != a {
			t.Fatalf("number(%d) is %#x, not %#x", k, number(k), a)
		}
		a = next(a)
	}
	if number(1317624576693539401) != 1 { // the period
		t.Error("the sequence is not periodic")
	}
}

func TestRefused(t *testing.T) {
	for _, o := range []Options{{Words: 0, Method: "route", Verify: "none"},
		{Words: 8, Method: "x", Verify: "none"}, {Words: 8, Method: "route"}} {
		err := coarray.Run(t.Context(), 1, func(ctx context.Context, me *coarray.Image) error {
			_, err := Run(ctx, me, o)
			return err
		})
		if err == nil || errors.Is(err, ErrWrong) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}
