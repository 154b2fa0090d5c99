package coarray

// Programs are those that a test starts as processes of their own, for tests outside of the
// package: a program's frames are those that do not belong to Coral.
var Programs, RunProgram = programs, runProgram

// InGo and InGoOf tell whether a function with its file is of Go's library.
var InGo, InGoOf = inGo, inGoOf
