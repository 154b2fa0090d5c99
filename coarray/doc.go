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
// goroutine, and so are waits for events, event sets, asynchronous operations, Register and Spawn,
// and Coarray.In. Any goroutine of the image may transfer (Put, Get, Load, Store, copies of
// sections), use atomics, post events, take locks and free them, and ask grids, graphs and teams.
//
// # Teams
//
// FormTeam divides the images; InTeam runs a function inside a team. The function gets an Image of
// its own, by which it does everything as one of the team: an Image stands for one image of one
// team, and what is given it is about that team alone. A coarray knows the team that made it:
// u.At(k) is the part on that team's image k, wherever it is said, and u.In(team).At(k) that on
// image k of another team.
//
// # Waiting
//
// What waits for other images takes a context, first, and ends with the context's error. Image
// control that was given up cannot be taken up again by the same team: a context is for ending in
// an orderly way. Transfers and atomic operations wait for no image, and take no context. The
// context of the program's function is the one that Run was given, and ends, too, when the run
// ends; with Main it never ends.
//
// # Order
//
// What an image writes to a coarray, its own or another's, is seen by other
// images after the two have synchronized: by SyncAll, SyncImages, events, locks, collectives.
// Two images that access the same element without that, one of them writing, race.
//
// # Asynchronous operations
//
// After Coarray Fortran 2.0. CopyAsync, PutAsync and GetAsync begin a copy between any two images
// and return; BroadcastAsync and its like begin a collective. Spawn has another image execute a
// function that all have registered:
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
// There are three ways to learn that an operation is complete. The option As gives it to an Op,
// whose Wait waits for it. The option After names an event of any image, which is posted then;
// EventSet waits for one of many. Without them the operation belongs to the Finish around, which
// all images of the team do together and which returns when all such operations are complete, those
// included that shipped functions have begun. With Before a copy
// waits for an event itself.
//
// A copy may have several events after it: of the image that receives, which goes on with the data,
// and of the one that sends, which may change its own again.
//
// Shipped functions run on the goroutine of the image's function, one at a time: in calls that
// wait, and in Advance. One may come before this image has entered the Finish in which another has
// shipped it: that one was earlier. So what a function works on is made ready, and set back for the
// next round, before the last synchronization in front of that Finish, not between the two.
// docs/progress.md says who advances what, and when.
//
// # Errors
//
// All errors are for errors.Is, with those in the list of variables, and name what was asked for
// and the image that it was asked of; an ImageError or PanicError for errors.As. What is found only
// after an operation has been begun ends the run, with the image's number and the operation: an
// error or panic of a shipped function, collectives that differ from image to image, a copy that
// cannot be done. Load and Store panic, as slices do.
//
// That an image has failed is told by what waits for it, as ErrFailedImage. Its coarrays stay in
// the memory of its machine: a transfer by an image of that machine gives no error.
//
// A panic of an image's function ends the run. Its message shows the program's own frames, unless
// GOTRACEBACK is none; with all it shows all goroutines, and crash makes a core file. Goroutines
// have the label "image" for profiles.
//
// # Topologies, global pointers, sets of locks
//
// Cartesian and Graph say who an image's neighbors are; over an edge that is NoImage, to which
// asynchronous copies do nothing but complete. SplitTeam divides images by color and key. A
// Pointer refers to elements on any image, and may itself lie in coarrays and travel with shipped
// functions. LockSet takes several locks without the danger that images wait for each other in a
// circle, EventSet waits for one of many events, which may be this image's alone (NewLocalEvents).
//
// # Memory
//
// Coarrays live outside Go's heap: elements must hold no Go pointers, which New
// checks, and slices of a coarray's memory must not be used after Free.
package coarray
