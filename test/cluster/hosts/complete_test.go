package hosts

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/test/turns"
)

// standing is what an image needs that stands for a while, as a process. Files tell the others,
// which see the same directory, that it does, and that it is about to go on: on a busy machine no
// time tells.
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
  ! This image stands for some seconds, the time-th time.
  subroutine stand(time, seconds)
    integer, intent(in) :: time, seconds
    integer(c_int), parameter :: sigstop = 19
    character(1000) :: command
    write (command, '(a,3(i0,a))') '(cd /proc/', getpid(), &
      ' && until grep -q "^State:.[Tt]" status; do sleep 0.1; done; : >'//mark('stands', time)// &
      '; sleep ', seconds, '; : >'//mark('goes', time)//'; kill -CONT ', getpid(), ') &'
    call execute_command_line(command)
    if (raise(sigstop) /= 0) error stop 'this image does not stand'
  end subroutine
  ! The other image stands.
  subroutine await_stand(time)
    integer, intent(in) :: time
    do while (.not. is_there(mark('stands', time)))
      call execute_command_line('sleep 0.1')
    end do
  end subroutine
  ! The image may have gone on after the time-th time.
  logical function goes(time)
    integer, intent(in) :: time
    goes = is_there(mark('goes', time))
  end function
  logical function is_there(file)
    character(*), intent(in) :: file
    inquire (file=file, exist=is_there)
  end function
  function mark(what, time) result(file)
    character(*), intent(in) :: what
    integer, intent(in) :: time
    character(:), allocatable :: file
    character(500) :: place
    call get_command_argument(1, place)
    file = trim(place)//'.'//what//achar(iachar('0') + time)
  end function
end module
`

// copied copies more bytes than the caller itself copies to an image whose process stands.
const copied = standing + `program copied
  use standing
  implicit none
  integer, parameter :: n = 20000
  real(8) :: x(n)[*], y(n)
  logical :: came
  event :: complete
  x = 0
  y = 1
  team_barrier
  if (team_rank() == 1) then
    call stand(1, 3)
  else
    call await_stand(1)
    copy_async(x(:)[1], y, complete)
    do
      event_trywait(complete, came)
      if (came .or. goes(1)) exit
    end do
    if (came .and. .not. goes(1)) error stop 'COMPLETE, and the data cannot be there'
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
  team :: others
  me = team_rank()
  call team_split(team_world, merge(1, 0, me == 1), me, others)
  do k = 1, 3
    x = 0
    team_barrier
    v = 1
    if (me == 1) then
      call stand(k, 2)
    else
      if (me == 0) then
        call await_stand(k)
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
      if (me == 2 .and. .not. goes(k)) error stop 'TOLD, and the data cannot be there'
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
						buildFor(t, way, program, file, c.text), filepath.Join(t.TempDir(), "mark"))
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
