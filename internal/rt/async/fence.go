package async

import "github.com/coral-pgas/coral/internal/layout"

// Touches is what an operation does, while it goes on, with memory of the image that has begun it.
type Touches uint8

const (
	Reads      Touches = layout.TouchReads
	Writes     Touches = layout.TouchWrites
	touchesEnd         = (Reads | Writes) + 1
)

// Cofence returns when the operations that the program has begun without an event have done what
// they do here, or an image has failed: the program may then change what they read, and read what
// they write. Those whose Touches are all among downward may go on. Operations that shipped
// functions have begun are theirs.
func (e *Engine) Cofence(downward Touches) error {
	e.Waited()
	return e.awaitOver(layout.WaitFence, func() bool {
		for t := Reads; t < touchesEnd; t++ {
			if t&^downward != 0 && e.touching[t] > 0 {
				return false
			}
		}
		return true
	})
}
