package longint

import "testing"

const miniature = `module coral_rt
  use, intrinsic :: iso_c_binding, only: c_int, c_int32_t, c_int64_t
  integer, parameter :: coral_ik = c_int64_t
  integer(c_int32_t), public, bind(c) :: coral_me = 1
  integer(coral_ik), public, bind(c) :: coral_gen = 1
  interface
     subroutine coral_sync_all(line, file, stat)
       integer, intent(in) :: line
       character(*), intent(in) :: file
       integer, intent(inout), optional :: stat
     end subroutine coral_sync_all
     subroutine coral_place(addr, what, flag) bind(c)
       import :: coral_ik, c_int
       integer(coral_ik), intent(in) :: addr
       integer(c_int), intent(in) :: what
       logical, intent(in) :: flag
     end subroutine coral_place
  end interface
  private :: is
  interface coral_stop
     module procedure stop_number, stop_text
  end interface
contains
  pure integer function coral_image_index(sub, images) result(image)
    integer, intent(in) :: sub(:)
    integer, intent(in), optional :: images
    image = sub(1)
  end function
  logical function is(quiet)
    logical, intent(in) :: quiet
    is = quiet
  end function
  subroutine stop_number(code, line)
    integer, intent(in) :: code, line
  end subroutine
  subroutine stop_text(text, line)
    character(*), intent(in) :: text
    integer, intent(in) :: line
  end subroutine
end module
`

// Arguments and results of the runtime's procedures take the kinds that the module declares,
// wherever they stand.
func TestLongIntegers(t *testing.T) {
	in := Read(miniature)
	for _, c := range []struct{ from, want string }{
		{"use coral_rt, only: coral_me, coral_sync_all",
			"use coral_rt, only: coral_me, coral_sync_all"},
		{"x = [coral_me, 2]", "x = [(0_8+coral_me), 2]"},
		{"call coral_sync_all(12, 'a(1,2).f90', stat=coral_status)",
			"call coral_sync_all(12_4, 'a(1,2).f90', stat=coral_status)"},
		{"call coral_place(loc(u(1,k)), 256+n, .true.)",
			"call coral_place(loc(u(1,k)),int( 256+n,4), .true._4)"},
		{"if (coral_image_index([i,1], images=n) == 2) x = coral_u%coral_me",
			"if ((0_8+coral_image_index(int([i,1],4), images=int(n,4))) == 2) x = " +
				"coral_u%coral_me"},
		{"y = coral_image_index([coral_image_index(s)])",
			"y = (0_8+coral_image_index(int([(0_8+coral_image_index(int(s,4)))],4)))"},
		{"call coral_stop('it''s coral_me', 7)", "call coral_stop('it''s coral_me', 7_4)"},
		{"if (coral_u%gen /= coral_gen) print *, \"coral_me\"",
			"if (coral_u%gen /= coral_gen) print *, \"coral_me\""},
		{"type is (point)", "type is (point)"},
		{"if (coral_me == is(2)) exit", "if ((0_8+coral_me) == is(2)) exit"},
	} {
		if got := in.Line(c.from); got != c.want {
			t.Errorf("%s\nbecomes %s\nwanted  %s", c.from, got, c.want)
		}
	}
}
