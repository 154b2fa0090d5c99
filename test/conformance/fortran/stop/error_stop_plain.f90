! conformance: images=1,2,3,5
! feature: error stop
! expect-exit: nonzero
program error_stop_plain
  implicit none
  integer :: x[*]
  x = this_image()
  call deep(3)
  sync all
contains
  recursive subroutine deep(level)
    integer, intent(in) :: level
    if (level > 0) then
      call deep(level - 1)
    else
      error stop
    end if
  end subroutine deep
end program error_stop_plain
