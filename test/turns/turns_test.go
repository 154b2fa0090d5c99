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
