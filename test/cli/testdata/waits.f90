program waits
  use, intrinsic :: iso_fortran_env, only: event_type, lock_type
  implicit none
  type(event_type) :: never[*]
  type(lock_type) :: a[*], b[*]
  character(20) :: mode, word
  integer :: i
  real :: x
  call get_command_argument(1, mode)
  select case (mode)
  case ('partner')
    if (this_image() == 1) sync images (2)
    if (this_image() == 2) event wait (never)
  case ('event')
    event wait (never)
  case ('stopped')
    if (this_image() == 1) lock (a[1])
    sync all
    if (this_image() == 1) stop
    lock (a[1])
  case ('crossed')
    if (this_image() == 1) lock (a[1])
    if (this_image() == 2) lock (b[1])
    sync all
    if (this_image() == 1) lock (b[1])
    if (this_image() == 2) lock (a[1])
  case ('some')
    i = 1
    if (this_image() > 1) call co_sum(i)
    event wait (never)
  case ('compute')
    if (this_image() == 1) then
      x = 0
      do while (cpu() < 3)
        x = sin(x + 1)
      end do
    end if
    sync all
  case ('read')
    if (this_image() == 1) then
      read *, word
      print *, 'read ', word
    end if
    sync all
  case ('sleep')
    if (this_image() == 1) call execute_command_line('sleep 3')
    sync all
  case ('csleep')
    if (this_image() == 1) call sleep(3)
    sync all
  case ('runtime')
    if (this_image() == 2) open (10, file='missing', status='old')
    sync all
  end select
contains
  real function cpu()
    call cpu_time(cpu)
  end function
end program
