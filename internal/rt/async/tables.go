package async

import (
	"reflect"

	"github.com/coral-pgas/coral/internal/footprint"
)

// Tables are what the engine keeps by image.
func Tables() []footprint.Table {
	return []footprint.Table{
		{What: "small functions that wait for others to the same image (`Engine.batches`)",
			Per: footprint.Image, Bytes: uint64(reflect.TypeFor[batch]().Size()),
			When: "functions shipped one way"},
	}
}
