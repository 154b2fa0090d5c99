package turns

import (
	"slices"
	"testing"
)

// at calls f as if it were another turn.
func at(turn int, all bool, f func()) {
	was, wasAll := *nowFlag, *allFlag
	*nowFlag, *allFlag = turn, all
	f()
	*nowFlag, *allFlag = was, wasAll
}

func TestEveryVariantHasItsTurn(t *testing.T) {
	for _, name := range []string{"", "a", "TestPrograms/flang/ring.f90"} {
		var seen []int
		taken := 0
		for turn := range 4 {
			at(20782+turn, false, func() {
				seen = append(seen, Of(name, 1, 2, 3, 5)...)
				if Takes(name, 4) {
					taken++
				}
			})
		}
		if slices.Sort(seen); !slices.Equal(seen, []int{1, 2, 3, 5}) || taken != 1 {
			t.Errorf("%q: in four turns %v, and %d times", name, seen, taken)
		}
	}
}

func TestAll(t *testing.T) {
	at(3, true, func() {
		if got := Of("a", 1, 2, 3); len(got) != 3 || !Takes("a", 7) {
			t.Errorf("with -all %v", got)
		}
	})
}

// TestEvery: a test runs in one of so many turns, and always with -all.
func TestEvery(t *testing.T) {
	ran := 0
	for turn := range 3 {
		at(turn, false, func() {
			t.Run("sometimes", func(t *testing.T) {
				Every(inner{t}, 3)
				ran++
			})
		})
	}
	at(1, true, func() { Every(inner{t}, 1<<20) })
	if ran != 1 {
		t.Errorf("it ran %d times", ran)
	}
}

// inner has the same name whatever t.Run appends to it.
type inner struct{ *testing.T }

func (inner) Name() string { return "TestEvery/sometimes" }
