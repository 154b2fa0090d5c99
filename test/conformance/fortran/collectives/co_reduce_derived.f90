! conformance: images=1,2,3,5
! feature: co_reduce of derived type
module minloc_m
  implicit none
  type best
    double precision :: value = huge(1d0)
    integer :: image = 0, index = 0
  end type best
contains
  pure type(best) function better(a, b)
    type(best), intent(in) :: a, b
    better = merge(a, b, a%value < b%value .or. (a%value == b%value .and. a%image < b%image))
  end function better
end module minloc_m

program co_reduce_derived
  use minloc_m
  implicit none
  type(best) :: b, v(2)
  integer :: me, n
  me = this_image(); n = num_images()
  b = best(abs(me - 2.0d0), me, 10 * me)
  call co_reduce(b, better)
  if (b%image /= min(2, n) .or. b%index /= 10 * min(2, n)) then
    print *, 'FAIL: expected', min(2, n), 'got', b, 'image', me
    error stop 1
  end if
  v = [best(-me * 1d0, me, 1), best(1d0, me, 2)]
  call co_reduce(v, better, result_image=n)
  if (me == n) then
    if (v(1)%image /= n .or. v(2)%image /= 1) error stop 'FAIL: array'
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program co_reduce_derived
