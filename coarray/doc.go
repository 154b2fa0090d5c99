// Package coarray is the coarray model for Go programs: the same program runs as n images,
// each with its own data, and every image may read and write the coarrays of
// every other.
//
//	func main() {
//		coarray.Main(func(me *coarray.Image) error {
//			u, err := coarray.New[float64](me, nx+2, ny) // the same shape on every image
//			if err != nil {
//				return err
//			}
//			edge := u.Section(nx, coarray.All)
//			if right := me.Index() + 1; right <= me.NumImages() {
//				if err := u.At(right).Section(0, coarray.All).CopyFrom(edge); err != nil {
//					return err
//				}
//			}
//			return me.SyncAll()
//		})
//	}
//
// Main starts the images when the program is not one yet; Run runs them as goroutines
// of one process, for tests under the race detector.
//
// # Who may call
//
// Each image has one goroutine that runs the program's function. Synchronisation, collectives,
// New and Free, which all images of the run do together, are for that goroutine. Transfers,
// atomics, posts, locks may be done by any goroutine of the image.
//
// # Order
//
// What an image writes to a coarray, its own or another's, is seen by other
// images after the two have synchronised: by SyncAll, SyncImages, events, locks, collectives.
// Two images that access the same element without that, one of them writing, race.
//
// # Memory
//
// Coarrays live outside Go's heap: elements must hold no Go pointers, which New
// checks, and slices of a coarray's memory must not be used after Free.
package coarray
