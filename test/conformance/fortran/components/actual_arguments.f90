! conformance: images=1,2,3,5,8
! feature: components of coindexed objects in whole programs
! Components as actual arguments: generic and elemental procedures, contiguous and explicit-shape dummies, intrinsics.
module m
  implicit none
  type t
    real(8), allocatable :: a(:, :)
    real(8), pointer :: p(:, :) => null()
  end type
  interface norm
    module procedure norm1, norm2
  end interface
contains
  real(8) function norm1(v)
    real(8), intent(in) :: v(:)
    norm1 = sum(abs(v))
  end function
  real(8) function norm2(v)
    real(8), intent(in), contiguous :: v(:, :)
    norm2 = sum(abs(v))
  end function
  subroutine scale(n, v)
    integer, intent(in) :: n
    real(8), intent(inout) :: v(n)
    v = 2 * v
  end subroutine
  elemental real(8) function sq(v)
    real(8), intent(in), value :: v
    sq = v * v
  end function
end module
program p
  use m
  implicit none
  type(t), target :: x[*]
  real(8) :: r, b(3)
  integer :: me, n, k
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  allocate (x%a(3, 4), source=1d0 * me)
  x%p => x%a(1:3:2, :)
  sync all
  if (norm(x[k]%a) /= 12 * k) error stop 'FAIL norm2'
  if (norm(x[k]%a(:, 2)) /= 3 * k) error stop 'FAIL norm1'
  if (norm(x[k]%a(2, :)) /= 4 * k) error stop 'FAIL norm row'
  if (norm(x[k]%p) /= 8 * k) error stop 'FAIL pointer'
  if (norm(x[k]%p(:, 4)) /= 2 * k) error stop 'FAIL pointer col'
  b = sq(x[k]%a(:, 1))
  if (any(b /= k * k)) error stop 'FAIL sq'
  r = dot_product(x[k]%a(:, 1), x[me]%a(:, 2))
  if (r /= 3 * k * me) error stop 'FAIL dot'
  if (any(shape(matmul(x[k]%a, transpose(x[me]%a))) /= [3, 3])) error stop 'FAIL matmul'
  if (maxval(x[k]%a) /= k .or. any(lbound(x[k]%a) /= 1)) error stop 'FAIL max'
  sync all
  call scale(12, x[k]%a)
  call scale(3, x[k]%a(:, 4))
  sync all
  if (x%a(1, 1) /= 2 * me .or. x%a(3, 4) /= 4 * me) error stop 'FAIL scale'
  sync all
  call scale(2, x[k]%p(:, 1))
  call random_number(x[k]%a(:, 3))
  sync all
  if (x%a(3, 1) /= 4 * me .or. x%a(2, 1) /= 2 * me) error stop 'FAIL p'
  if (any(x%a(:, 3) >= 1)) error stop 'FAIL random'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
