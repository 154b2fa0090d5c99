package launch

import (
	"errors"
	"fmt"

	"github.com/coral-pgas/coral/internal/diag"
)

// Codes of the launcher's messages.
const (
	CodeKilled  diag.Code = "R0501"
	CodeExited  diag.Code = "R0502"
	CodeImages  diag.Code = "R0503"
	CodeFiles   diag.Code = "R0504"
	CodeMemory  diag.Code = "R0505"
	CodeStart   diag.Code = "R0506"
	CodeSetting diag.Code = "R0507"
	CodeAllDead diag.Code = "R0508"
	CodeStuck   diag.Code = "R0509"
	CodeOutput  diag.Code = "R0510"
	CodeHost    diag.Code = "R0511"
	CodeOrphan  diag.Code = "R0515"
	CodeVersion diag.Code = "R0519"
	CodeLinked  diag.Code = "R0520"
)

// Error is why a run could not start.
type Error struct {
	Code diag.Code
	Err  error
}

func (e *Error) Error() string { return fmt.Sprintf("%v [%s]", e.Err, e.Code) }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is compares codes.
func (e *Error) Is(target error) bool {
	var other *Error
	return errors.As(target, &other) && other.Code == e.Code && other.Err == nil
}

// settingError is an error with the code of a wrong setting, unless it has one.
func settingError(err error) error {
	var coded *Error
	if errors.As(err, &coded) {
		return coded
	}
	return &Error{CodeSetting, err}
}

func failure(code diag.Code, format string, args ...any) error {
	return &Error{code, fmt.Errorf(format, args...)}
}
