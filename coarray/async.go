package coarray

import (
	"context"
	"fmt"

	"github.com/coral-pgas/coral/internal/rt/async"
)

// Event is one event of one image: what asynchronous operations wait for and post. It is a small
// value, for ==, and as a key of a map too. The zero value is no event: After and Before refuse it.
type Event struct {
	events *Events
	image  int
	i      int
}

// At is event i of an image. That there is one is checked where it is used.
func (e *Events) At(image, i int) Event { return Event{e, image, i} }

// Own is event i of this image: At(me.Index(), i).
func (e *Events) Own(i int) Event {
	if e.usable() != nil {
		return Event{e, NoImage, i}
	}
	return Event{e, e.c.team.index, i}
}

// Image is the image that At was given.
func (v Event) Image() int { return v.image }

// Index is which of its Events the event is: the i that At or Own was given. It tells what
// EventSet.WaitAny has found.
func (v Event) Index() int { return v.i }

// Post posts the event. What this image has written before is seen by the image that waits for it.
func (v Event) Post() error {
	if v.events == nil {
		return unset("Event", "Events.At or Events.Own")
	}
	return v.events.Post(v.image, v.i)
}

// Wait waits for a post to the event, which is this image's, and takes it.
func (v Event) Wait(ctx context.Context) error {
	if err := v.own(); err != nil {
		return err
	}
	return v.events.Wait(ctx, v.i)
}

// TryWait takes a post to the event, which is this image's, if there is one, and says whether there
// was. On the goroutine of the image's function it advances asynchronous operations.
func (v Event) TryWait() (bool, error) {
	if err := v.own(); err != nil {
		return false, err
	}
	return v.events.TryWait(v.i)
}

// own refuses to wait for another image's event.
func (v Event) own() error {
	rank, _, err := v.at()
	if err != nil {
		return err
	}
	if w := v.events.c.me.w; rank != w.Rank() {
		return placed("%w: %v waits for %v, and only its own image may", ErrImageRange,
			v.events.c.me, v)
	}
	return nil
}

// ID is a number that no other event of any image has, as long as the event exists; 0 if there is
// no such event.
func (v Event) ID() uint64 {
	at, err := v.place()
	if err != nil {
		return 0
	}
	return uint64(at.Rank)<<40 | at.Offset/eventSize
}

// String names the event.
func (v Event) String() string { return fmt.Sprintf("event %d of image %d", v.i, v.image) }

// place is where the event is.
func (v Event) place() (async.Event, error) {
	if v.events == nil {
		return async.None, unset("Event", "Events.At or Events.Own")
	}
	rank, offset, err := v.events.at(v.image, v.i)
	if err != nil {
		return async.None, err
	}
	return async.Event{Rank: rank, Base: v.events.c.offset, Offset: offset}, nil
}

// CopyAsync begins to set dst to src, sections of the same shape on any two images, and returns.
// Until the copy is complete, dst must not be used, nor src changed: on no image. Copies that one
// image begins are complete in any order.
func CopyAsync[T any](me *Image, dst, src Section[T], options ...Option) error {
	if err := me.ready(); err != nil {
		return err
	}
	if dst.Err() == nil && src.Err() == nil && me.copiesAtOnce(src.Len()*sizeOf[T]()) &&
		unconditional(options) {
		if streamed(me, dst.elements(), src.elements()) {
			return me.copied(options)
		}
		if err := dst.CopyFrom(src); err != nil {
			return err
		}
		return me.copied(options)
	}
	if dst.nowhere() || src.nowhere() {
		return me.nothing(options)
	}
	if err := dst.fits(src); err != nil {
		return err
	}
	c := async.Copy{Bytes: src.Len() * sizeOf[T]()}
	setPieces(&c, dst.elements(), src.elements())
	if !c.InPieces() {
		c.Run = func() error { return dst.CopyFrom(src) }
	}
	return me.begin(c, options)
}

// PutAsync is CopyAsync from a slice of this image's own memory, a coarray or not, as long as the
// section.
func PutAsync[T any](me *Image, dst Section[T], src []T, options ...Option) error {
	if err := me.ready(); err != nil {
		return err
	}
	if dst.nowhere() {
		return me.nothing(options)
	}
	if dst.Err() != nil || dst.Len() != len(src) {
		return dst.misfit(len(src))
	}
	if me.copiesAtOnce(len(src)*sizeOf[T]()) && unconditional(options) {
		if streamed(me, dst.elements(), src) {
			return me.copied(options)
		}
		if err := dst.CopyFromSlice(src); err != nil {
			return err
		}
		return me.copied(options)
	}
	c := async.Copy{Bytes: len(src) * sizeOf[T]()}
	setPieces(&c, dst.elements(), src)
	if !c.InPieces() {
		c.Run = func() error { return dst.CopyFromSlice(src) }
	}
	return me.begin(c, options)
}

