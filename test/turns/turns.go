// Package turns lets tests take turns: of variants that differ in numbers of images, in libraries
// or in back ends, a test runs some each day, and all with -all, as make thorough and make
// conformance do.
package turns

import (
	"flag"
	"hash/fnv"
	"testing"
	"time"
)

var (
	allFlag = flag.Bool("all", false, "run all variants of tests, not those whose turn it is")
	nowFlag = flag.Int("turn", int(time.Now().Unix()/86400),
		"whose turn it is; each day has its number")
)

// All tells whether all variants are run.
func All() bool { return *allFlag }

// Now is the number of this turn.
func Now() int { return *nowFlag }

// Takes tells whether a variant that is the only one of its kind is run: each so many turns.
func Takes(name string, each int) bool {
	return *allFlag || place(name, each) == 0
}

// Every skips a test that takes long and whose subject changes seldom, but for one of so many
// turns.
func Every(t testing.TB, each int) {
	t.Helper()
	if !Takes(t.Name(), each) {
		t.Skipf("it has its turn one day in %d (-all: today)", each)
	}
}

// Of gives the variants of a test that are run: one of them, or all. Tests of other names have
// others.
func Of[T any](name string, variants ...T) []T {
	if *allFlag || len(variants) == 0 {
		return variants
	}
	i := place(name, len(variants))
	return variants[i : i+1]
}

// place is between 0 and n-1. It goes up by one, or back to 0, from turn to turn.
func place(name string, n int) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(name))
	return (int(h.Sum32()%(1<<16)) + *nowFlag) % n
}
