// Nascg is the NAS Parallel Benchmark CG (Conjugate Gradient); package cg says how to run it.
package main

import (
	"os"

	"github.com/coral-pgas/coral/examples/go/nas/cg"
)

func main() { cg.Main(os.Args[1:]) }
