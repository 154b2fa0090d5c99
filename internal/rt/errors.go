package rt

import (
	"errors"
	"fmt"
)

// Conditions that image control statements report; F2018 16.10.2 names them
// STAT_STOPPED_IMAGE and so on.
var (
	ErrStoppedImage = errors.New("an image has stopped")
	ErrFailedImage  = errors.New("an image has failed")
	ErrLocked       = errors.New("the lock is already held by this image")
	ErrLockedOther  = errors.New("only the image that holds a lock may unlock it")
	ErrUnlocked     = errors.New("nobody holds the lock that is to be unlocked")
	ErrUnlockedFail = errors.New(
		"the lock was held by an image that has failed; this image holds it now")
	ErrImageRange    = errors.New("no such image")
	ErrImageRepeated = errors.New("an image stands twice in a set")
	ErrNoMemory      = errors.New("the symmetric heap has no room")
	ErrSizes         = errors.New("images ask for different sizes")
	ErrAddress       = errors.New("address is not inside a coarray")
	ErrMismatched    = errors.New("images of a team execute different statements")
	ErrTeam          = errors.New("wrong team")
	ErrUntil         = errors.New("until_count is not positive")
)

// ErrArguments is ErrMismatched of images that execute the same collective with other arguments.
var ErrArguments error = otherArguments{}

type otherArguments struct{}

func (otherArguments) Error() string { return ErrMismatched.Error() }
func (otherArguments) Unwrap() error { return ErrMismatched }

// locatedError is an error with the statement of the program that has met it.
type locatedError struct {
	error
	place string
}

// Error is the error, and where it was met.
func (e *locatedError) Error() string { return e.error.Error() + ", at " + e.place }

// Unwrap is the error without the place.
func (e *locatedError) Unwrap() error { return e.error }

// LocatedAt gives an error the place of a statement, unless it has one or the place is not known.
func LocatedAt(err error, s Site) error {
	if _, has := errors.AsType[*locatedError](err); has || err == nil || s.File == "" {
		return err
	}
	return &locatedError{err, fmt.Sprintf("%s:%d", s.File, s.Line)}
}

// located is LocatedAt the statement that is being executed, for errors of other images' ends and
// of wrong images (Options.PlaceErrors).
func (w *World) located(err error) error {
	if err == nil || !w.options.PlaceErrors || !errors.Is(err, ErrStoppedImage) &&
		!errors.Is(err, ErrFailedImage) && !errors.Is(err, ErrImageRange) {
		return err
	}
	return LocatedAt(err, w.options.Where())
}

// AtStatement is LocatedAt the statement that is being executed, where errors say that.
func (w *World) AtStatement(err error) error {
	if err == nil || !w.options.PlaceErrors {
		return err
	}
	return LocatedAt(err, w.options.Where())
}

// noImage is the error of a number that is no image's; its callers stay small, to be inlined.
func (w *World) noImage(rank int, of string, size int) error {
	return w.located(fmt.Errorf("%w: image %d of %s%d", ErrImageRange, rank+1, of, size))
}
