package conformance

import (
	"slices"
	"testing"
)

// Whatever one turn of the sample leaves out comes with another one, and none leaves out a path.
func TestSamplesTakeTurns(t *testing.T) {
	images, paths := []int{1, 2, 3, 5}, []Path{Direct, Library}
	for place := range 20 {
		seen := map[way]bool{}
		optimised, second := 0, 0
		for turn := range secondParts {
			s := Sample{Each, turn}
			if !s.Takes(0, place, 0, 1) {
				t.Errorf("turn %d leaves program %d out", turn, place)
			}
			ways := s.Ways(0, place, images, paths)
			wanted := 1
			if s.Optimises(0, place) {
				wanted = len(paths)
			}
			if len(ways) != wanted ||
				wanted == 2 && (ways[0].path == ways[1].path || ways[0].images == ways[1].images) {
				t.Errorf("turn %d runs program %d in the ways %v", turn, place, ways)
			}
			for _, w := range ways {
				seen[w] = true
			}
			if s.Optimises(0, place) {
				optimised++
			}
			if s.Takes(1, place, 0, 1) {
				second++
			}
		}
		if len(seen) != len(images)*len(paths) || optimised != 2 || second != 1 {
			t.Errorf("program %d: %d ways, %d times optimised, %d times with the second back end",
				place, len(seen), optimised, second)
		}
	}
}

func TestSampleOfFeatures(t *testing.T) {
	for turn := range 6 {
		taken := 0
		for i := range 3 {
			if (Sample{First, turn}).Takes(1, 7+i, i, 3) {
				taken++
			}
		}
		if taken != 1 {
			t.Errorf("turn %d takes %d programs of a feature", turn, taken)
		}
	}
	if got := (Sample{First, 0}).Ways(1, 0, []int{1, 3}, []Path{Library}); !slices.Equal(got,
		[]way{{Library, 3}}) {
		t.Errorf("a sample runs in the ways %v", got)
	}
	if got := (Sample{All, 0}).Ways(1, 0, []int{1, 3}, []Path{Direct, Library}); len(got) != 4 {
		t.Errorf("all runs in the ways %v", got)
	}
}
