// Command gocluster is the Go program of `coral bench operations` for images on several machines.
package main

import (
	"context"
	"os"

	"github.com/coral-pgas/coral/bench/micro/gomicro"
	"github.com/coral-pgas/coral/coarray"
	_ "github.com/coral-pgas/coral/coarray/cluster"
)

func main() {
	// Agents on other machines execute this program without its arguments, too.
	coarray.Main(func(ctx context.Context, me *coarray.Image) error {
		return gomicro.On(ctx, me,
			os.Args[1:])
	})
}
