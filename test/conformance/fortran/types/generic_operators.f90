! conformance: images=1,2,3,5
! feature: defined assignment and operators with coindexed operands
module money_m
  implicit none
  private
  type, public :: money
    integer :: cents = 0
  end type
  interface operator (+)
    module procedure add
  end interface
  interface operator (.times.)
    module procedure times, times_array
  end interface
  interface operator (.negated.)
    module procedure negated
  end interface
  interface operator (<)
    module procedure less
  end interface
  interface assignment (=)
    module procedure from_integer, from_text
  end interface
  interface money
    module procedure make
  end interface
  interface worth
    module procedure worth_one, worth_many
  end interface
  public :: operator (+), operator (.times.), operator (.negated.), operator (<), assignment (=), worth
contains
  elemental function add(a, b) result(c)
    type(money), intent(in) :: a, b
    type(money) :: c
    c%cents = a%cents + b%cents
  end function
  pure function times(a, n) result(c)
    type(money), intent(in) :: a
    integer, intent(in) :: n
    type(money) :: c
    c%cents = a%cents * n
  end function
  pure function times_array(a, n) result(c)
    type(money), intent(in) :: a(:)
    integer, intent(in) :: n
    type(money) :: c(size(a))
    c%cents = a%cents * n
  end function
  elemental function negated(a) result(c)
    type(money), intent(in) :: a
    type(money) :: c
    c%cents = -a%cents
  end function
  elemental logical function less(a, b)
    type(money), intent(in) :: a, b
    less = a%cents < b%cents
  end function
  elemental subroutine from_integer(a, i)
    type(money), intent(out) :: a
    integer, intent(in) :: i
    a%cents = 100 * i
  end subroutine
  subroutine from_text(a, s)
    type(money), intent(out) :: a
    character(*), intent(in) :: s
    read (s, *) a%cents
  end subroutine
  elemental function make(whole, rest) result(c)
    integer, intent(in) :: whole, rest
    type(money) :: c
    c%cents = 100 * whole + rest
  end function
  integer function worth_one(a)
    type(money), intent(in) :: a
    worth_one = a%cents
  end function
  integer function worth_many(a)
    type(money), intent(in) :: a(:)
    worth_many = sum(a%cents)
  end function
end module
program generic_operators
  use money_m
  implicit none
  type(money) :: m[*], list(3)[*], t, u(3)
  integer :: me, n, k
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  m = me
  list = [1, 2, 3]
  list = list + m
  sync all
  t = m[k] + list(2)[k]
  if (worth(t) /= 200 + 200 * k) error stop '+'
  t = m[k] .times. 3
  if (worth(t) /= 300 * k) error stop '.times.'
  u = list(:)[k] .times. 2
  if (worth(u) /= 2 * (600 + 300 * k)) error stop '.times. array'
  u = (.negated. list(:)[k]) + m[k]
  if (worth(u) /= -600) error stop '.negated.'
  if (.not. m[k] < list(1)[k]) error stop '<'
  if (worth(list(1:3:2)[k]) /= 400 + 200 * k .or. worth(m[k]) /= 100 * k) error stop 'generic function'
  if (worth(money(1, worth(m[k]))) /= 100 + 100 * k) error stop 'generic constructor'
  sync all
  m[k] = me + 5
  list(3)[k] = '42'
  list(1:2)[k] = [7, 8]
  sync all
  if (worth(m) /= 100 * (modulo(me - 2, n) + 6) .or. worth(list) /= 1542) error stop 'defined assignment'
  if (me == 1) print '(a)', 'PASS'
end program
