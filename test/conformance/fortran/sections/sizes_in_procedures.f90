! conformance: images=1,2,3
! feature: arrays with elements of odd sizes in procedures that a statement calls
! Operations, assignments and functions of the program, with arrays of other images whose elements
! have a size that does not divide the distance of images.
module labels
  implicit none
  type :: label
    character(11) :: c
  end type
  interface operator(.same.)
    module procedure same
  end interface
  interface operator(.neg.)
    module procedure marked
  end interface
  interface assignment(=)
    module procedure text_of, from_number
  end interface
contains
  logical function same(a, b)
    character(*), intent(in) :: a(:), b(:)
    same = all(a == b)
  end function
  function marked(a) result(r)
    type(label), intent(in) :: a(:)
    character(11) :: r(size(a))
    r = a%c
    r(:)(1:1) = '-'
  end function
  subroutine text_of(to, from)
    character(*), intent(out) :: to
    type(label), intent(in) :: from(:)
    integer :: i
    to = ''
    do i = 1, size(from)
      to = trim(to)//from(i)%c(1:1)
    end do
  end subroutine
  subroutine from_number(to, from)
    type(label), intent(inout) :: to(:)
    integer, intent(in) :: from
    integer :: i
    do i = 1, size(to)
      to(i)%c = to(i)%c(1:1)//repeat(achar(48 + from), 10)
    end do
  end subroutine
  integer function up(a)
    character(*), intent(inout) :: a(:)
    up = 1
    a(1)(1:1) = achar(iachar(a(1)(1:1)) + 1)
    if (a(1)(1:1) > 'f') up = 0
  end function
  character(4) function heads(a) ! no INTENT
    character(*) :: a(:)
    integer :: i
    heads = ''
    do i = 1, size(a)
      heads = trim(heads)//a(i)(1:1)
    end do
  end function
end module
program sizes_in_procedures
  use labels
  implicit none
  character(11) :: c(4)[*], w(2)
  type(label) :: d(5)[*]
  character(8) :: text
  integer :: i, k
  k = num_images()
  c = ['aaaaaaaaaaa', 'bbbbbbbbbbb', 'ccccccccccc', 'ddddddddddd']
  d = [(label(repeat(achar(96 + i), 11)), i = 1, 5)]
  w = c(::2)
  sync all
  if (this_image() == 1) then
    if (.not. (c(::2)[k] .same. w)) error stop 'operator'
    i = 0
    do while (c(::2)[k] .same. w)
      i = i + 1
      if (i > 3) w = 'x'
    end do
    if (i /= 4) error stop 'operator in a condition'
    if (any(.neg. d(::2)[k] /= ['-aaaaaaaaaa', '-cccccccccc', '-eeeeeeeeee'])) error stop 'unary'
    if (heads(c(::2)[k]) /= 'ac') error stop 'without INTENT'
    text = d(::2)[k]
    if (text /= 'ace') error stop 'right side'
    d(::2)[k] = 3
    i = 0
    do while (up(c(2:3)[k]) == 1)
      i = i + 1
    end do
    if (i /= 4) error stop 'function in a condition'
    i = up(c(1:2)[k])
  end if
  sync all
  if (this_image() == k) then
    if (any(c(3:) /= ['ccccccccccc', 'ddddddddddd'])) error stop 'beside'
    if (c(1) /= 'baaaaaaaaaa' .or. c(2) /= 'gbbbbbbbbbb') error stop 'defined'
    if (any(d(::2)%c /= ['a3333333333', 'c3333333333', 'e3333333333'])) error stop 'left side'
    if (any(d(2::2)%c /= ['bbbbbbbbbbb', 'ddddddddddd'])) error stop 'beside the left side'
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
