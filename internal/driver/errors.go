package driver

import (
	"errors"
	"fmt"
	"io"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/paint"
)

// Codes of the driver's messages; internal/diag/codes_driver.go explains them.
const (
	CodeNoBackend   diag.Code = "C0301"
	CodeBadBackend  diag.Code = "C0302"
	CodeUsage       diag.Code = "C0303"
	CodeFile        diag.Code = "C0304"
	CodeWrite       diag.Code = "C0305"
	CodeOption      diag.Code = "C0306"
	CodeModuleTwice diag.Code = "C0307"
	CodeModuleCycle diag.Code = "C0308"
	CodePreprocess  diag.Code = "C0309"
	CodeCompile     diag.Code = "C0310"
	CodeLink        diag.Code = "C0311"
	CodeRuntime     diag.Code = "C0312"
	CodeAssumption  diag.Code = "C0317"
	CodeNotYet      diag.Code = "C0313"
	CodeModuleFile  diag.Code = "C0314"
	CodeLauncher    diag.Code = "C0315"
	CodeConduit     diag.Code = "C0316"
	CodeInternal    diag.Code = "C0399"
)

// Error is a failure that concerns no place in a source.
type Error struct {
	Code diag.Code
	Err  error
	Help string // what to do, if there is something to say
}

func (e *Error) Error() string { return fmt.Sprintf("%v [%s]", e.Err, e.Code) }

// Show prints the error for the user.
func (e *Error) Show(w io.Writer) {
	paint.Fprintf(w, "coral: error: %v\n", e)
	if e.Help != "" {
		paint.Fprintf(w, "coral: note: %s\n", e.Help)
	}
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// ErrReported says that the user has been told already: diagnostics were printed.
var ErrReported = errors.New("there were errors")

func failure(code diag.Code, format string, args ...any) *Error {
	return &Error{Code: code, Err: fmt.Errorf(format, args...)}
}

func (e *Error) help(format string, args ...any) *Error {
	e.Help = fmt.Sprintf(format, args...)
	return e
}
