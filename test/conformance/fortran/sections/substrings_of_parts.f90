! conformance: images=1,2,3
! feature: substrings of sections that are components
! They are coarray components, pointer components, and components of all elements. gfortran passes a
! copy of the substrings, in which it takes them to be as long as the whole strings.
module parts
  implicit none
contains
  subroutine swap(d)
    character(len=*), intent(inout), contiguous :: d(:)
    d = d(size(d):1:-1)
  end subroutine
  subroutine any_rank(d, into)
    character(len=*), intent(in) :: d(..)
    character(len=*), intent(out) :: into(2)
    select rank (d)
    rank (1)
      into = d
    end select
  end subroutine
end module
program substrings_of_parts
  use parts
  implicit none
  type holder
    character(len=8), allocatable :: x(:,:)[:]
  end type
  type row
    integer(2) :: h
    character(len=5), pointer :: w(:)
    integer(1) :: tail
  end type
  type pair
    integer(1) :: b
    character(len=5) :: s
  end type
  type wave
    integer(2) :: h
    complex, allocatable :: w(:)
  end type
  type(holder) :: o
  type(row), save :: r(2)[*]
  type(pair), save :: p(3)[*]
  type(wave), save :: z[*]
  character(len=4), save :: long(4)[*]
  character(len=5) :: five
  character(len=3) :: three(2)
  real :: re(2)
  integer :: me, n, next, first, last
  me = this_image(); n = num_images(); next = mod(me, n) + 1
  first = 2; last = 4
  five = achar(iachar('0') + me)//'2345'
  allocate (o%x(3,3)[*], r(1)%w(3), r(2)%w(3), z%w(2))
  o%x = 'abcdefgh'; r(1)%w = 'abcde'; r(2)%w = 'fghij'
  p = [pair(1, 'abcde'), pair(2, 'fghij'), pair(3, 'klmno')]
  long = ['abcd', 'efgh', 'ijkl', 'mnop']
  z%w = [(1., 2.), (3., 4.)]
  sync all

  o%x(3, 3:1:-1)[next](3:7) = five
  r(2)[next]%w(:)(2:3) = five(4:5)
  r(1)[next]%w(3:1:-2)(first:last) = 'XYZ'
  sync all
  five(1:1) = achar(iachar('0') + mod(me + n - 2, n) + 1)
  if (any(o%x(3,:) /= 'ab'//five//'h') .or. any(o%x(:2,:) /= 'abcdefgh')) error stop 'component'
  if (any(r(2)%w /= 'f45ij') .or. r(2)%tail == 52) error stop 'behind a pointer'
  if (any(r(1)%w /= [character(len=5) :: 'aXYZe', 'abcde', 'aXYZe'])) error stop 'variable length'

  three = r(1)[next]%w(1:2)(first:last)
  if (any(three /= ['XYZ', 'bcd'])) error stop 'get behind a pointer'
  three(1) = o%x(3,1)[next](1:3)
  if (three(1) /= 'ab'//five(1:1) .and. n == 1) error stop 'get of a component'
  call any_rank(p(1:3:2)[next]%s(2:4), three)
  if (any(three /= ['bcd', 'lmn'])) error stop 'assumed rank'
  call any_rank(p(3:1:-2)[next]%s(first:last), three)
  if (any(three /= ['lmn', 'bcd'])) error stop 'assumed rank, variable length'
  if (any([character(len=2) :: p(2:3)[next]%s(first:3), 'zz'] /= ['gh', 'lm', 'zz'])) &
    error stop 'constructor'
  sync all
  call swap(long(1:4:3)[next](3:3))
  call swap(long(2:3)[next](first:last))
  call swap(p(1:2)[next]%s(3:3))
  call swap(r(1)[next]%w(2:3)(first:last))
  sync all
  if (any(long /= ['abod', 'ejkl', 'ifgh', 'mncp'])) error stop 'exchanged'
  if (any(p%s /= ['abhde', 'fgcij', 'klmno'])) error stop 'exchanged components'
  if (any(r(1)%w /= [character(len=5) :: 'aXYZe', 'aXYZe', 'abcde'])) error stop 'exchanged parts'

  re = 0
  where (re < 1) re = z[next]%w%im
  if (any(re /= [2., 4.])) error stop 'WHERE'
  where (re > 3) re = z[next]%w(2:1:-1)%re
  if (any(re /= [2., 1.])) error stop 'WHERE by sections'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program substrings_of_parts
