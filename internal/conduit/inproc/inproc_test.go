package inproc

import (
	"fmt"
	"testing"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/conduittest"
)

func TestConduit(t *testing.T) {
	for _, n := range []int{1, 2, 3, 5} {
		for _, o := range []Options{{}, {Unmapped: true}, {Unmapped: true, Late: true}} {
			t.Run(fmt.Sprintf("images=%d,unmapped=%v,late=%v", n, o.Unmapped, o.Late),
				func(t *testing.T) {
					images, err := Open(n, o)
					if err != nil {
						t.Fatal(err)
					}
					var conduits []conduit.Conduit
					for _, c := range images {
						conduits = append(conduits, c)
					}
					conduittest.RunInProcess(t, conduits)
					for _, c := range conduits {
						if err := c.Close(); err != nil {
							t.Error(err)
						}
					}
				})
		}
	}
}
