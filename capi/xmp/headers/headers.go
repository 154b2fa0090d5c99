// Package headers holds what C programs with XcalableMP are compiled with: the headers that they
// include (that of Fortran programs, too), and the declarations that generated code needs.
package headers

import _ "embed"

// Header is xmp.h.
//
//go:embed src/xmp.h
var Header string

// FortranHeader is xmp_lib.h, in the form that is free and fixed.
//
//go:embed src/xmp_lib.h
var FortranHeader string

// FortranCoarrayHeader is xmp_coarray.h, which programs for Omni's compiler include.
//
//go:embed src/xmp_coarray.h
var FortranCoarrayHeader string

// FortranHeaders are the INCLUDE files of Fortran by their names.
var FortranHeaders = map[string]string{"xmp_lib.h": FortranHeader,
	"xmp_coarray.h": FortranCoarrayHeader}

// Prelude stands at the head of each translated file. It is preprocessed C.
//
//go:embed src/prelude.c
var Prelude string
