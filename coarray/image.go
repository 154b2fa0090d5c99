package coarray

import (
	"context"
	"fmt"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/rt"
)

// Image is the executing image: what a program's function gets.
type Image struct {
	w *rt.World
}

// Index is the image's number, from 1 to NumImages.
func (me *Image) Index() int { return me.w.Current().Rank() + 1 }

// NumImages is how many images there are.
func (me *Image) NumImages() int { return me.w.Current().Size() }

func (me *Image) String() string { return fmt.Sprintf("image %d", me.Index()) }

// SyncAll waits until all images have come to it.
func (me *Image) SyncAll() error { return me.w.SyncAll(context.Background()) }

// SyncAllContext is SyncAll until the context ends. Images cannot synchronise any
// more after that: it is for ending in an orderly way.
func (me *Image) SyncAllContext(ctx context.Context) error { return me.w.SyncAll(ctx) }

// SyncImages synchronises with the images given: each of them must name this one in
// a SyncImages of its own.
func (me *Image) SyncImages(images ...int) error {
	return me.SyncImagesContext(context.Background(), images...)
}

// SyncImagesContext is SyncImages until the context ends.
func (me *Image) SyncImagesContext(ctx context.Context, images ...int) error {
	if len(images) == 1 {
		return me.w.SyncImage(ctx, images[0]-1)
	}
	members := make([]int, len(images))
	for i, k := range images {
		members[i] = k - 1
	}
	return me.w.SyncImages(ctx, members)
}

// SyncImagesAll is SyncImages with all other images.
func (me *Image) SyncImagesAll() error { return me.w.SyncImagesAll(context.Background()) }

// SyncMemory completes what this image has put to others. Every other
// synchronisation does so too.
func (me *Image) SyncMemory() error { return me.w.SyncMemory() }

// ErrorStop ends all images; the run's exit code is code. It does not return.
func (me *Image) ErrorStop(code int) { me.w.ErrorStop(code) }

// Fail makes this image one that has failed, as for a test of a program that
// goes on without it. It does not return.
func (me *Image) Fail() { me.w.FailImage() }

// StoppedImages are the images that have ended normally; FailedImages those that have failed.
func (me *Image) StoppedImages() []int { return imagesOf(me.w.Stopped()) }
func (me *Image) FailedImages() []int  { return imagesOf(me.w.Failed()) }

func imagesOf(members []int) []int {
	for i := range members {
		members[i]++
	}
	return members
}

// Status of an image.
type Status int

const (
	Running Status = iota
	Stopped
	Failed
)

// ImageStatus says how an image is.
func (me *Image) ImageStatus(image int) (Status, error) {
	rank, err := me.rank(image)
	if err != nil {
		return 0, err
	}
	switch me.w.State(rank) {
	case layout.StateStopped, layout.StateDone:
		return Stopped, nil
	case layout.StateFailed:
		return Failed, nil
	}
	return Running, nil
}

// rank is the image's rank in the initial team.
func (me *Image) rank(image int) (int, error) {
	t := me.w.Current()
	if uint(image-1) >= uint(t.Size()) {
		return 0, fmt.Errorf("%w: image %d of %d", ErrImageRange, image, t.Size())
	}
	return t.Member(image - 1), nil
}
