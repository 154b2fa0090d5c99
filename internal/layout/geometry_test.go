package layout

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// The same object on two neighbours must not agree in the low 28 bits of its address, nor where the
// element is of an odd size.
func TestStrideIsAnOddNumberOfUnits(t *testing.T) {
	for _, unmapped := range []bool{false, true} {
		for _, n := range []int{1, 2, 3, 16, 64, 1024, 10000} {
			g, err := Plan(n, unmapped)
			if err != nil {
				t.Fatal(err)
			}
			if g.Stride%StrideUnit != 0 || g.Stride/StrideUnit%2 == 0 {
				t.Errorf("%d images: the stride is %d units and %d bytes", n, g.Stride/StrideUnit,
					g.Stride%StrideUnit)
			}
			if used := g.Static + ControlSize + 2*g.HeapSize() + g.Guard; used > g.Stride {
				t.Errorf("%d images: %d bytes do not fit a slot of %d", n, used, g.Stride)
			}
		}
	}
}

// The Job area has room for all rows: none of them reaches into the next or beyond the object.
func TestJobArea(t *testing.T) {
	for _, n := range []int{1, 7, 8, 56, 57, 1024, 10000} {
		g, err := Plan(n, false)
		if err != nil {
			t.Fatal(err)
		}
		rows := g.JobOffset() + JobStatus + uint64(n)*StatusSize
		table := g.JobOffset() + g.JobForm()
		if table < rows || table+FormTable(n) > g.FileSize() || g.JobSize()%4096 != 0 {
			t.Errorf("%d images: rows end at %d, the table begins at %d, the object ends at %d", n,
				rows, table, g.FileSize())
		}
	}
}

// MostImages is what Plan takes, and one more is refused by a message with that figure.
func TestMostImages(t *testing.T) {
	for _, unmapped := range []bool{false, true} {
		most := MostImages(unmapped)
		if _, err := Plan(most, unmapped); err != nil {
			t.Error(err)
		}
		if _, err := Plan(most+1, unmapped); err == nil ||
			!strings.Contains(err.Error(), fmt.Sprintf("1 to %d", most)) {
			t.Errorf("%d images: %v", most+1, err)
		}
	}
}

func TestParcel(t *testing.T) {
	p := reflect.TypeFor[Parcel]()
	busy, _ := p.FieldByName("Busy")
	length, _ := p.FieldByName("Length")
	if busy.Offset != ParcelBusy || length.Offset != ParcelLength || p.Size() != ParcelHead {
		t.Errorf("offsets %d, %d, size %d", busy.Offset, length.Offset, p.Size())
	}
}
