! The program aborts where the system would give it no more threads: that is not why it ends.
program aborts
  use, intrinsic :: iso_c_binding, only: c_int, c_long
  implicit none
  interface
    integer(c_int) function setrlimit(resource, limits) bind(c)
      import c_int, c_long
      integer(c_int), value :: resource
      integer(c_long), intent(in) :: limits(2)
    end function
    subroutine c_abort() bind(c, name='abort')
    end subroutine
  end interface
  integer(c_int), parameter :: processes = 6

  sync all
  if (this_image() == 1) then
    if (setrlimit(processes, [1_c_long, 1_c_long]) /= 0) error stop 'no limit'
    call c_abort()
  end if
  sync all
end program aborts
