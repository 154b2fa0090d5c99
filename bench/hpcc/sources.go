// Package hpcc has the sources of the HPC Challenge programs in Coarray Fortran 2.0.
package hpcc

import "embed"

// Sources are the files of the folder fortran.
//
//go:embed fortran
var Sources embed.FS
