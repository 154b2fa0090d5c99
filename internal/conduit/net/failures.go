//go:build cgo

package net

import (
	"fmt"
	"io"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/provider"
)

// noteFailures says what a library cannot give to a program that asks which images have failed. The
// first image calls it, once a run, where there are several machines.
func noteFailures(out io.Writer, p *provider.Provider) {
	asks := adapter.MarkedForFailures() || conduit.AsksForFailures != nil && conduit.AsksForFailures()
	if on, err := config.Notes.Bool(); p.Gives.Survives || !asks || err != nil || !on {
		return
	}
	fmt.Fprintf(out, "coral: note: this program asks which images have failed. With %s, the other "+
		"images go on after one that has failed by itself (FAIL IMAGE; Fail in Go). After an "+
		"image whose process has died, they do not: the run ends (%s=0 leaves this note out)\n",
		p.Title, config.Notes.Name)
}
