package hosts

import (
	"slices"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/test/turns"
)

// copied copies more bytes than the caller itself copies to an image whose process stands for three
// seconds.
const copied = `program copied
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    integer(c_int) function getpid() bind(c)
      import
    end function
    integer(c_int) function raise(number) bind(c)
      import
      integer(c_int), value :: number
    end function
  end interface
  integer(c_int), parameter :: sigstop = 19
  integer, parameter :: n = 20000
  real(8) :: x(n)[*], y(n)
  integer(8) :: begun, now, rate
  character(80) :: command
  logical :: came
  event :: complete
  x = 0
  y = 1
  team_barrier
  if (team_rank() == 1) then
    write (command, '(a,i0,a)') '(sleep 3; kill -CONT ', getpid(), ') &'
    call execute_command_line(command)
    if (raise(sigstop) /= 0) error stop 'this image does not stand'
  else
    call execute_command_line('sleep 1')
    call system_clock(begun, rate)
    copy_async(x(:)[1], y, complete)
    do
      event_trywait(complete, came)
      call system_clock(now)
      if (came .or. now - begun > rate) exit
    end do
    if (came .and. now - begun < rate) error stop 'COMPLETE, and the data cannot be there'
    if (.not. came) event_wait(complete)
  end if
  team_barrier
  if (any(x /= team_rank())) error stop 'WRONG data'
  if (team_rank() == 0) print '(a)', 'PASS'
end program
`

// TestComplete: the event of a copy to another host comes when the data are there, not when they
// have been sent, although it is an event of the image that sends them.
func TestComplete(t *testing.T) {
	program := build(t, "copied.caf", copied)
	for _, way := range turns.Of(t.Name(), AllWays...) {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			h := up(t, way)
			words := append(h.Launcher(way), "2", buildFor(t, way, program, "copied.caf", copied))
			r := begin(t, h, way, slices.Concat([]string{"env", "CORAL_NOTES=0"}, words))
			r.await("it does not end", r.over)
			if said := r.said(); !strings.Contains(said, "PASS") {
				t.Error(said)
			}
		})
	}
}
