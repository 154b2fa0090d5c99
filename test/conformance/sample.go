package conformance

import "slices"

// Extent says how much of the suite is run.
type Extent string

const (
	// All runs each program with every back end, in all its ways, optimised as a user's program is.
	All Extent = "all"
	// First does so with the first back end. With the others it runs one program of each feature.
	First Extent = "first"
	// Each builds each program with the first back end, mostly without optimisation, which is most
	// of what the suite costs, and runs it on one path; what it optimises runs on each path. With
	// the other back ends it runs some programs.
	Each Extent = "each"
)

// parts are the parts that samples of Each take one of: as many turns build every program with
// optimisation and with each back end.
const parts = 8

// secondParts are those of the programs built with other back ends than the first: their compilers
// take four times as long as gfortran without optimisation.
const secondParts = 2 * parts

// Sample is a choice among the programs of the suite and the ways to run them. What it leaves out
// comes with other turns.
type Sample struct {
	Extent Extent
	Turn   int
}

// way is how a program is run once.
type way struct {
	path   Path
	images int
}

// Takes tells whether a program runs with a back end: place is its place in the suite, inFeature
// its place among the programs of its feature, of which there are so many.
func (s Sample) Takes(backend, place, inFeature, inAll int) bool {
	switch {
	case backend == 0 || s.Extent == All:
		return true
	case s.Extent == First:
		return inFeature == s.Turn%inAll
	}
	return (place+s.Turn)%secondParts == parts/2 // not what the first one optimises
}

// Optimises tells whether the program at a place is built with the back end's usual optimisation.
func (s Sample) Optimises(backend, place int) bool {
	return s.Extent != Each || backend > 0 || (place+s.Turn)%parts == 0
}

// Ways are those in which the program at a place is run, by each of the paths.
func (s Sample) Ways(backend, place int, images []int, paths []Path) []way {
	if s.Extent == First && backend > 0 && slices.Contains(images, 3) {
		images = []int{3}
	}
	var ways []way
	for i, path := range paths {
		if s.Extent == Each {
			if !s.Optimises(backend, place) && (place+s.Turn)%len(paths) != i {
				continue
			}
			// The number of images changes more slowly than the path, that each path meets all.
			n := images[((place+s.Turn)/len(paths)+i)%len(images)]
			ways = append(ways, way{path, n})
			continue
		}
		for _, n := range images {
			ways = append(ways, way{path, n})
		}
	}
	return ways
}
