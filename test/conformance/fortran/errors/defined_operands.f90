! feature: diagnostics: coindexed objects
! Operands of defined assignment and of defined operators are actual arguments: of coarray dummies they are coarrays.
module defined_operands_m
  implicit none
  type :: flux
    real :: v = 0
  end type
  type :: cell
    real :: v = 0
  contains
    procedure :: take
    procedure :: take_flux
    procedure, pass(b) :: ahead
    procedure :: join
    generic :: assignment(=) => take, take_flux
    generic :: operator(.ahead.) => ahead
    generic :: operator(+) => join
  end type
  type, extends(cell) :: edge
    integer :: side = 0
  end type
  interface assignment(=)
    module procedure from_real, from_reals
  end interface
  interface operator(.sum.)
    module procedure sum_over
  end interface
  interface operator(==)
    procedure same
  end interface
  interface operator(-)
    procedure opposite
  end interface
  private :: from_real
contains
  subroutine from_real(a, b)
    type(flux), intent(inout) :: a[*]
    real, intent(in) :: b
    a%v = b
  end subroutine
  subroutine from_reals(a, b)
    type(flux), intent(inout) :: a(:)[*]
    real, intent(in) :: b(:)
    a%v = b
  end subroutine
  subroutine take(a, b)
    class(cell), intent(inout) :: a[*]
    real, intent(in) :: b
    a%v = b
  end subroutine
  subroutine take_flux(a, b)
    class(cell), intent(inout) :: a
    type(flux), intent(in) :: b[*]
    a%v = b[1]%v
  end subroutine
  real function ahead(a, b)
    integer, intent(in) :: a
    class(cell), intent(in) :: b[*]
    ahead = b[a]%v
  end function
  real function join(a, b)
    class(cell), intent(in) :: a
    class(cell), intent(in) :: b
    join = a%v + b%v
  end function
  real function sum_over(a)
    type(flux), intent(in) :: a[*]
    sum_over = a[1]%v + a[num_images()]%v
  end function
  logical function same(a, b)
    type(flux), intent(in) :: a[*]
    type(flux), intent(in) :: b
    same = a[1]%v == b%v
  end function
  real function opposite(a)
    type(flux), intent(in) :: a(:)[*]
    opposite = -sum(a%v)
  end function
end module defined_operands_m
module defined_operands_hidden
  use defined_operands_m, only: flux, cell
  implicit none
contains
  subroutine plain_assignment(x, y)
    type(flux), intent(inout) :: x[*]
    type(flux), intent(in) :: y[*]
    x[1] = y ! assignment(=) is not seen here, and this one is intrinsic
    x = y[1]
  end subroutine
end module defined_operands_hidden
program defined_operands
  use defined_operands_m
  implicit none
  type(flux) :: x[*], row(4)[*], own
  type(cell) :: c[*], d
  type(edge) :: e[*]
  real :: r(4)
  r = 1
  x = 2.0
  row = r
  c = 3.0
  e = 3.0
  ! expect-error: dummy argument 'a' of 'from_real' is a coarray and needs a coarray: this is a coindexed object
  x[1] = 2.0
  ! expect-error: dummy argument 'a' of 'from_real' is a coarray and needs a coarray: this is not one
  own = 2.0
  ! expect-error: dummy argument 'a' of 'from_reals' is a coarray and needs a coarray: this is a coindexed object
  row(:)[1] = r
  ! expect-error: dummy argument 'a' of 'take' is a coarray and needs a coarray: this is a coindexed object
  c[1] = 3.0
  ! expect-error: dummy argument 'a' of 'take' is a coarray and needs a coarray: this is a coindexed object
  if (this_image() == 1) e[1] = 3.0
  ! expect-error: dummy argument 'b' of 'take_flux' is a coarray and needs a coarray: this is an expression
  d = x
  print *, .sum. x, 1 .ahead. c, 1 .ahead. e, x == own, -row, c + d, c[1] + c, e + c[1]
  ! expect-error: dummy argument 'a' of 'sum_over' is a coarray and needs a coarray: this is a coindexed object
  print *, .sum. x[1]
  ! expect-error: dummy argument 'b' of 'ahead' is a coarray and needs a coarray: this is a coindexed object
  r(1) = 2 * (1 .ahead. c[2])
  ! expect-error: dummy argument 'a' of 'same' is a coarray and needs a coarray: this is not one
  if (own == x) r = 0
  ! expect-error: dummy argument 'a' of 'opposite' is a coarray and needs a coarray: this is a coindexed object
  r(2) = -row(:)[1]
end program defined_operands
