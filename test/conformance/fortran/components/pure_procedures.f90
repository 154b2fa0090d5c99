! conformance: images=1,2,3,5,8
! feature: components of coindexed objects in pure procedures
! Sums over lists of other images, by pure and elemental functions, of coarrays of the module and of dummy arguments.
module m
  implicit none
  type t
    real, allocatable :: u(:)
    integer, pointer :: p => null()
  end type
  type(t) :: x[*]
  type(t), allocatable :: y(:)[:]
contains
  pure real function total(k)
    integer, intent(in) :: k
    integer :: i
    total = 0
    do i = 1, size(x[k]%u)
      total = total + x[k]%u(i)
    end do
  end function
  pure real function whole(k)
    integer, intent(in) :: k
    whole = sum(x[k]%u)
  end function
  elemental real function one(k, i)
    integer, intent(in) :: k, i
    one = y(2)[k]%u(i)
  end function
  pure integer function pointed(k)
    integer, intent(in) :: k
    pointed = -1
    if (associated(x[k]%p)) pointed = x[k]%p
  end function
  pure subroutine copyall(k, z)
    integer, intent(in) :: k
    type(t), intent(inout) :: z
    z%u = x[k]%u
  end subroutine
  pure real function dummysum(z, k)
    type(t), intent(in) :: z[*]
    integer, intent(in) :: k
    dummysum = sum(z[k]%u(2:))
  end function
end module
program pure_components
  use m
  implicit none
  integer :: me, n, k
  integer, target, save :: here
  type(t) :: z
  real, allocatable :: list(:)
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  allocate (x%u(me + 1), source=1.0 * me)
  allocate (y(2)[*])
  allocate (y(2)%u(3)); y(2)%u = [1, 2, 3] * me
  here = 10 * me
  if (mod(me, 2) == 1) x%p => here
  sync all
  if (total(k) /= k * (k + 1)) error stop 'FAIL total'
  if (whole(k) /= k * (k + 1)) error stop 'FAIL whole'
  list = one(k, [1, 3])
  if (any(list /= [1, 3] * k)) error stop 'FAIL one'
  if (pointed(k) /= merge(10 * k, -1, mod(k, 2) == 1)) error stop 'FAIL pointed'
  call copyall(k, z)
  if (size(z%u) /= k + 1) error stop 'FAIL copyall'
  if (dummysum(x, k) /= k * k) error stop 'FAIL dummysum'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
