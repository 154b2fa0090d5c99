! conformance: images=1,2,3
! feature: strings of deferred length of other images in structure constructors
! There gfortran 12 takes zero for the length of a component of another object, and gfortran 13 an
! undefined length for a substring of it that is not constant.
module strings
  implicit none
  integer, parameter :: ucs4 = selected_char_kind('ISO_10646')
  type :: leaf
    integer :: n = 7
    character(:), allocatable :: s
    character(kind=ucs4, len=:), allocatable :: w
  end type leaf
  type :: capital
    character(kind=ucs4, len=:), allocatable :: w
  end type capital
  type :: box
    type(leaf) :: l
    type(leaf), allocatable :: m(:)
  end type box
  type :: pair
    character(:), allocatable :: first
    type(leaf) :: second
  end type pair
contains
  subroutine check(what, s, want)
    character(*), intent(in) :: what, s, want
    if (len(s) /= len(want) .or. s /= want) then
      print '(5a)', 'FAIL: ', what, ': ', s, '.'
      error stop 1
    end if
  end subroutine check
  function text(l)
    type(leaf), intent(in) :: l
    character(:), allocatable :: text
    text = l%s
  end function text
end module strings

program length_in_constructor
  use strings
  implicit none
  type(leaf), allocatable :: many(:)
  type(leaf) :: one
  type(pair) :: two
  integer, parameter :: ck = selected_char_kind('ISO_10646')
  type(capital) :: wide
  type(leaf), save :: b[*]
  type(box), save :: x[*]
  character(:), allocatable :: w[:], v(:)[:]
  integer :: i, k
  character(3) :: mine
  k = 1 + mod(this_image(), num_images())
  b%s = 'b' // repeat(achar(48 + this_image()), 1 + this_image())
  b%w = ck_'xy'
  x%l%s = 'four'
  allocate (x%m(2))
  x%m(2)%s = '22'
  allocate (character(5) :: w[*], v(2)[*])
  w = 'wwwww'
  v = 'vvvvv'
  sync all
  mine = 'b' // repeat(achar(48 + k), 2)
  one = leaf(s=b[k]%s)
  call check('component', one%s, 'b' // repeat(achar(48 + k), 1 + k))
  one = leaf(s=(b[k]%s))
  call check('in parentheses', one%s, 'b' // repeat(achar(48 + k), 1 + k))
  one = leaf(1, b[k]%s)
  call check('by position', one%s, 'b' // repeat(achar(48 + k), 1 + k))
  one = leaf(s=b[k]%s(:3))
  call check('substring', one%s, mine)
  one = leaf(s=(b[k]%s(2:2)))
  call check('substring in parentheses', one%s, mine(2:2))
  wide = capital(b[k]%w)
  if (len(wide%w) /= 2 .or. wide%w /= ck_'xy') error stop 'kind 4'
  wide = capital(b[k]%w(2:2))
  if (len(wide%w) /= 1 .or. wide%w /= ck_'y') error stop 'substring of kind 4'
  call check('argument', text(leaf(s=b[1]%s)), 'b11')
  many = [leaf(s=b[1]%s), leaf(s=x[k]%l%s)]
  call check('array constructor', many(1)%s, 'b11')
  call check('nested component', many(2)%s, 'four')
  one = leaf(s=x[k]%m(2)%s)
  call check('element', one%s, '22')
  many = [(leaf(s=x[i]%m(2)%s), i=1, num_images())]
  call check('implied DO', many(num_images())%s, '22')
  one = leaf(s=w[k])
  call check('coarray', one%s, 'wwwww')
  one = leaf(s=v(2)[k])
  call check('element of a coarray', one%s, 'vvvvv')
  two = pair(b[1]%s, leaf(s=b[1]%s // '!'))
  call check('first', two%first, 'b11')
  call check('concatenation', two%second%s, 'b11!')
  two = pair(first=b[1]%s, second=leaf(s=b[1]%s))
  call check('constructor in a constructor', two%second%s, 'b11')
  two = pair(first=x[k]%l%s, second=b[1])
  call check('beside a whole object', two%second%s, 'b11')
  if (text(leaf(s=b[1]%s)) /= 'b11') error stop 'condition'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program length_in_constructor
