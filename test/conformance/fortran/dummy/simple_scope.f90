! feature: simple procedures (F2023 15.8)
! conformance: images=1,2
! What looks like variables of other scopes in simple procedures, and is none.
module m
  use, intrinsic :: ieee_arithmetic
  implicit none
  integer, parameter :: n = 3
  integer :: i, size_of
  real(8) :: w(5)
  real, allocatable :: al(:)
  type t
    real :: v
  contains
    procedure :: get
  end type
  interface operator(.plus.)
    procedure plus
  end interface
  interface gen
    procedure twice
  end interface
  abstract interface
    simple real function fi(x)
      real, intent(in) :: x
    end function
  end interface
contains
  simple real function get(self)
    class(t), intent(in) :: self
    get = self%v
  end function
  simple function plus(a, b) result(r)
    type(t), intent(in) :: a, b
    type(t) :: r
    r = t(a%get() + b%get())
  end function
  simple real function twice(x)
    real, intent(in) :: x
    twice = 2*x
  end function
  simple recursive function all_of_it(x, f, c, y) result(r)
    real, intent(in) :: x, c(:)[*]
    procedure(fi) :: f
    type(t), intent(in) :: y(:)
    real :: r, loc(n), l2(size(w)), z(size(c))
    integer :: k(3), j
    real(kind(w)) :: d
    type(t) :: s
    l2 = 0; z = 0
    if (w%kind /= 8) l2 = 1
    k = [(i, i=1,3)]
    forall (i = 1:3) loc(i) = k(i) * twice(x)
    do concurrent (i = 1:3)
      loc(i) = loc(i) + real(i, kind(w))
    end do
    d = huge(w) + real(size(w))
    s = y(1) .plus. y(2)
    associate (q => s%v, i => y(1)%v)
      r = q + f(x) + gen(x) + s%get() + i
    end associate
    block
      real :: i(n)
      i = 1
      r = r + sum(i)
    end block
    r = r + c(1)[1] + num_images() + merge(1., 0., ieee_is_nan(x))
    if (x > 5) r = all_of_it(x-1, f, c, y)
  contains
    simple integer function inner(z)
      integer, intent(in) :: z
      inner = z
    end function
  end function
end module
program p
  use m
  implicit none
  real :: c(2)[*], r
  c = 1
  i = 77
  sync all
  r = all_of_it(1., twice, c, [t(1.), t(2.)])
  if (abs(r - (15 + num_images())) > 1e-5) error stop 'value'
  if (i /= 77) error stop 'index'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
