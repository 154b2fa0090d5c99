package layout

import (
	"fmt"
	"strconv"
	"strings"
)

// BootVariable is the environment variable by which the launcher tells a
// process that it is an image. It is private to Coral.
const BootVariable = "CORAL_BOOT"

// BootDescriptor is the file descriptor on which an image inherits the memory object.
const BootDescriptor = 3

// Boot is what an image is told by the launcher; see BootVariable.
type Boot struct {
	Geometry
	Image      int  // image number, from 1
	Unmapped   bool // treat other images as not mapped
	Descriptor int  // of the memory object
	Conduit    int  // see ConduitSMP; else a provider's number
}

// Values of Boot.Conduit. All others are those of a communication library, of which package
// provider has the numbers; then images are not mapped.
const (
	ConduitSMP = 0 // the memory object
	// ConduitGuest is the memory object, but a library's launcher has started the images: it does
	// not know what Coral's does.
	ConduitGuest = 2
)

// Linked says whether images reach those of other machines by a communication library.
func (b Boot) Linked() bool { return b.Conduit != ConduitSMP && b.Conduit != ConduitGuest }

// String gives the value of BootVariable, as ParseBoot and the C constructor read it.
func (b Boot) String() string {
	unmapped := 0
	if b.Unmapped {
		unmapped = 1
	}
	return fmt.Sprintf(
		"v=%d,image=%d,n=%d,stride=%d,static=%d,guard=%d,unmapped=%d,fd=%d,conduit=%d",
		Version, b.Image, b.Images, b.Stride, b.Static, b.Guard, unmapped, b.Descriptor, b.Conduit)
}

// ParseBoot reads the value of BootVariable. Every field must be there, once,
// and fit together: a process with half a boot record must not start.
func ParseBoot(value string) (Boot, error) {
	fields := map[string]uint64{}
	for part := range strings.SplitSeq(value, ",") {
		name, number, _ := strings.Cut(part, "=")
		n, err := strconv.ParseUint(number, 10, 63)
		if _, twice := fields[name]; err != nil || twice {
			return Boot{}, fmt.Errorf("%s: %q is not understood", BootVariable, part)
		}
		fields[name] = n
	}
	for _, name := range []string{"v", "image", "n", "stride", "static", "guard", "unmapped", "fd",
		"conduit"} {
		if _, ok := fields[name]; !ok {
			return Boot{}, fmt.Errorf("%s: %s= is missing in %q", BootVariable, name, value)
		}
	}
	if fields["v"] != Version {
		return Boot{}, fmt.Errorf(
			"%s: version %d, this program has version %d: launcher and program must come from "+
				"one Coral", BootVariable, fields["v"], Version)
	}
	b := Boot{
		Geometry: Geometry{
			Images: int(fields["n"]),
			Stride: fields["stride"],
			Static: fields["static"],
			Guard:  fields["guard"],
		},
		Image:      int(fields["image"]),
		Unmapped:   fields["unmapped"] != 0,
		Descriptor: int(fields["fd"]),
		Conduit:    int(fields["conduit"]),
	}
	if b.Images < 1 || b.Images > MaxImages || b.Image < 1 || b.Image > b.Images {
		return Boot{}, fmt.Errorf("%s: image %d of %d", BootVariable, b.Image, b.Images)
	}
	if b.HeapOffset() < b.Static || b.Stride < b.Guard || b.HeapOffset() > b.Stride-b.Guard {
		return Boot{}, fmt.Errorf("%s: stride %d has no room for static %d and guard %d",
			BootVariable, b.Stride, b.Static, b.Guard)
	}
	return b, nil
}
