//go:build cgo

package net

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/net/native"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/provider"
	"github.com/coral-pgas/coral/internal/standing"
)

// startLook is how often awaitStart looks. As a heartbeat's, the time is counted, not taken from
// the clock.
const startLook = time.Second

// othersWords is how much later than this machine others may have begun to wait, which are to name
// their images too before the run is ended.
const othersWords = 2 * time.Second

// awaitStart ends this image when the images have not met within a limit, 0: for ever. Libraries
// wait without end for who has not come, and nothing else watches yet.
func awaitStart(seg *conduit.Segment, rank int, limit time.Duration, started <-chan struct{}) {
	for waited := time.Duration(0); limit == 0 || waited <= limit; waited += startLook {
		select {
		case <-started:
			return
		case <-time.After(startLook):
		}
	}
	// once on each machine
	if !atomic.CompareAndSwapUint32(&seg.JobArea().EndedBy, 0, uint32(rank+1)) {
		leaveToOther()
	}
	host, _ := os.Hostname()
	who := "image"
	here := imagesHere(seg)
	if len(here) > 1 {
		who = "images"
	}
	fmt.Fprintf(os.Stderr,
		"coral: error: %s %s on host %s waited %v for those on other machines, of which some "+
			"have not come: a machine is down, could not start the program, or the network is "+
			"cut (%s sets how long) [R0512]\n",
		who, standing.Ranges(here), host, limit, config.Connect.Name)
	time.Sleep(othersWords)
	leaveToLauncher()
}

// imagesHere are the images of this machine. Each machine names its own: those that no machine
// names have not come, of which nobody knows more.
func imagesHere(seg *conduit.Segment) (images []int) {
	for rank := range seg.Images {
		if atomic.LoadUint32(&seg.Status(rank).Here) != 0 {
			images = append(images, rank+1)
		}
	}
	return images
}

// Start binds an image that the launcher of a library has started to that library: Build, and Open.
// All images do so, when they have booted; when it returns, all have. Where one cannot, it says why
// and ends the run. onLoss is that of Open.
func Start(boot layout.Boot, seg conduit.Segment, onLoss func(error)) *Conduit {
	c, err := bind(boot, seg, onLoss)
	if err != nil {
		abortStart(&seg, boot, err)
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
		return "", fmt.Errorf("%s=%s: %s is not linked into this program: build it by "+
			"`coral build --conduit %s` [R0520]", config.Conduit.Name, p.Name, p.Title, p.Name)
	}
	which, err := native.Find(context.Background(), p)
	if err != nil {
		return "", err
	}
	return native.Build(context.Background(), which)
}

func bind(boot layout.Boot, seg conduit.Segment, onLoss func(error)) (*Conduit, error) {
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
	go awaitStart(&seg, boot.Image-1, limit, started)
	c, err := Open(object, seg, boot.Image-1, onLoss)
	close(started)
	if err != nil {
		return nil, err
	}
	c.patience = silence
	if verbose, err := config.Verbose.Bool(); err == nil && verbose && boot.Image == 1 {
		fmt.Fprintf(os.Stderr, "coral: images reach each other by %s\n", c.lib.Name)
	}
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
