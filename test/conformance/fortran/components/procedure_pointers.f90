! conformance: images=1,2,3,5,8
! feature: procedure pointer components
! A copy of an object of another image points to the procedures of this one.
module m
  implicit none
  type t
    integer :: n = 0
    procedure(f), pointer, nopass :: op => null()
  end type
  type u
    real, allocatable :: a(:)
    procedure(f), pointer, nopass :: op => null()
    procedure(pass1), pointer :: q => null()
  end type
contains
  integer function f(i)
    integer, intent(in) :: i
    f = i + 1
  end function
  integer function g(i)
    integer, intent(in) :: i
    g = i * 10
  end function
  integer function pass1(self, i)
    class(u), intent(in) :: self
    integer, intent(in) :: i
    pass1 = i + size(self%a)
  end function
end module
program procptr
  use m
  implicit none
  type(t) :: x[*], y
  type(u) :: v[*], w, arr(2)[*], locs(2)
  integer :: me, n, k
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  x%n = me
  if (mod(me, 2) == 1) x%op => f
  if (mod(me, 2) == 0) x%op => g
  v%a = [1.0 * me]
  v%op => x%op; v%q => pass1
  arr(2) = v
  sync all
  y = x[k]
  if (y%n /= k) error stop 'FAIL n'
  if (y%op(5) /= merge(6, 50, mod(k, 2) == 1)) error stop 'FAIL op'
  w = v[k]
  if (w%op(5) /= merge(6, 50, mod(k, 2) == 1)) error stop 'FAIL op2'
  if (w%q(5) /= 6) error stop 'FAIL q'
  locs = arr(:)[k]
  if (associated(locs(1)%op)) error stop 'FAIL null'
  if (locs(2)%op(5) /= merge(6, 50, mod(k, 2) == 1)) error stop 'FAIL op3'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
