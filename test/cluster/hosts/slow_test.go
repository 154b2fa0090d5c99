package hosts

import (
	"strings"
	"testing"
	"time"

	"github.com/coral-pgas/coral/test/turns"
)

// long transfers that take longer than a machine may be silent, on a network of 100 Mbit/s.
const long = `program long
  implicit none
  integer, parameter :: n = 15 * 10**6
  real(8), allocatable :: x(:)[:], y(:)
  integer :: me, right
  me = this_image()
  right = merge(1, me + 1, me == num_images())
  allocate (x(n)[*], y(n))
  y = me
  sync all
  if (me == 1) x(:)[right] = y
  sync all
  if (me == 2) then
    if (any(x /= 1)) error stop 'WRONG put'
    x = 7
  end if
  sync all
  if (me == 1) then
    y = x(:)[right]
    if (any(y /= 7)) error stop 'WRONG get'
  end if
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
`

// TestSlowNetwork: a transfer of many seconds does not keep heartbeats from the other machine.
func TestSlowNetwork(t *testing.T) {
	program := build(t, "long", long)
	for _, way := range turns.Of(t.Name(), Ways...) {
		t.Run(way, func(t *testing.T) {
			h := up(t, way)
			h.Slow(t, 100)
			h.Silence = 6 * time.Second
			r := begin(t, h, way, append(h.Launcher(way), "2", program))
			r.await("the transfers stay", r.over)
			if said := r.said(); !r.cmd.ProcessState.Success() || !strings.Contains(said, "PASS") {
				t.Errorf("%v:\n%s", r.cmd.ProcessState, said)
			}
		})
	}
}
