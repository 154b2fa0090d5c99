package rt

import "errors"

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
	ErrTeam          = errors.New("no such team")
	ErrUntil         = errors.New("until_count is not positive")
)
