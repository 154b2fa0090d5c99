package hosts

import (
	"slices"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/test/turns"
)

// standing is what an image needs that stands for a while, as a process.
const standing = `module standing
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
contains
  subroutine go_on_in(seconds)
    integer, intent(in) :: seconds
    character(80) :: command
    write (command, '(a,i0,a,i0,a)') '(sleep ', seconds, '; kill -CONT ', getpid(), ') &'
    call execute_command_line(command)
  end subroutine
  subroutine stand
    integer(c_int), parameter :: sigstop = 19
    if (raise(sigstop) /= 0) error stop 'this image does not stand'
  end subroutine
end module
`

// copied copies more bytes than the caller itself copies to an image whose process stands.
const copied = standing + `program copied
  use standing
  implicit none
  integer, parameter :: n = 20000
  real(8) :: x(n)[*], y(n)
  integer(8) :: begun, now, rate
  logical :: came
  event :: complete
  x = 0
  y = 1
  if (team_rank() == 1) call go_on_in(4)
  team_barrier
  if (team_rank() == 1) then
    call stand
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

// told puts to an image whose process stands, and then takes part in a collective with the third
// image, which may look at what was put.
const told = standing + `program told
  use standing
  implicit none
  integer :: x[*], k, me, v, w, all(2)
  integer(8) :: begun, now, rate
  event :: stands[*]
  team :: others
  me = team_rank()
  call team_split(team_world, merge(1, 0, me == 1), me, others)
  do k = 1, 3
    x = 0
    team_barrier
    v = 1
    call system_clock(begun, rate)
    if (me == 1) then
      call go_on_in(2)
      event_notify(stands[0])
      call stand
    else
      if (me == 0) then
        event_wait(stands)
        call execute_command_line('sleep 0.5')
        x[1] = k
      end if
      select case (k)
      case (1)
        team_allreduce(v, w, caf_sum, others)
      case (2)
        team_broadcast(v, 0, others)
      case (3)
        team_gather(v, all, 1, others)
      end select
      call system_clock(now)
      if (me == 2 .and. now - begun < rate) error stop 'TOLD, and the data cannot be there'
    end if
    team_barrier
    if (me == 1 .and. x /= k) error stop 'WRONG data'
  end do
  if (me == 0) print '(a)', 'PASS'
end program
`

// TestComplete: the event of a copy to another host comes when the data are there, not when they
// have been sent, although it is an event of the image that sends them. An image that comes out of
// a collective finds what the others have put before.
func TestComplete(t *testing.T) {
	for _, c := range []struct{ name, text, images string }{
		{"copied", copied, "2"}, {"told", told, "3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			file := c.name + ".caf"
			program := build(t, file, c.text)
			for _, way := range turns.Of(t.Name(), AllWays...) {
				t.Run(way, func(t *testing.T) {
					t.Parallel()
					h := up(t, way)
					words := append(h.Launcher(way), c.images,
						buildFor(t, way, program, file, c.text))
					r := begin(t, h, way, slices.Concat([]string{"env", "CORAL_NOTES=0"}, words))
					r.await("it does not end", r.over)
					if said := r.said(); !strings.Contains(said, "PASS") {
						t.Error(said)
					}
				})
			}
		})
	}
}
