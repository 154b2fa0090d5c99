// Command cluster computes pi on all images of all machines, each of which adds up strips, and
// tells each where its neighbour runs.
//
//	go build -o pi ./examples/go/cluster
//	./pi                                             on this machine, one image a core
//	mpirun -n 8 -H a:4,b:4 ./pi                      on two
//	coral run --conduit mpi -n 8 --hosts a,b ./pi    the same
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"

	"github.com/coral-pgas/coral/coarray"
	_ "github.com/coral-pgas/coral/coarray/cluster" // for runs over several machines
)

const strips = 1 << 22

func main() { coarray.Main(program) }

func program(ctx context.Context, me *coarray.Image) error {
	part := 0.0
	for i := me.Index() - 1; i < strips; i += me.NumImages() {
		x := (float64(i) + 0.5) / strips
		part += 4 / (1 + x*x) / strips
	}
	pi, err := coarray.Sum(ctx, me, part)
	if err != nil {
		return err
	}
	host, err := os.Hostname()
	if err != nil {
		return err
	}
	names, err := coarray.New[[64]byte](ctx, me)
	if err != nil {
		return err
	}
	right := me.Index()%me.NumImages() + 1
	var name [64]byte
	copy(name[:], fmt.Sprintf("image %d on %s", me.Index(), host))
	if err := names.At(right).Put(0, [][64]byte{name}); err != nil {
		return err
	}
	if err := me.SyncAll(ctx); err != nil {
		return err
	}
	fmt.Printf("image %d of %d: left of me is %s\n", me.Index(), me.NumImages(),
		bytes.TrimRight(names.Local()[0][:], "\x00"))
	if me.Index() == 1 {
		fmt.Printf("pi is %.12f\n", pi)
	}
	return nil
}
