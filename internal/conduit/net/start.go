//go:build cgo

package net

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/conduit/net/native"
	"github.com/coral-pgas/coral/internal/conduit/net/shutdown"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/provider"
)

// Start binds an image that the launcher of a library has started to that library: Build, and Open.
// All images do so, when they have booted; when it returns, all have. Where one cannot, it says why
// and ends the run. embedded: the program is of another language than Go, whose runtime may have
// handlers of signals. onLoss is that of Open.
func Start(boot layout.Boot, seg conduit.Segment, embedded bool, onLoss func(error)) *Conduit {
	c, err := bind(boot, seg, embedded, onLoss)
	if err != nil {
		shutdown.AbortStart(&seg, boot, err)
	}
	return c
}

// adapterOf is the shared object that binds programs to a library, "" where the library is linked
// into this one.
func adapterOf(p *provider.Provider) (string, error) {
	switch {
	case !p.IsLinked():
	case provider.Program == p:
		return "", nil
	default:
		return "", fmt.Errorf("conduit %s: %s is not linked into this program: build it by "+
			"`coral build --conduit %s` [R0520]", p.Name, p.Title, p.Name)
	}
	which, err := native.Find(context.Background(), p)
	if err != nil {
		return "", err
	}
	return native.Build(context.Background(), which)
}

func bind(boot layout.Boot, seg conduit.Segment, embedded bool, onLoss func(error)) (*Conduit,
	error) {
	p := provider.Numbered(boot.Conduit)
	if p == nil {
		return nil, fmt.Errorf("the launcher names a communication library that this program "+
			"does not know (%d): build both with the same Coral", boot.Conduit)
	}
	object, err := adapterOf(p)
	if err != nil {
		return nil, err
	}
	for _, s := range p.Settings {
		if name, value, _ := strings.Cut(s, "="); os.Getenv(name) == "" {
			if err := os.Setenv(name, value); err != nil {
				return nil, err
			}
		}
	}
	silence, err := config.HeartbeatTimeout.Time()
	if err != nil {
		return nil, err
	}
	limit, err := config.Connect.Time()
	if err != nil {
		return nil, err
	}
	started := make(chan struct{})
	go shutdown.AwaitStart(&seg, boot.Image-1, limit, started)
	c, err := Open(object, seg, boot.Image-1, onLoss)
	close(started)
	if err != nil {
		return nil, err
	}
	c.ending.Timeout = silence
	if verbose, err := config.Verbose.Bool(); err == nil && verbose && boot.Image == 1 {
		fmt.Fprintf(os.Stderr, "coral: images reach each other by %s\n", c.lib.Name)
	}
	if boot.Image == 1 && len(c.leaders) > 0 {
		noteFailures(os.Stderr, p)
	}
	deadlock, err := config.Deadlock.Time()
	if err != nil {
		return nil, err
	}
	if err := c.quiescence.Start(deadlock, embedded); err != nil {
		return nil, err
	}
	if c.ring != nil && silence > 0 {
		go c.ring.Watch(c, &c.ending, silence)
	}
	return c, nil
}

// noteFailures says what a library cannot give to a program that asks which images have failed. The
// first image calls it, once a run, where there are several machines.
func noteFailures(out io.Writer, p *provider.Provider) {
	inGo := conduit.AsksForFailures
	asks := adapter.MarkedForFailures() || inGo != nil && inGo()
	if on, err := config.Notes.Bool(); p.Gives.Survives || !asks || err != nil || !on {
		return
	}
	fmt.Fprintf(out, "coral: note: %s (%s=0 leaves this note out)\n", p.FailureNote(),
		config.Notes.Name)
}
