! More images than processors.
!
!     crowd barrier [repetitions]    `bench crowd case=barrierN ns=…`: one `sync all` of N images
!     crowd sleep                    all images wait for image 1, which sleeps for a second
!     crowd read                     all images wait for image 1, which reads a line
!     crowd nothing                  start and end
program crowd
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none

  interface
    integer(c_int) function usleep(microseconds) bind(c)
      import :: c_int
      integer(c_int), value :: microseconds
    end function
  end interface

  character(len=16) :: what, word
  integer :: repetitions

  repetitions = 5
  what = 'nothing'
  if (command_argument_count() >= 1) call get_command_argument(1, what)
  if (command_argument_count() >= 2) then
    call get_command_argument(2, word)
    read (word, *) repetitions
  end if

  select case (what)
  case ('barrier')
    call measure_barrier
  case ('sleep')
    sync all
    if (this_image() == 1) call sleep_a_second
    sync all
  case ('read')
    sync all
    if (this_image() == 1) read (*, '(a)') word
    sync all
  end select

contains

  subroutine sleep_a_second
    integer :: n

    do n = 1, 2
      if (usleep(500000_c_int) /= 0) error stop 'crowd: usleep'
    end do
  end subroutine

  ! As many as fit into a tenth of a second, after a tenth of a second of them. The first ones do
  ! not tell how many: the images have to be woken for them, and take many times as long.
  subroutine measure_barrier
    real(real64) :: time, spent
    integer :: r, count

    spent = 0
    count = 3
    do
      time = barriers(count)
      call co_broadcast(time, 1)
      spent = spent + time
      if (spent >= 0.1_real64) exit
      count = 2 * count
    end do
    count = max(3, min(20000, int(0.1_real64 * count / time)))
    do r = 1, repetitions
      time = barriers(count)
      if (this_image() == 1) print '(a,i0,a,es13.6)', 'bench crowd case=barrier', num_images(), &
          ' ns=', time / count * 1e9_real64
    end do
  end subroutine

  real(real64) function barriers(count)
    integer, intent(in) :: count
    integer(int64) :: first, last, rate
    integer :: i

    sync all
    call system_clock(first, rate)
    do i = 1, count
      sync all
    end do
    call system_clock(last)
    barriers = real(last - first, real64) / real(rate, real64)
  end function

end program crowd
