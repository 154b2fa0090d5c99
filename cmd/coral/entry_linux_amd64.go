package main

// leastAddresses is how many bytes of addresses Go's runtime needs to start. With fewer it ends in
// a report of its own state. It reserves them, and uses little of them.
//
//lint:ignore U1000 entry's assembler text refers to it
var leastAddresses uint64 = 1280 << 20

//lint:ignore U1000 entry's assembler text refers to it
var fewAddresses = "coral: error: the limit of the address space (ulimit -v) is less than the " +
	"1280 MiB that this command reserves: raise the limit [C0318]\n"

// entry is where the process begins (the linker's option -E, Makefile). It goes on in Go's runtime
// if that can start.
//
//lint:ignore U1000 the linker refers to it
func entry()
