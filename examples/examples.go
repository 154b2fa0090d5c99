// Package examples has the sources of the programs that `coral bench` measures.
package examples

import "embed"

// NAS are the NAS programs in Fortran.
//
//go:embed fortran/nas/*.f90
var NAS embed.FS

// XMP are the programs of XcalableMP in the folder xmp, and those of the same algorithms with MPI
// in xmp/mpi.
//
//go:embed xmp/*.c xmp/*.h xmp/mpi/*.c
var XMP embed.FS
