! conformance: images=1,2,3
! feature: WHERE with coindexed objects and pure functions by generic names and bindings
! Functions in masks and right sides are pure, but are not called by names of their own: generic
! names by types and kinds, type-bound procedures, specific and generic, an operator.
module functions_by_other_names
  implicit none
  type :: item
    integer :: n = 0
  contains
    procedure :: plain => item_plain
    procedure :: of_integer
    procedure :: of_text
    generic :: any => of_integer, of_text
  end type
  type :: held
    integer :: n = 0
    procedure(twice), pointer, nopass :: f => null()
  end type
  interface key
    module procedure key_integer, key_text, key_wide, key_held, key_real
  end interface
  interface operator(.key.)
    module procedure key_integer, key_text
  end interface
contains
  elemental integer function key_integer(a)
    integer, intent(in) :: a
    key_integer = 3*a
  end function
  elemental integer function key_real(a)
    real, intent(in) :: a
    key_real = 5*int(a)
  end function
  elemental integer function key_text(a)
    character(*), intent(in) :: a
    key_text = iachar(a(1:1))
  end function
  elemental integer function key_wide(a)
    character(kind=4, len=*), intent(in) :: a
    key_wide = ichar(a(1:1))
  end function
  elemental integer function key_held(a)
    type(held), intent(in) :: a
    key_held = a%f(a%n)
  end function
  pure integer function twice(i)
    integer, intent(in) :: i
    twice = 2*i
  end function
  elemental integer function item_plain(this, i)
    class(item), intent(in) :: this
    integer, intent(in) :: i
    item_plain = this%n + i
  end function
  elemental integer function of_integer(this, i)
    class(item), intent(in) :: this
    integer, intent(in) :: i
    of_integer = this%n - i
  end function
  elemental integer function of_text(this, c)
    class(item), intent(in) :: this
    character(*), intent(in) :: c
    of_text = this%n + len(c)
  end function
end module

program where_generic_functions
  use functions_by_other_names
  implicit none
  integer, save :: x(6)[*]
  character(3), save :: c(6)[*]
  type(item) :: it
  integer :: r(6), want(6), i, k
  logical :: good

  k = merge(1, this_image() + 1, this_image() == num_images())
  x = [(i + 10*this_image(), i=1, 6)]
  c = [(repeat(achar(64 + i), 3), i=1, 6)]
  it%n = 2
  good = .true.
  sync all

  r = 0
  where (x(:)[k] > 10*k + 4)
    r = key(x(:)[k])
  elsewhere (mod(key(x(:)[k]), 2) == 0)
    r = -x(:)[k]
  elsewhere
    r = key(c(:)[k])
  end where
  want = [(merge(3*(i + 10*k), merge(-(i + 10*k), 64 + i, mod(i, 2) == 0), i > 4), i=1, 6)]
  good = good .and. all(r == want)

  r = 0
  where (it%plain(x(:)[k]) > 10*k + 6)
    r = it%any(x(:)[k])
  elsewhere (it%any(x(:)[k]) > -10*k)
    r = it%any(c(:)[k]) + x(:)[k]
  elsewhere (mod(.key. x(:)[k], 9) > 0)
    r = .key. c(:)[k]
  end where
  want = [(merge(2 - i - 10*k, merge(5 + i + 10*k, merge(64 + i, 0, mod(3*(i + 10*k), 9) > 0), &
    2 - i > 0), i > 4), i=1, 6)]
  good = good .and. all(r == want)
  sync all

  where (key(c(:)[k]) > 66)
    c(:)[k] = 'abc'
  elsewhere (key(c(:)[k]) == 66)
    c(:)[k] = 'xyz'
  end where
  sync all
  good = good .and. all(c == [character(3) :: 'AAA', 'xyz', 'abc', 'abc', 'abc', 'abc'])

  if (.not. good) error stop 'wrong values'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
