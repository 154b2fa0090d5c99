// Package metamorphic rewrites Fortran programs so that they must do what they did before, and runs
// the programs of the conformance suite so rewritten.
//
// The oracle is the program itself: it checks its results. A transformation works on the tokens and
// the tree of the front end, never on lines. Where it does not know that the result means the same,
// it leaves a statement, or the whole program, as it is.
package metamorphic
