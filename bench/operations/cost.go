// Package operations is the table of operations that `coral bench operations` measures: what
// each one is in its language, and what it costs at least, in messages and bytes. From the
// table it makes the programs that measure them.
package operations

// Cost is what an operation does at least, between two images.
type Cost struct {
	// Trips are messages that go there and back over a link, each begun when the one before has
	// come; one way is a half.
	Trips float64
	// Lines are cache lines that go there and back between two processors, where the memory of
	// images is mapped.
	Lines float64
	// Calls are dependent calls of the library where that memory is not mapped, each as long as
	// a get of 8 bytes.
	Calls float64
	// Bytes move between the images, or within one, one after the other.
	Bytes float64
	// Fresh are bytes of memory that is allocated, written and freed.
	Fresh float64
	// Work is what the image itself does for it, in nanoseconds.
	Work float64
}

const (
	// entry is what any call of the library may take, in ns; rows below twice of it are never
	// marked.
	entry = 50
	// answer is the time within which an image that computes answers a message over a link, in ns.
	answer = 50e3
	// wake is what it takes to wake an image that waits in the runtime, in ns. The system call
	// alone that wakes a process on another processor has taken 1,700 and more between the two
	// processors of a virtual machine.
	wake = 1500
	// pass is the sender's share of a message for which nobody waits, in trips.
	pass = 0.25
)

// own is an operation that needs no other image.
func own() Cost { return Cost{} }

// trips is an operation of image 1 on an image that need not do anything for it.
func trips(n float64) Cost { return Cost{Trips: n, Calls: n} }

// sent is an operation that is begun only: nobody waits for its message.
func sent() Cost { return Cost{Trips: pass, Calls: 1} }

// handed are n turns of one image waiting for the other: a half is one way.
func handed(n float64) Cost { return Cost{Trips: n, Lines: n, Calls: 2 * n} }

// meet is n times that all images wait for all others, and each message is on its way while the
// others are.
func meet(n float64) Cost { return Cost{Trips: n / 2, Lines: n, Calls: n} }

func (c Cost) bytes(n float64) Cost { c.Bytes += n; return c }
func (c Cost) fresh(n float64) Cost { c.Fresh += n; return c }
func (c Cost) work(ns float64) Cost { c.Work += ns; return c }

// lines are more of them on one machine alone. Long collectives have one: their members meet when
// all have shown their data, and again when all have read.
func (c Cost) lines(n float64) Cost { c.Lines += n; return c }
func (c Cost) calls(n float64) Cost { c.Calls += n; return c }

// Base is what was measured of a way by which images reach each other, in the run whose rows it
// explains.
type Base struct {
	Link   bool
	Mapped bool
	Trip   float64 // ns there and back of a message, over a link
	Line   float64 // ns there and back of a cache line, on one machine
	Call   float64 // ns of a get of 8 bytes, where memory is not mapped
	Byte   float64 // ns for each byte of a long message, or copy
	Fresh  float64 // ns for each byte of an ordinary array that is allocated, written and freed
	Busy   bool    // the target computes
}

// Expected is how many ns the cost explains on such a way.
func (c Cost) Expected(b Base) float64 {
	ns := entry + c.Work + c.Bytes*b.Byte + c.Fresh*b.Fresh
	switch {
	case !b.Link && b.Mapped:
		return ns + c.Lines*b.Line
	case !b.Link:
		return ns + c.Lines*b.Line + c.Calls*b.Call
	case b.Busy && c.Trips > pass:
		return ns + c.Trips*(b.Trip+answer)
	}
	return ns + c.Trips*b.Trip
}
