// Package net is the conduit over a communication library that is loaded when a program starts.
// What it needs of the library is small (native/src/coral_link.h); what a conduit gives besides is
// made here and by the reference implementation.
//
// Images of one machine map each other's slots: puts, gets and signals between them are loads and
// stores. All else goes through the library.
//
// # Protocol
//
// Everything begins with a message, whose head says what it is (message). Short data travel in it.
// Long data follow beside it, under a tag that their sender has chosen, straight from where they
// are to where they belong: the library's own protocol for long messages then costs what it costs
// in any program that uses it.
//
// Short puts to one image wait for each other in one message (aggregate.go), and none waits for an
// answer; order is kept where it matters (peer.go, reorder.go).
//
// A library that is told of memory (CORAL_MEMORY, package registration) does long puts and gets of
// other images' memory by itself, UCX operations on words too; messages remain for the rest.
package net
