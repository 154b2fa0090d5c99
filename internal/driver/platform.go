package driver

import (
	"slices"

	"github.com/coral-pgas/coral/capi/fortran"
)

// linkOptions follow the runtime archive in every link: what the runtime demands, and the libraries
// that it needs.
var linkOptions = slices.Concat(fortran.LinkOptions, []string{"-lm", "-lpthread", "-ldl"})
