// Package accounting is how parts of the runtime say what they keep for each image of a run, so
// that it can be added up (docs/scaling.md).
package accounting

// Per says for what there is one entry.
type Per uint8

const (
	Image   Per = iota // of the run, on each image
	Partner            // on each image, for each one that it has had to do with
	Machine            // for each image of the run, once on each machine
	Run                // one: it does not grow
)

// Table is something that the runtime keeps.
type Table struct {
	What  string
	Per   Per
	Bytes uint64 // of an entry
	When  string // what makes it; "": the start
}