// GetAsync is CopyAsync to a slice of this image's own memory, a coarray or not, as long as the
// section.
func GetAsync[T any](me *Image, dst []T, src Section[T], options ...Option) error {
	if err := me.ready(); err != nil {
		return err
	}
	if src.nowhere() {
		return me.nothing(options)
	}
	if src.Err() != nil || src.Len() != len(dst) {
		return src.misfit(len(dst))
	}
	if me.copiesAtOnce(len(dst)*sizeOf[T]()) && unconditional(options) {
		if streamed(me, dst, src.elements()) {
			return me.copied(options)
		}
		if err := src.CopyTo(dst); err != nil {
			return err
		}
		return me.copied(options)
	}
	c := async.Copy{Bytes: len(dst) * sizeOf[T]()}
	setPieces(&c, dst, src.elements())
	if !c.InPieces() {
		c.Run = func() error { return src.CopyTo(dst) }
	}
	return me.begin(c, options)
}

// PutAsync begins to copy src to the elements from at on, as Local counts them: the asynchronous
// form of Put. See CopyAsync.
func (r Coindexed[T]) PutAsync(at int, src []T, options ...Option) error {
	if len(src) == 1 && len(options) == 1 && uint(at) < r.mapped() &&
		r.bounds.c.me.prompt {
		// What is done most, and what it costs is mostly calls and tests.
		if o := &options[0]; o.kind == optionAfter && o.event.events != nil &&
			r.bounds.c.me.w.CheckOwned() == nil {
			*r.element(at) = src[0]
			return o.event.events.Post(o.event.image, o.event.i)
		}
	}
	return r.putAsyncAny(at, src, options)
}

func (r Coindexed[T]) putAsyncAny(at int, src []T, options []Option) error {
	if r.here(at, len(src)) && atOnce(r.coarray().me, len(src)*sizeOf[T](), options) {
		if len(src)*sizeOf[T]() >= streamedFrom {
			moveSlice(r.coarray().me, r.part(at, len(src)), src)
			return r.coarray().me.copied(options)
		}
		copy(r.part(at, len(src)), src)
		if len(options) == 1 {
			return options[0].event.Post()
		}
		return r.coarray().me.copied(options)
	}
	return r.putAsync(at, src, options)
}

func (r Coindexed[T]) putAsync(at int, src []T, options []Option) error {
	if err := r.coarray().usable(); err != nil {
		return err
	}
	if r.image == NoImage {
		return r.coarray().me.nothing(options)
	}
	if err := r.check(at, len(src)); err != nil {
		return err
	}
	c := async.Copy{Bytes: len(src) * sizeOf[T]()}
	if r.here(at, len(src)) {
		setPieces(&c, r.part(at, len(src)), src)
	}
	if !c.InPieces() {
		c.Run = func() error { return r.Put(at, src) }
	}
	return r.coarray().me.begin(c, options)
}

// GetAsync begins to copy the elements from at on to dst: the asynchronous form of Get. See
// CopyAsync.
func (r Coindexed[T]) GetAsync(at int, dst []T, options ...Option) error {
	if r.here(at, len(dst)) && atOnce(r.coarray().me, len(dst)*sizeOf[T](), options) {
		moveSlice(r.coarray().me, dst, r.part(at, len(dst)))
		return r.coarray().me.copied(options)
	}
	return r.getAsync(at, dst, options)
}

func (r Coindexed[T]) getAsync(at int, dst []T, options []Option) error {
	if err := r.coarray().usable(); err != nil {
		return err
	}
	if r.image == NoImage {
		return r.coarray().me.nothing(options)
	}
	if err := r.check(at, len(dst)); err != nil {
		return err
	}
	c := async.Copy{Bytes: len(dst) * sizeOf[T]()}
	if r.here(at, len(dst)) {
		setPieces(&c, dst, r.part(at, len(dst)))
	}
	if !c.InPieces() {
		c.Run = func() error { return r.Get(at, dst) }
		c.From = r.from(at, dst)
	}
	return r.coarray().me.begin(c, options)
}

