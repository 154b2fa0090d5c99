// Package quiescence finds out in what wait states the images of a run are, and whether all of them
// wait for each other.
package quiescence
