package coarray

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
)

// TestRefusedRanges: what is said of sections that are none names the elements that were asked for,
// also where their number is beyond all numbers, and such sections have no elements.
func TestRefusedRanges(t *testing.T) {
	const least = math.MinInt
	cases := []struct {
		subscript Subscript
		want      string
	}{
		{Range(3, 1), "Range(3, 1) ends before it begins: to go down, write Range(3, 1).By(-1)"},
		{Range(3, 1).By(2), "to go down, write Range(3, 1).By(-2)"},
		{Range(1, 3).By(-1), "Range(1, 3) goes up, but its step By(-1) goes down"},
		{Range(0, math.MaxInt), fmt.Sprintf("subscripts 0 to %d of", math.MaxInt-1)},
		{Range(least, math.MaxInt), fmt.Sprintf("subscripts %d to %d of", least, math.MaxInt-1)},
		{Range(math.MaxInt, least).By(-1), fmt.Sprintf("subscripts %d to %d of", math.MaxInt,
			least+1)},
		{Range(least, math.MaxInt).By(math.MaxInt), fmt.Sprintf("subscripts %d to %d of", least,
			math.MaxInt-1)},
		{Range(math.MaxInt, least).By(least), fmt.Sprintf("subscripts %d to -1 of", math.MaxInt)},
		{Range(3, -2).By(-2), "subscripts 3 to -1 of"},
		{Index(9), "subscript 9 of dimension 1"},
	}
	err := Run(t.Context(), 1, func(ctx context.Context, me *Image) error {
		u, err := New[int](ctx, me, 5)
		if err != nil {
			return err
		}
		for _, c := range cases {
			s := u.Section(c.subscript)
			if s.Err() == nil || !strings.Contains(s.Err().Error(), c.want) {
				t.Errorf("%v; want %s", s.Err(), c.want)
			}
			if n := s.Len(); n != 0 {
				t.Errorf("%v: %d elements", s.Err(), n)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
