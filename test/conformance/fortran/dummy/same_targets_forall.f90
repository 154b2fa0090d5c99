! conformance: images=1,2
! feature: dummy coarrays with TARGET that are one coarray
! The same in FORALL (see same_targets).
module targets_in_forall
  implicit none
  integer, target, save :: v(12)[*]
contains
  subroutine shifted(x, y, k)
    integer, target, intent(inout) :: x(:)[*], y(:)[*]
    integer, intent(in) :: k
    integer :: i
    v = [(i, i = 1, 12)]
    forall (i = 2:12) y(i)[k] = x(i - 1)[k]
    if (any(v /= [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])) error stop 1
  end subroutine
end module

program same_targets_forall
  use targets_in_forall
  implicit none
  call shifted(v, v, this_image())
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
