package operations

import "embed"

// Sources are the files that programs are compiled from beside what Program makes.
//
//go:embed fortran caf xmp
var Sources embed.FS
