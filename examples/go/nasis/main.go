// Nasis is the NAS Parallel Benchmark IS (Integer Sort); package is says how to run it.
package main

import (
	"os"

	"github.com/coral-pgas/coral/examples/go/nas/is"
)

func main() { is.Main(os.Args[1:]) }
