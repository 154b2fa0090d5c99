//go:build !race

package sys

// comesSoon is ComesSoon for at least one look, with pauses or without.
//
//go:noescape
func comesSoon(word *uint64, value uint64, looks int, pauses bool) bool

// firstSoon is FirstSoon for at least one look, with pauses or without.
//
//go:noescape
func firstSoon(a, b, c Word, looks int, pauses bool) int

// Pause is what stands between two looks at a word that another processor is going to change.
func Pause()

// pauseTicks is how many ticks of the processor's clock a pause takes.
func pauseTicks() uint64
