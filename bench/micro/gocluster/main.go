// Command gocluster is the Go program of `coral bench operations` for images on several machines.
package main

import (
	"os"

	"github.com/coral-pgas/coral/bench/micro/gomicro"
	"github.com/coral-pgas/coral/coarray"
	_ "github.com/coral-pgas/coral/coarray/cluster"
)

func main() {
	// Agents on other machines execute this program without its arguments, too.
	coarray.Main(func(me *coarray.Image) error { return gomicro.On(me, os.Args[1:]) })
}
