// Package fortran holds the source of Coral's Fortran modules. Each back end compiles
// it once for itself, since module files are its own.
package fortran

import _ "embed"

// Source is the modules coral_rt, coral_rt_any, coral_env, coral_intrinsic, coral_caf2 and
// coral_xmp.
var Source = General + caf2 + xmp

// General is the module coral_rt alone, with what it needs.
//
//go:embed src/coral_rt.f90
var General string

//go:embed src/coral_caf2.f90
var caf2 string

//go:embed src/coral_xmp.f90
var xmp string

// LinkOptions must stand in the link of every program: the symmetric heap stands in for malloc
// where it must; main becomes the launcher in a process that is no image;
// gfortran's STOP is Coral's, also in files that have no coarrays and were compiled as they stand;
// flang's pointer assignment does not look into types of other images; a fault that an image index
// explains is explained after gfortran has installed its handlers; signal stacks stay; what tells
// of a module's types is found when the program runs (capi/types/dynamic.c); the program is loaded
// at a multiple of 2 MiB, so that its coarrays can lie in huge pages.
var LinkOptions = []string{
	"-Wl,--wrap=_gfortran_stop_numeric,--wrap=_gfortran_stop_string," +
		"--wrap=_gfortran_error_stop_numeric,--wrap=_gfortran_error_stop_string",
	"-Wl,--wrap=malloc,--wrap=calloc,--wrap=aligned_alloc,--wrap=realloc,--wrap=free,--wrap=main",
	"-Wl,--wrap=_FortranAPointerAssociate,--wrap=_gfortran_set_options,--wrap=sigaltstack",
	"-Wl,-z,max-page-size=0x200000",
	"-Wl,--export-dynamic-symbol=coral_types_*",
}
