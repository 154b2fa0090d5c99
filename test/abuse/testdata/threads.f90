! Threads of the last image, of which one leaves in an unusual way. The other images must see that
! it has stopped, and end.
module threads_of_c
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: stat_stopped_image
  implicit none
  interface
    integer(c_int) function pthread_create(thread, attributes, start, argument) bind(c)
      import
      integer(c_intptr_t), intent(out) :: thread
      type(c_ptr), value :: attributes, argument
      type(c_funptr), value :: start
    end function
    subroutine pthread_exit(value) bind(c)
      import
      type(c_ptr), value :: value
    end subroutine
    subroutine c_exit(code) bind(c, name='exit')
      import
      integer(c_int), value :: code
    end subroutine
    integer(c_int) function usleep(microseconds) bind(c)
      import
      integer(c_int), value :: microseconds
    end function
  end interface
  integer :: x[*]
contains
  subroutine rest(microseconds)
    integer(c_int), intent(in) :: microseconds
    if (usleep(microseconds) /= 0) return
  end subroutine

  subroutine leave(argument) bind(c)
    type(c_ptr), value :: argument
    call rest(200000_c_int)
    call c_exit(0_c_int)
  end subroutine

  subroutine work(argument) bind(c)
    type(c_ptr), value :: argument
    call rest(200000_c_int)
    x[1] = 5
    sync images (1)
  end subroutine

  subroutine begin(start)
    type(c_funptr), intent(in) :: start
    integer(c_intptr_t) :: thread
    if (pthread_create(thread, c_null_ptr, start, c_null_ptr) /= 0) error stop 'no thread'
  end subroutine
end module

program threads
  use threads_of_c
  implicit none
  character(20) :: what
  integer :: status

  call get_command_argument(1, what)
  sync all
  if (this_image() == num_images()) then
    select case (what)
    case ('exit')
      call begin(c_funloc(leave))
    case ('work')
      call begin(c_funloc(work))
      call pthread_exit(c_null_ptr)
    case ('main')
      call pthread_exit(c_null_ptr)
    end select
  end if
  if (what == 'work' .and. this_image() == 1) then
    sync images (num_images())
    if (x /= 5) error stop 'the thread has not worked'
  end if
  do
    sync all (stat=status)
    if (status == stat_stopped_image) exit
    if (status /= 0) error stop 'another status'
  end do
  print '(a)', 'the image has stopped'
end program threads
