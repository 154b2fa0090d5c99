package coarray

import (
	"errors"
	"fmt"
	"testing"
)

func TestFill(t *testing.T) {
	everywhere(t, func(me *Image) error {
		for _, dims := range [][]int{{}, {1, 1}, {9000}, {3, 4000}, {7, 50, 30}, {2, 0}} {
			u, err := New[int32](me, dims...)
			if err != nil {
				return err
			}
			all := make([]any, len(dims))
			for d := range all {
				all[d] = All
			}
			there := u.At(right(me)).Section(all...)
			if err := errors.Join(there.Fill(7), me.SyncAll()); err != nil {
				return err
			}
			for i, v := range u.Local() {
				if v != 7 {
					return fmt.Errorf("dimensions %v: element %d is %d", dims, i, v)
				}
			}
			if len(dims) > 0 && dims[0] > 1 {
				every := append([]any{Range(dims[0]-1, -1).By(-2)}, all[1:]...)
				if err := errors.Join(me.SyncAll(), u.At(right(me)).Section(every...).Fill(8), me.SyncAll()); err != nil {
					return err
				}
				row := u.Len() / dims[0]
				for i, v := range u.Local() {
					if want := int32(7 + (1-(dims[0]-1-i/row)%2)%2); v != want {
						return fmt.Errorf("dimensions %v: element %d is %d, not %d", dims, i, v, want)
					}
				}
			}
			if err := u.Free(); err != nil {
				return err
			}
		}
		return nil
	})
}

// TestSectionsNeedNoMemory: making and copying a section that is a line allocates nothing, nor does copying a block.
func TestSectionsNeedNoMemory(t *testing.T) {
	err := Run(1, func(me *Image) error {
		u, err := New[float64](me, 20, 1000)
		if err != nil {
			return err
		}
		there, row, column := u.At(right(me)), make([]float64, 1000), make([]float64, 20)
		block, corner := there.Section(Range(1, 5), Range(2, 6)), u.Section(Range(10, 14), Range(500, 504))
		for what, copies := range map[string]func() error{
			"row":    func() error { return there.Section(4, All).CopyFromSlice(row) },
			"column": func() error { return there.Section(All, 300).CopyTo(column) },
			"rows":   func() error { return there.Section(4, Range(0, 900)).CopyFrom(u.Section(5, Range(100, 1000))) },
			"block":  func() error { return corner.CopyFrom(block) },
			"put":    func() error { return there.Put(700, row) },
		} {
			n := testing.AllocsPerRun(10, func() { err = errors.Join(err, copies()) })
			if n != 0 || err != nil {
				return fmt.Errorf("%s: %v allocations, %v", what, n, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
