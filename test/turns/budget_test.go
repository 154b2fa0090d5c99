package turns

import (
	"slices"
	"testing"
	"time"
)

func TestOrderHasEachOnce(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 10, 997, 1000} {
		order := Order("name", n)
		sorted := slices.Sorted(slices.Values(order))
		for i, at := range sorted {
			if i != at {
				t.Fatalf("of %d: %v", n, order)
			}
		}
		if len(sorted) != n {
			t.Errorf("of %d: %v", n, order)
		}
	}
}

// TestOrderIsFromEverywhere: a tenth of the order has something of each tenth of the variants.
func TestOrderIsFromEverywhere(t *testing.T) {
	var seen [10]int
	for _, at := range Order("name", 1000)[:100] {
		seen[at/100]++
	}
	if slices.Min(seen[:]) < 5 {
		t.Error(seen)
	}
}

func TestBudget(t *testing.T) {
	at(0, false, func() {
		b := NewBudget(t, time.Hour)
		if b.Over() || b.begun.Load() != 1 {
			t.Error("an hour is over at once")
		}
		if b = NewBudget(t, -time.Second); !b.Over() || b.left.Load() != 1 {
			t.Error("no time is not over")
		}
	})
	at(0, true, func() {
		if NewBudget(t, -time.Second).Over() {
			t.Error("all variants are bounded")
		}
	})
}
