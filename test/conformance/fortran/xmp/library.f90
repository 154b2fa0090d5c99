! feature: XcalableMP directives: in procedures
! Directives in procedures with dummy coarrays, loops and blocks around them.
module smoothing
  implicit none
!$xmp nodes all(*)
contains
  subroutine exchange(u, m)
    integer, intent(in) :: m
    real, intent(inout) :: u(0:m + 1)[*]
    integer :: me, n
    me = this_image()
    n = num_images()
!$xmp barrier
    if (me > 1) u(0) = u(m)[me - 1]
    if (me < n) u(m + 1) = u(1)[me + 1]
!$xmp barrier
  end subroutine exchange

  recursive subroutine halves(u, m, first, last)
    integer, intent(in) :: m, first, last
    real, intent(inout) :: u(0:m + 1)[*]
    integer :: middle
    call exchange(u, m)
    if (first == last) return
    middle = (first + last)/2
!$xmp tasks
!$xmp task on all(first:middle)
    call halves(u, m, first, middle)
!$xmp end task
!$xmp task on all(middle + 1:last)
    call halves(u, m, middle + 1, last)
!$xmp end task
!$xmp end tasks
  end subroutine halves
end module smoothing

program library
  use smoothing
  implicit none
  integer, parameter :: m = 4
  real :: u(0:m + 1)[*], total
  integer :: step, me, n
  me = this_image()
  n = num_images()
  u = me
  u(0) = 0
  u(m + 1) = 0
  do step = 1, 5
    call exchange(u, m)
    u(1:m) = (u(0:m - 1) + u(1:m) + u(2:m + 1))/3
    block
      total = sum(u(1:m))
!$xmp reduction(+ : total)
    end block
  end do
  if (total <= 0 .or. total > m*n*(n + 1)/2) error stop 1
  u = me
  call halves(u, m, 1, n)
  if (me > 1) then
    if (u(0) /= me - 1) error stop 2
  end if
  if (num_images() /= n) error stop 3
  sync all
  if (me == 1) print '(a)', 'PASS'
end program library
