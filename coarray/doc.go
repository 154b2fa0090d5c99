// Package coarray is the coarray model for Go programs: the same program runs as n images,
// each with its own data, and every image may read and write the coarrays of
// every other.
//
//	func main() {
//		coarray.Main(func(ctx context.Context, me *coarray.Image) error {
//			u, err := coarray.New[float64](ctx, me, nx+2, ny) // the same shape on every image
//			if err != nil {
//				return err
//			}
//			edge := u.Section(coarray.Index(nx), coarray.All())
//			if right := me.Index() + 1; right <= me.NumImages() {
//				halo := u.At(right).Section(coarray.Index(0), coarray.All())
//				if err := halo.CopyFrom(edge); err != nil {
//					return err
//				}
//			}
//			return me.SyncAll(ctx)
//		})
//	}
//
// Main starts the images when the program is not one yet; Run runs them as goroutines
// of one process, for tests under the race detector.
//
// # Who may call
//
// Each image has one goroutine that runs the program's function. What all images of the run or of a
// team do together (synchronization, collectives, New and Free, teams, Finish) is for that
// goroutine, and so are waits for events, event sets, asynchronous operations, Register and Spawn.
// On another goroutine they return ErrGoroutine. Any goroutine of the image may call Coarray.In,
// transfer (Put, Get, Load, Store, copies of sections), use atomics, post events, take locks and
// free them, and ask grids, graphs and teams.
//
// # Teams
//
// FormTeam divides the images; InTeam runs a function inside a team. The function gets an Image of
// its own, and uses it for everything that it does in the team: an Image stands for one image of
// one team, and the arguments and results of its methods are about that team alone. A coarray knows
// the team that made it: u.At(k) is the part on image k of that team, in whatever team the caller
// is. u.In(team).At(k) is the part on image k of another team.
//
// # Waiting
//
// A call that waits for other images takes a context as its first argument. If the context ends
// first, the call returns the context's error. If a context has ended a statement of the whole
// team, such as SyncAll, later statements of the team may return the error again. On another image
// the ended statement may have returned nil. The slices of an ended collective may change later. So
// use a context to end the program in an orderly way. Transfers and atomic operations wait for no
// image, and take no context. Run passes its context to the program's function; that context also
// ends when the run ends. The context that Main passes never ends.
//
// # Order
//
// An image sees what another image has written to a coarray after the two have synchronized: by
// SyncAll, SyncImages, events, locks or collectives. Two images that access the same element
// without that, and one of which writes it, have a data race.
//
// # Asynchronous operations
//
// These follow Coarray Fortran 2.0. CopyAsync, PutAsync and GetAsync begin a copy between any two
// images and return; BroadcastAsync and its like begin a collective. Spawn has another image
// execute a function that all have registered:
//
//	add, err := coarray.Register(me, "add", func(at *coarray.Image, u update) error {
//		table.Local()[u.At] += u.By // the table of the image that executes this
//		return nil
//	})
//	...
//	err = me.Finish(ctx, func() error {
//		for _, u := range updates {
//			if err := add.Spawn(u.Owner, u); err != nil {
//				return err
//			}
//		}
//		return nil
//	}) // all updates by all images are done
//
// There are three ways to learn that an operation is complete:
//
//   - The option As gives the operation to an Op. Op.Wait waits for it.
//   - The option After names an event of any image, which is posted when the operation is complete.
//     EventSet waits for one of many events.
//   - Without these options the operation belongs to the Finish around it. All images of the team
//     call Finish together. It returns when all operations that belong to it are complete, also
//     those that shipped functions have begun.
//
// With the option Before, a copy begins only when an event has been posted. A copy may have several
// options After: an event of the image that receives the data, and one of the image that sends
// them, which may then change its own variable again.
//
// Shipped functions run on the goroutine of the image's function, one at a time: in calls that
// wait, and in Advance. An image may run a function before it has itself entered the Finish in
// which another image has shipped it. So prepare what the function works on, and reset it for the
// next round, before the last synchronization in front of that Finish, not between the two.
// docs/progress.md says who advances what, and when.
//
// # Errors
//
// Functions return the errors in the list of variables: test for them by errors.Is. The text of an
// error names what was asked for, and the image that it was asked of. Two types of errors are for
// errors.As: an ImageError has the number of an image, and a PanicError is a panic of the program.
//
// Some errors are found only after an operation has begun: an error or panic of a shipped function,
// collectives that differ from image to image, a copy that cannot be done. These end the run. The
// message has the number of the image and the operation. Load and Store return no error. They panic
// instead, as an index of a slice that is out of range does.
//
// When an image has failed, a call that waits for it returns ErrFailedImage. The coarrays of the
// failed image stay in the memory of its machine: a transfer by another image of that machine
// gives no error.
//
// A panic of an image's function ends the run. The message shows the frames of the program, and not
// those of Coral. The environment variable GOTRACEBACK changes that: none shows no frames, all
// shows all goroutines, and crash makes a core file. In profiles, the goroutines of an image have
// the label "image".
//
// # Topologies, global pointers, sets of locks
//
// Cartesian and Graph tell the neighbors of an image. Beyond an edge the neighbor is NoImage: an
// asynchronous copy to it moves no data, and completes. SplitTeam divides images by color and key.
// A Pointer refers to elements on any image, and may itself lie in coarrays and travel with shipped
// functions. LockSet takes several locks without the danger that images wait for each other in a
// circle. EventSet waits for one of many events. NewLocalEvents makes events of this image alone.
//
// # Memory
//
// Coarrays are outside of Go's heap. Elements must hold no Go pointers: New checks that. Slices of
// a coarray's memory must not be used after Free.
package coarray
