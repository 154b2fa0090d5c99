! What the methods of memory cost (CORAL_MEMORY): two images on two machines. Prints `bench net
! case=NAME/BYTES ns=…` for each repetition:
!
!     allocate   ALLOCATE and DEALLOCATE of a coarray
!     reach      the same with a get of its first 8 bytes in between: what is asked for at the first
!                access is in it
!     put        a put to an allocated coarray and the post of an event, one way of a ping-pong
!     get        a get from one; the other image waits for an event
!     static     a get from a static coarray
!
!     memory [repetitions]
program memory
  use, intrinsic :: iso_fortran_env, only: event_type, real64
  use bench_support, only: now => seconds
  implicit none

  integer, parameter :: sizes(3) = [8, 65536, 1048576]
  real(real64), allocatable :: to(:)[:], from(:)
  real(real64), save :: static(maxval(sizes)/8)[*]
  type(event_type) :: turn[*]
  character(len=32) :: word
  integer :: repetitions, r, s, other

  if (num_images() /= 2) error stop 'memory: two images'
  other = 3 - this_image()
  repetitions = 3
  if (command_argument_count() > 0) then
    call get_command_argument(1, word)
    read (word, *) repetitions
  end if
  allocate (to(maxval(sizes)/8)[*], from(maxval(sizes)/8))
  to = 1
  from = 1
  static = 1
  do r = 1, repetitions
    do s = 1, size(sizes)
      call show('allocate', allocations(sizes(s)/8, .false.))
      call show('reach', allocations(sizes(s)/8, .true.))
      call show('put', pingpong(sizes(s)/8, turns()))
      call show('get', gets(sizes(s)/8, turns(), .false.))
      call show('static', gets(sizes(s)/8, turns(), .true.))
    end do
  end do

contains

  integer function turns()
    turns = min(400, max(8, 2**26 / sizes(s)))
  end function

  subroutine show(case, seconds)
    character(len=*), intent(in) :: case
    real(real64), intent(in) :: seconds

    if (this_image() == 1) &
         print '(3a,i0,a,es13.6)', 'bench net case=', case, '/', sizes(s), ' ns=', &
         seconds * 1e9_real64
  end subroutine

  real(real64) function allocations(n, reached)
    integer, intent(in) :: n
    logical, intent(in) :: reached
    integer, parameter :: count = 200
    real(real64), allocatable :: a(:)[:]
    real(real64) :: start
    integer :: i

    sync all
    start = now()
    do i = 1, count
      allocate (a(n)[*])
      if (reached) from(1) = a(1)[other]
      deallocate (a)
    end do
    allocations = (now() - start) / count
  end function

  real(real64) function pingpong(n, count)
    integer, intent(in) :: n, count
    real(real64) :: start
    integer :: i

    sync all
    start = now()
    do i = 1, count
      if (this_image() == 2) event wait (turn)
      to(1:n)[other] = from(1:n)
      event post (turn[other])
      if (this_image() == 1) event wait (turn)
    end do
    pingpong = (now() - start) / count / 2
  end function

  real(real64) function gets(n, count, of_static)
    integer, intent(in) :: n, count
    logical, intent(in) :: of_static
    real(real64) :: start
    integer :: i

    sync all
    start = now()
    gets = 0
    if (this_image() == 1) then
      do i = 1, count
        if (of_static) then
          from(1:n) = static(1:n)[other]
        else
          from(1:n) = to(1:n)[other]
        end if
      end do
      gets = (now() - start) / count
      event post (turn[other])
    else
      event wait (turn)
    end if
  end function
end program memory
