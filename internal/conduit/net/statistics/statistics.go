// Package statistics counts what an image puts to other machines and gets from them, by the way
// that the data take. The ways are the cases of Table 1 of "Coarrays in the Context of
// XcalableMP", section 3.3.2, as far as Coral has them.
package statistics

import (
	"fmt"
	"io"
	"sync/atomic"
)

// Way is how data travel between the memory of an image and that of one on another machine.
type Way int

const (
	// Direct: the library reads or writes the other image's memory, from and to where the data
	// belong (case 0, DMA).
	Direct Way = iota
	// ZeroCopy: the library sends long data from where they are, and receives them where they
	// belong.
	ZeroCopy
	// Bounced: long data are sent from their copy in the bounce buffer, in one piece (case 1).
	Bounced
	// Packed: several long puts are one transfer of their copies.
	Packed
	// Copied: data are in a message, in one piece (case 1).
	Copied
	// Gathered: pieces that are apart in this image's memory or, of a get, in the other's are put
	// together in a message (cases 2 and 3).
	Gathered
	// Scattered: pieces that are apart in the memory to which they are put are together in a
	// message, which says where they belong.
	Scattered
	ways
)

var names = [ways]string{"direct", "zero-copy", "bounced", "packed", "copied", "gathered",
	"scattered"}

func (w Way) String() string { return names[w] }

// Counts are those of an image. All methods may be called concurrently, and on nil, where nothing
// is counted.
type Counts struct{ puts, gets [ways]count }

// count is of one way.
type count struct{ units, pieces, bytes atomic.Uint64 }

func (c *count) add(pieces, bytes int) {
	c.units.Add(1)
	c.pieces.Add(uint64(pieces))
	c.bytes.Add(uint64(bytes))
}

// Put counts one unit that is put: a transfer, or one part of a message.
func (c *Counts) Put(w Way, pieces, bytes int) {
	if c != nil {
		c.puts[w].add(pieces, bytes)
	}
}

// Get counts one unit that is gotten.
func (c *Counts) Get(w Way, pieces, bytes int) {
	if c != nil {
		c.gets[w].add(pieces, bytes)
	}
}

// Report writes a line for each way that data of an image have taken.
func (c *Counts) Report(out io.Writer, image int) {
	if c == nil {
		return
	}
	for _, d := range []struct {
		name string
		of   *[ways]count
	}{{"put", &c.puts}, {"get", &c.gets}} {
		for w := range d.of {
			if n := d.of[w].units.Load(); n > 0 {
				fmt.Fprintf(out, "coral: statistics: image %d: %s, %s: %d units, %d pieces, "+
					"%d bytes\n", image, d.name, Way(w), n, d.of[w].pieces.Load(),
					d.of[w].bytes.Load())
			}
		}
	}
}