// from is what a get reads, for copies that go on behind the call.
func (r Coindexed[T]) from(at int, dst []T) async.From {
	rank, err := r.rank()
	if err != nil || len(dst) == 0 {
		return async.From{} // Run tells of it
	}
	return async.From{Rank: rank, Offset: r.coarray().byteOffset(at), Dst: bytesOf(dst)}
}

// atOnce says whether a copy is best done by the caller: most have one option, which is the event
// to notify.
func atOnce(me *Image, bytes int, options []Option) bool {
	return me.copiesAtOnce(bytes) &&
		(len(options) == 1 && options[0].kind == optionAfter && options[0].event.events != nil ||
			len(options) != 1 && unconditional(options))
}

// copiesAtOnce says whether the caller does a copy of so many bytes itself: a short one, on the
// goroutine of the image's function. On another goroutine the copy is refused where it would begin.
func (me *Image) copiesAtOnce(bytes int) bool {
	return me.engine.AtOnce(bytes) && me.w.CheckOwned() == nil
}

// unconditional says whether an operation waits for no event, as far as its options alone tell, and
// these name events that have been made.
func unconditional(options []Option) bool {
	for i := range options {
		if options[i].kind != optionAfter || options[i].event.events == nil {
			return false
		}
	}
	return true
}

// streamedFrom is from how many bytes a copy is worth to be counted.
const streamedFrom = 4 << 10

// streamed does a copy past the caches if it is one of so many that these cannot hold what they
// move, and says whether it has.
func streamed[T any](me *Image, to, from []T) bool {
	if bytes := len(to) * sizeOf[T](); bytes < streamedFrom || !me.engine.Streams(bytes) {
		return false
	}
	if len(to) != len(from) {
		return false
	}
	piece := async.PieceOf(dataOf(to), dataOf(from), len(to)*sizeOf[T]())
	if !piece.There() {
		return false
	}
	piece.Move(true)
	return true
}

// moveSlice copies a slice, past the caches where streamed does. It is a call, so that what is
// short need not make room for all this.
//
//go:noinline
func moveSlice[T any](me *Image, to, from []T) {
	if !streamed(me, to, from) {
		copy(to, from)
	}
}

// copied tells who waits for a copy that was done at once.
func (me *Image) copied(options []Option) error {
	told := false
	for i := range options {
		if v := &options[i].event; v.events != nil {
			told = true
			if err := v.events.Post(v.image, v.i); err != nil {
				return err
			}
		}
	}
	if told {
		return nil
	}
	return me.w.SyncMemory()
}

// nothing is a copy to or from NoImage. Events of NoImage are none: who sends over an edge names
// the event there, too. What is no event, or another option, is refused as with every copy.
func (me *Image) nothing(options []Option) error {
	var there []Option
	for _, o := range options {
		if o.event.image != NoImage || o.event.events == nil {
			there = append(there, o)
		}
	}
	return me.begin(async.Copy{Run: func() error { return nil }}, there)
}

// begin begins a copy with options.
func (me *Image) begin(c async.Copy, options []Option) error {
	if err := me.owned(); err != nil {
		return err
	}
	n, err := me.noticesOf("a copy", options)
	if err != nil {
		return err
	}
	c.Before, c.After, c.Also = n.before, n.after, n.also
	return begun(options, me.engine.Copy(c))
}

// Advance advances asynchronous operations, and runs the functions that other images have shipped
// here. Every call that waits for other images does so too; a program that computes for long
// between such calls does well to call it now and then. On another goroutine than that of the
// image's function it does nothing.
func (me *Image) Advance() {
	if me.ready() == nil {
		me.advance()
	}
}

// advance advances asynchronous operations, if the caller's goroutine may.
func (me *Image) advance() {
	if me.w.CheckOwned() == nil {
		me.engine.AdvanceBriefly()
	}
}

// Finish runs body and returns when everything is complete, on all images of the team, that was
// begun without an event inside: by the images' bodies, and by the functions that they have
// shipped. All images of the team call it together. Blocks may be nested.
//
// If body returns an error, Finish does so at once and waits for nothing: the other images can not
// complete the block then, so that an error should end the run. No image leaves the block before
// all have come to its end. One that has left may ship functions of what follows to one that has
// not.
func (me *Image) Finish(ctx context.Context, body func() error) error {
	if err := me.ready(); err != nil {
		return err
	}
	if body == nil {
		return noFunction("Finish", "its body")
	}
	return me.engine.Finish(ctx, me.team.t, func() error {
		if err := body(); err != nil {
			return err
		}
		// what body has put before is where it belongs when others come out of the block
		return me.w.SyncMemory()
	})
}
