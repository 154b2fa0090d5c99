! conformance: images=1,2,3
! feature: loops that wait for volatile coarrays (F2018 8.5.19) end
!
! Images wait in loops for values that others define meanwhile, without image control statements:
! each reference to a volatile coarray reads memory again, however the loop is written.
module flags
  implicit none
  type box
    integer :: n = 0, other = 0
    integer, allocatable :: list(:)
  end type
  type holder
    integer, allocatable :: count[:], list(:)[:]
  end type
  type(holder), volatile, save :: own
  integer, volatile :: flag[*] = 0, line(8)[*] = 0
  type(box), volatile :: held[*]
  integer, volatile, allocatable :: moved[:]
contains
  subroutine until(f, value)
    integer, volatile, intent(inout) :: f[*]
    integer, intent(in) :: value
    do while (f[1] < value)
    end do
  end subroutine
  subroutine by_section(value)
    integer, intent(in) :: value
    do while (any(line(3:5)[1] < value))
    end do
  end subroutine
  subroutine by_labels(value)
    integer, intent(in) :: value
10  if (flag[1] >= value) goto 20
    goto 10
20  continue
  end subroutine
  subroutine by_exit(value)
    integer, intent(in) :: value
    integer :: tries, seen
    seen = 0
    associate (f => flag)
      do tries = 1, huge(tries)
        seen = f[1]
        if (seen >= value) exit
      end do
    end associate
  end subroutine
  subroutine by_coarray_component(h, value)
    type(holder), volatile, intent(inout) :: h
    integer, intent(in) :: value
    do while (h%count[1] /= value)
    end do
  end subroutine
  subroutine by_elements(h, value)
    type(holder), volatile, intent(inout) :: h
    integer, intent(in) :: value
    integer :: i, total
    total = 0
    do while (total /= 20*value)
      total = 0
      do i = 1, 20
        total = total + h%list(i)[1]
      end do
    end do
  end subroutine
  subroutine by_component(value)
    integer, intent(in) :: value
    integer :: i
    do i = 1, 1
      do while (held[1]%n < value)
      end do
      do while (held[1]%list(2) < value)
      end do
    end do
  end subroutine
end module

program main
  use flags
  implicit none
  integer :: me, round
  me = this_image()
  allocate (moved[*], source=0)
  allocate (held%list(3), source=0)
  allocate (own%count[*], source=0)
  allocate (own%list(20)[*], source=0)
  sync all
  do round = 1, 3
    if (me == 1) then
      ! defined one after the other, each when the last image waits for it
      call step(1)
      flag = round
      call step(2)
      line(3:5) = round
      call step(3)
      flag = round + 10
      call step(4)
      flag = round + 20
      call step(5)
      held%n = round
      call step(6)
      held%list(2) = round
      call step(7)
      own%count = round
      call step(8)
      own%list = round
      call step(9)
      moved = round
    else
      call begin(1); call until(flag, round)
      call begin(2); call by_section(round)
      call begin(3); call by_labels(round + 10)
      call begin(4); call by_exit(round + 20)
      call begin(5); call until_held(round)
      call begin(6); call by_component(round)
      call begin(7); call by_coarray_component(own, round)
      call begin(8); call by_elements(own, round)
      call begin(9)
      do while (moved[1] /= round)
      end do
    end if
    sync all
    if (me == 1) flag = 0
    sync all
  end do
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine until_held(value)
    integer, intent(in) :: value
    do while (held[1]%n /= value)
    end do
  end subroutine
  ! Tells that this image waits from now on.
  subroutine begin(number)
    integer, intent(in) :: number
    line(1) = number
  end subroutine
  ! Waits until the last image waits, and a little longer.
  subroutine step(number)
    integer, intent(in) :: number
    integer(8) :: from, now, rate
    if (num_images() == 1) return
    do while (line(1)[num_images()] /= number)
    end do
    call system_clock(from, rate)
    do
      call system_clock(now)
      if (now - from > rate/500) exit
    end do
  end subroutine
end program
