package syntax

import (
	"path/filepath"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
)

// Form is the source form.
type Form uint8

const (
	Free Form = iota
	Fixed
)

// FormOf gives the form that a file name's ending means; free for unknown ones.
func FormOf(name string) Form {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".f", ".for", ".f77", ".ftn", ".fpp":
		return Fixed
	}
	return Free
}

// Options direct Parse. The zero value reads standard free form without includes.
type Options struct {
	Form Form
	// FixedLineLength is the last significant column of fixed form; 0 means 72, -1 no limit.
	FixedLineLength int
	// FreeLineLength is the last column of free form that the compiler would read by itself; 0: it
	// reads all. All is read here, and what stands behind is warned of.
	FreeLineLength int
	// Unpadded: lines of fixed form that are shorter are not padded with blanks inside of character
	// constants.
	Unpadded bool
	// DLines makes lines of fixed form with D in column 1 part of the program; else they are
	// comments.
	DLines bool
	// CAF2 admits the statements of CAF 2.0, which are no Fortran.
	CAF2 bool
	// OpenMP makes conditional compilation lines (`!$ ...`) part of the program.
	OpenMP bool
	// Open finds an INCLUDE file by its name as written. Nil, or an error: the line is reported.
	Open func(name string, from *diag.Source) (*diag.Source, error)
	// Sleeping, if not zero, is what tests have in place of the usual one.
	Sleeping Sleeping
}

// Parse reads a whole file. It always gives a tree; what is wrong is in diags. It keeps no state:
// any number of goroutines may parse, each with its own diags.
func Parse(src *diag.Source, opt Options, diags *diag.List) *File {
	return parseFile(src, opt, diags)
}
