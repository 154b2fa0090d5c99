! conformance: images=1,2,3,5
! feature: coarray dummies of defined assignment and operators
! Procedures behind ASSIGNMENT(=) and OPERATOR(..), by interfaces and bound to types, whose dummy arguments are coarrays; and coindexed operands of others.
module ring_fields
  implicit none
  type :: field
    real :: v(3) = 0
    integer :: version = 0
  contains
    procedure :: fill
    procedure, pass(b) :: from_left
    generic :: assignment(=) => fill
    generic :: operator(.from.) => from_left
  end type
  type, extends(field) :: tagged
    integer :: tag = 7
  end type
  type :: plain
    integer :: n = 0
  end type
  interface assignment(=)
    module procedure to_plain, to_row
  end interface
  interface operator(+)
    module procedure add_plain
  end interface
  interface operator(-)
    module procedure differences
  end interface
  interface operator(.total.)
    module procedure total
  end interface
contains
  subroutine fill(a, b)
    class(field), intent(inout) :: a[*]
    integer, intent(in) :: b
    a%v = real(b + this_image())
    a%version = a%version + 1
    sync all
  end subroutine
  real function from_left(a, b)
    integer, intent(in) :: a
    class(field), intent(in) :: b[*]
    from_left = sum(b[a]%v)
  end function
  subroutine to_plain(a, b)
    type(plain), intent(inout) :: a
    integer, intent(in) :: b
    a%n = a%n + b
  end subroutine
  subroutine to_row(a, b)
    type(plain), intent(inout) :: a(:)
    real, intent(in) :: b(:)
    a(::2)%n = a(::2)%n + nint(b(::2))
  end subroutine
  function differences(a) result(d)
    type(plain), intent(in) :: a(:)
    integer :: d(size(a))
    d = cshift(a%n, 1) - a%n
  end function
  elemental integer function add_plain(a, b)
    type(plain), intent(in) :: a, b
    add_plain = a%n + b%n
  end function
  integer function total(a)
    type(plain), intent(in) :: a[*]
    integer :: i
    total = 0
    do i = 1, num_images()
      total = total + a[i]%n
    end do
  end function
end module ring_fields
program defined_operands
  use ring_fields
  implicit none
  type(field) :: f[*]
  type(tagged) :: t[*]
  type(plain) :: p[*], row(4)[*]
  integer :: me, n, left, sums(4)
  me = this_image()
  n = num_images()
  left = merge(n, me - 1, me == 1)
  f = 10
  t = 20
  if (f%version /= 1 .or. any(f%v /= 10 + me)) error stop "the coarray itself was not filled"
  if (t%version /= 1 .or. t%tag /= 7) error stop "extended type"
  if (abs((left .from. f) - 3 * (10 + left)) > 1e-4) error stop "operator bound to the type"
  if (abs((left .from. t) - 3 * (20 + left)) > 1e-4) error stop "operator of the parent type"
  if (f[left]%version /= 1) error stop "version"
  sync all
  p = me
  sync all
  if (me == 1) p[n] = 100
  sync all
  if (.total. p /= n * (n + 1) / 2 + 100) error stop "total"
  if (p + p[n] /= p%n + n + 100) error stop "operator with a coindexed operand"
  row%n = [1, 2, 3, 4] * me
  sync all
  sums = row + row(:)[left]
  if (any(sums /= [1, 2, 3, 4] * (me + left))) error stop "elemental operator"
  if (any(-row(:)[left] /= [1, 1, 1, -3] * left)) error stop "operator with a coindexed array"
  sync all
  row(:)[left] = [1., 2., 3., 4.]
  sync all
  if (any(row%n /= [2, 2, 6, 4] + [me - 1, 2 * (me - 1), 3 * (me - 1), 4 * (me - 1)])) error stop "array that a procedure defines in part"
  sync all
  row(2:3)[left] = [1., 1.]
  sync all
  if (any(row%n /= [2, 3, 6, 4] + [me - 1, 2 * (me - 1), 3 * (me - 1), 4 * (me - 1)])) error stop "section that a procedure defines in part"
  sync all
  if (this_image() == 1) print "(a)", "PASS"
end program defined_operands
