//go:build !race

package sys

// streamLines copies so many lines, of which the destination's begin at multiples of their length,
// by stores that pass the caches; a fence follows.
//
//go:noescape
func streamLines(to, from *byte, lines int)
