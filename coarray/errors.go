package coarray

import (
	"errors"
	"fmt"

	"github.com/coral-pgas/coral/internal/rt"
	"github.com/coral-pgas/coral/internal/rt/async"
)

// Errors of this package, for errors.Is.
var (
	// ErrStoppedImage: a statement needs an image that has ended normally.
	ErrStoppedImage = rt.ErrStoppedImage
	// ErrFailedImage: a statement needs an image that has failed.
	ErrFailedImage = rt.ErrFailedImage
	// ErrImageRange: there is no image of that number.
	ErrImageRange = rt.ErrImageRange
	// ErrImageRepeated: an image stands twice in a list of images.
	ErrImageRepeated = rt.ErrImageRepeated
	// ErrNoMemory: the symmetric heap has no room.
	ErrNoMemory = rt.ErrNoMemory
	// ErrSizes: images call the same collective with different sizes.
	ErrSizes = rt.ErrSizes
	// ErrLocked: this image holds the lock already.
	ErrLocked = rt.ErrLocked
	// ErrUnlocked: nobody holds the lock that is to be unlocked.
	ErrUnlocked = rt.ErrUnlocked
	// ErrLockedOther: another image holds the lock that is to be unlocked.
	ErrLockedOther = rt.ErrLockedOther
	// ErrUnlockedFailed: the lock was held by a failed image, and is now this image's.
	ErrUnlockedFailed = rt.ErrUnlockedFail
	// ErrTeam: the team, or its number, is wrong for the call. The team was not formed here, does
	// not have this image, or has images on which the coarray has no part. The number is not
	// positive, or stands for no team.
	ErrTeam = rt.ErrTeam
	// ErrInShipped: a shipped function would have to wait for other images.
	ErrInShipped = rt.ErrInShipped
	// ErrMismatch: images of the team execute different statements, or one with other arguments.
	// All statements of the team that follow fail by this error.
	ErrMismatch = rt.ErrMismatched
	// ErrFunction: the images have not registered the same functions in the same order.
	ErrFunction = async.ErrFunction
	// ErrArgument: a value of the type cannot travel to another image.
	ErrArgument = errors.New("not a type of arguments that can be shipped")
	// ErrDeadlock: every image waits for another, and nothing can wake them.
	ErrDeadlock = errors.New("deadlock: every image waits for another, and nothing can wake them")
	// ErrGoexit: an image's function has neither returned nor panicked.
	ErrGoexit = errors.New(
		"the function of the image has called runtime.Goexit, as FailNow, Fatal and Skip of " +
			"package testing do: let it return an error")
	// ErrShape: shapes, subscripts or lengths do not fit.
	ErrShape = errors.New("shapes do not fit")
	// ErrElement: the element type cannot be shared among images.
	ErrElement = errors.New("not an element type of coarrays")
	// ErrZeroValue: a value that nobody has made is used.
	ErrZeroValue = errors.New("a zero value is used")
	// ErrGoroutine: another goroutine than that of the image's function waits for other images, or
	// begins an asynchronous operation.
	ErrGoroutine = rt.ErrGoroutine
	// ErrEnded: an image, or what it has made, is used after its function has ended.
	ErrEnded = errors.New("the function of the image has ended")
	// ErrFreed: the coarray, or the events, locks or variables, have been freed.
	ErrFreed = errors.New("the coarray has been freed")
)

// worded is an error that says more than the one that it is.
type worded struct {
	text string
	is   error
}

func (w *worded) Error() string { return w.text }

func (w *worded) Unwrap() error { return w.is }

// negative is the error of a number that counts something and is below 0.
func negative(what string, n int) error {
	return located(&worded{fmt.Sprintf("%s is %d, which is negative", what, n), ErrShape})
}

// unset is the error of a value that nobody has made.
func unset(what, maker string) error {
	return placed("%w: %s not made by %s", ErrZeroValue, what, maker)
}

// noFunction is the error of a call that is given nil for a function.
func noFunction(call, what string) error {
	return placed("%w: %s is given nil for %s", ErrZeroValue, call, what)
}

// StopCode, returned by an image's function, ends the image normally with an exit code. A multiple
// of 256 that is not 0 becomes the exit code 1: to the parent process it would be 0.
type StopCode int

// Error names the code.
func (c StopCode) Error() string { return fmt.Sprintf("stop %d", int(c)) }

// errorStop is a call of ErrorStop.
type errorStop StopCode

func (c errorStop) Error() string { return fmt.Sprintf("ErrorStop(%d)", int(c)) }

func (c errorStop) Unwrap() error { return StopCode(c) }

// ImageError is an error with the image on which it happened.
type ImageError struct {
	Image int
	Err   error
}

// Error is the error, after the image.
func (e *ImageError) Error() string { return fmt.Sprintf("image %d: %v", e.Image, e.Err) }

// Unwrap is the error without the image.
func (e *ImageError) Unwrap() error { return e.Err }

// placed is fmt.Errorf with the statement of the program behind the text, as the other images'
// reports have it.
func placed(format string, args ...any) error { return located(fmt.Errorf(format, args...)) }

// located is an error with the statement of the program behind its text, if it has none; nil stays.
func located(err error) error {
	if err == nil {
		return nil
	}
	return rt.LocatedAt(err, userSite())
}
