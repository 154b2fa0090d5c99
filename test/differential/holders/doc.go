// Package holders makes programs that cross three things: what holds an object, by which designator
// a statement names it, and where the statement uses it.
//
// A program has independent cases. A case has a coarray and a local object, each behind a chain of
// holders (a pointer to components, an associate name of its section, a dummy argument), and one
// use of them. The generator knows the memory of both as a list of units: a number, a half of a
// complex one, a character. A view says which units each element of a name has, so that the
// generator knows what the statement does to each unit on each image. The program compares all
// units behind the statement. The control of a case is the same text without codimensions and image
// selectors, for one image: if it goes wrong too, so does the compiler.
// The statement may stand in constructs, and in teams whose images are numbered in other ways. One
// seed in five makes a program of CAF 2.0, another one has each module compiled by itself. One in
// three of the others is written in fixed form, of which there are four styles.
package holders
