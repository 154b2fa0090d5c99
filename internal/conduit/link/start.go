//go:build cgo

package link

import (
	"context"
	"os"
	"strings"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/link/native"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/layout"
)

// Start binds an image that the launcher of a library has started to that library: Build, and Open. All images do so, when they have booted; when it
// returns, all have. onLoss is that of Open.
func Start(boot layout.Boot, seg conduit.Segment, onLoss func(error)) (*Conduit, error) {
	var which native.Library
	var err error
	if boot.Conduit == layout.ConduitUCX {
		which, err = native.UCX(context.Background())
	} else {
		which, err = native.MPI()
	}
	if err != nil {
		return nil, err
	}
	object, err := native.Build(context.Background(), which)
	if err != nil {
		return nil, err
	}
	for _, s := range which.Settings {
		if name, value, _ := strings.Cut(s, "="); os.Getenv(name) == "" {
			if err := os.Setenv(name, value); err != nil {
				return nil, err
			}
		}
	}
	silence, err := config.Silence.Time()
	if err != nil {
		return nil, err
	}
	c, err := Open(object, seg, boot.Image-1, onLoss)
	if err != nil {
		return nil, err
	}
	c.patience = silence
	deadlock, err := config.Deadlock.Time()
	if err != nil {
		return nil, err
	}
	c.standBy(deadlock)
	if c.ring != nil && silence > 0 {
		go c.watch(c.ring, silence)
	}
	return c, nil
}
