package coarray

import (
	"context"
	"fmt"
	"iter"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/rt"
	"github.com/coral-pgas/coral/internal/rt/async"
)

// Image is the executing image: what a program's function gets. It is one of a team, of all images
// at first; inside InTeam another Image stands for it, as one of that team.
type Image struct {
	w    *rt.World
	team *Team
	// by offset: what cannot be used any more at the end of the team's function
	made map[uint64]freer
	left bool // the team's function has ended

	engine *async.Engine
	prompt bool // steps are not delayed on purpose
	*common
}

// common is what all Images of one image have together.
type common struct {
	ops   opEvents
	ended atomic.Bool // the program's function
	// is told of the error by which the image ends the run
	report func(*ImageError)
}

// world is the runtime with the image's team as the current one: for what all images of the team do
// together.
func (me *Image) world() *rt.World {
	if me.w.CheckOwned() != nil {
		return me.w // refuses what waits, and what does not wait needs no more
	}
	me.engine.Waited()
	if me.engine.Due() {
		me.engine.Advance()
	}
	me.w.Enter(me.team.t)
	return me.w
}

// waitingWorld is world for an operation that waits: where every image has a processor of its own,
// who waits looks for what is due, after it has told the others that it has come, when there is
// time for it.
func (me *Image) waitingWorld() *rt.World {
	if me.w.CheckOwned() != nil {
		return me.w
	}
	me.engine.Waited()
	if me.w.Crowded() || me.team.size == 1 {
		return me.world()
	}
	me.w.Enter(me.team.t)
	return me.w
}

// owned is ErrGoroutine on another goroutine than that of the image's function.
func (me *Image) owned() error { return located(me.w.CheckOwned()) }

// ready says whether the image can do anything: it must be one, and its function not have ended.
// The compiler inlines it: what is wrong is found out by unready.
func (me *Image) ready() error {
	if me != nil && me.w != nil && !me.left && !me.ended.Load() {
		return nil
	}
	return me.unready()
}

func (me *Image) unready() error {
	switch {
	case me == nil || me.w == nil:
		return unset("Image", "Main, Run or InTeam")
	case me.ended.Load():
		return placed("%w: %v", ErrEnded, me)
	}
	return placed("%w: the function inside %v has ended", ErrTeam, me.team)
}

// Index is the image's number in its team, from 1 to NumImages.
func (me *Image) Index() int { return me.Team().Index() }

// NumImages is how many images its team has.
func (me *Image) NumImages() int { return me.Team().NumImages() }

// Images are the numbers of the images of its team, from 1 on.
func (me *Image) Images() iter.Seq[int] { return me.Team().Images() }

// String names the image.
func (me *Image) String() string { return fmt.Sprintf("image %d", me.Index()) }

// SyncAll waits until all images of the team have come to it.
func (me *Image) SyncAll(ctx context.Context) error {
	if err := me.ready(); err != nil {
		return err
	}
	return me.waitingWorld().SyncAll(ctx)
}

// SyncImages synchronizes with the images given: each of them must name this one in
// a SyncImages of its own.
func (me *Image) SyncImages(ctx context.Context, images ...int) error {
	if err := me.ready(); err != nil {
		return err
	}
	w := me.waitingWorld()
	if len(images) == 1 {
		return w.SyncImage(ctx, images[0]-1)
	}
	members := make([]int, len(images))
	for i, k := range images {
		members[i] = k - 1
	}
	return w.AtStatement(w.SyncImages(ctx, members))
}

// SyncImagesAll is SyncImages with all other images of the team.
func (me *Image) SyncImagesAll(ctx context.Context) error {
	if err := me.ready(); err != nil {
		return err
	}
	return me.world().SyncImagesAll(ctx)
}

// SyncMemory completes what this image has put to others. Every other
// synchronization does so too.
func (me *Image) SyncMemory() error {
	if err := me.ready(); err != nil {
		return err
	}
	err := me.w.SyncMemory()
	me.w.Look()
	return err
}

// ErrorStop ends all images; the run's exit code is code, or 1 for a multiple of 256 that is not 0.
// It does not return. Main prints which image has called it, and where; Run returns that as an
// ImageError, with a StopCode inside. With code 0 nothing is printed, and Run returns no error.
func (me *Image) ErrorStop(code int) {
	me.mustBeReady()
	if code != 0 {
		me.report(&ImageError{me.w.Rank() + 1, located(errorStop(code))})
	}
	me.w.ErrorStop(code)
}

// Fail makes this image one that has failed, as for a test of a program that
// goes on without it. It does not return.
func (me *Image) Fail() {
	me.mustBeReady()
	me.w.FailImage()
}

// mustBeReady panics with the error of ready: its callers return none.
func (me *Image) mustBeReady() {
	if err := me.ready(); err != nil {
		panic(err)
	}
}

// StoppedImages are the images of the team that have ended normally.
func (me *Image) StoppedImages() []int { return me.imagesThat(Stopped) }

// FailedImages are the images of the team that have failed.
func (me *Image) FailedImages() []int { return me.imagesThat(Failed) }

func (me *Image) imagesThat(have Status) []int {
	if me.ready() != nil {
		return nil
	}
	var images []int
	me.w.Look()
	for k := 1; k <= me.team.size; k++ {
		if status, err := me.status(k); err == nil && status == have {
			images = append(images, k)
		}
	}
	return images
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
	if err := me.ready(); err != nil {
		return 0, err
	}
	me.w.Look()
	return me.status(image)
}

// status is ImageStatus by what this image knows already.
func (me *Image) status(image int) (Status, error) {
	rank, err := me.team.rank(image)
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
