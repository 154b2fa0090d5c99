// Package foreign reads the module files of the back-end compilers: modules that were not compiled
// by Coral, of which the user may have nothing else, such as those of libraries. It gives the
// specification part of each as Fortran text, as package modfile does for Coral's own, and the
// front end reads that.
//
// What it does not understand for certain is an error, and the module is then one of which nothing
// is known: half a module would be worse, since a name that is missing means something else.
package foreign

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Ending is that of the files.
const Ending = ".mod"

var (
	// ErrFormat is what Read says to files of compilers, or of versions of them, that it does not
	// know.
	ErrFormat = errors.New("its format is not known")
	// ErrCoarrays is what it says to a module with coarrays: only Coral's own file tells enough of
	// these.
	ErrCoarrays = errors.New("it has coarrays")
)

// maxSize bounds what a module file may grow to.
const maxSize = 256 << 20

// gnuPacked is how files of gfortran begin: they are compressed.
const gnuPacked = "\x1f\x8b"

// Writer names the compiler that has written a module file, gfortran or flang; "": neither, or a
// version of it that is not known.
func Writer(content []byte) string {
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	switch {
	case bytes.HasPrefix(content, []byte(flangMagic)):
		return "flang"
	case bytes.HasPrefix(content, []byte(gnuPacked)):
		return "gfortran"
	}
	return ""
}

// Read gives the text of a module. known tells whether another module, from which this one has
// names, is known by itself; what comes from others is written out.
func Read(content []byte, module string, known func(module string) bool) (text string, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			bad, ok := fault.(unreadable)
			if !ok {
				panic(fault)
			}
			text, err = "", bad.err
		}
	}()
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	switch Writer(content) {
	case "flang":
		return flangText(string(content)), nil
	case "gfortran":
		in, err := gzip.NewReader(bytes.NewReader(content))
		if err != nil {
			return "", ErrFormat
		}
		plain, err := io.ReadAll(io.LimitReader(in, maxSize))
		if err != nil {
			return "", fmt.Errorf("%w: %w", ErrFormat, err)
		}
		return gnuText(string(plain), strings.ToLower(module), known), nil
	}
	return "", ErrFormat
}

// unreadable is what stops the reading of a file.
type unreadable struct{ err error }

// stop ends the reading: a place in the file is not what it should be.
func stop(what string) { panic(unreadable{fmt.Errorf("%w (%s)", ErrFormat, what)}) }
