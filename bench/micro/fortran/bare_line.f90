! The round trip of a bare cache line between images 1 and 2, on memory that they share beside their
! coarrays (line.c).
module bare_line
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  private
  public :: share_line, bounce_line

  integer(c_int) :: line(2)[*]      ! process and descriptor that have the bare line

  interface
    subroutine line_make(process, descriptor) bind(c)
      import
      integer(c_int), intent(out) :: process, descriptor
    end subroutine

    integer(c_int) function line_find(process, descriptor, first) bind(c)
      import
      integer(c_int), value :: process, descriptor, first
    end function

    subroutine line_bounce(first, rounds, pausing) bind(c)
      import
      integer(c_int), value :: first, rounds, pausing
    end subroutine
  end interface

contains

  ! Both images call it, and the next.
  subroutine share_line
    integer(c_int) :: place(2)

    if (this_image() == 1) call line_make(line(1), line(2))
    sync all
    place = line(:)[1]
    if (place(2) < 0) error stop 'no memory for a bare cache line'
    if (line_find(place(1), place(2), first()) == 0) &
         error stop 'the bare cache line cannot be shared'
  end subroutine

  ! So many round trips, with a pause between two looks at the line or with nothing.
  subroutine bounce_line(rounds, pausing)
    integer, intent(in) :: rounds
    logical, intent(in) :: pausing

    call line_bounce(first(), int(rounds, c_int), merge(1_c_int, 0_c_int, pausing))
  end subroutine

  integer(c_int) function first()
    first = merge(1_c_int, 0_c_int, this_image() == 1)
  end function

end module
