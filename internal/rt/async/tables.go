package async

import (
	"reflect"

	"github.com/coral-pgas/coral/internal/accounting"
)

// Tables are what the engine keeps by image.
func Tables() []accounting.Table {
	return []accounting.Table{
		{What: "small functions that wait for others to the same image (`Engine.batches`)",
			Per: accounting.Image, Bytes: uint64(reflect.TypeFor[batch]().Size()),
			When: "functions shipped one way"},
	}
}
