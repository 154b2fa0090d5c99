// Package phases generates random coarray programs whose results are known without a compiler.
//
// A program is a tree (Program). It prints as Fortran, and it is executed by an interpreter of its
// own for all images, which writes the values that every image must find into the checks of the
// program. Between image control statements each object has one role, so that the order in which
// the images run does not matter; the interpreter keeps vector clocks and rejects a program where
// it would.
package phases
