! conformance: images=1,2,3
! feature: CSHIFT of sections of other images, with negative constants (F2018 16.9.68)
! flang takes the element in front of a section for its last one where it knows that the shift is -1
! and does not know the extent.
module shifted
  implicit none
  type :: owner
    integer, allocatable :: v(:)
  end type
contains
  pure function turned(v) result(w)
    integer, intent(in) :: v(:)[*]
    integer :: w(size(v))
    w = cshift(v(:)[1], -1)
  end function
end module
program negative_shifts
  use shifted
  implicit none
  character(11), save :: c(0:9)[*]
  integer, save :: a(0:9)[*]
  real(8), allocatable :: x(:,:)[:]
  type(owner), save :: o[*]
  character(11) :: d(0:9)
  integer :: b(0:9), i, k, r(5), s
  integer, volatile :: n = 5
  logical :: good
  good = .true.
  allocate (x(0:9,4)[*])
  a = [(i, i=0, 9)]
  do i = 0, 9
    c(i) = repeat(achar(65 + i), 11)
    x(i,:) = [(10*i + k, k=1, 4)]
  end do
  o%v = a
  b = a
  d = c
  k = num_images()
  sync all
  call holds('integers', all(cshift(a(1:n)[k], -1) == [5, 1, 2, 3, 4]))
  call holds('with keywords', all(cshift(shift=-1, array=a(1:n)[k]) == [5, 1, 2, 3, 4]))
  call holds('expression', all(cshift(a(1:n)[k] + 1, -1) == [6, 2, 3, 4, 5]))
  call holds('characters', all(cshift(c(1:n)[k], -1) == [d(5), d(1:4)]))
  call holds('component', all(cshift(o[k]%v(1:n), -1) == [5, 1, 2, 3, 4]))
  call holds('first dimension', all(cshift(x(1:n,2)[k], -1) == [52, 12, 22, 32, 42]))
  call holds('second dimension', all(cshift(x(2,1:n-1)[k], -1) == [24, 21, 22, 23]))
  call holds('of two', all(cshift(x(1:n,2:3)[k], -1, 2) == cshift(x(1:5,2:3), 1, 2)))
  s = -1
  r = cshift(a(1:n)[k], s)
  call holds('variable', all(r == [5, 1, 2, 3, 4]))
  do i = -1, 1, 2
    r = cshift(a(1:n)[k], i)
    call holds('in a loop', r(1) == merge(5, 2, i < 0))
  end do
  where (a(1:n) > 2)
    r = cshift(a(1:n)[k], -1)
  elsewhere
    r = cshift(a(1:n)[k], -2)
  end where
  call holds('WHERE', all(r == [4, 5, 2, 3, 4]))
  call holds('in a pure procedure', all(turned(a(1:n)) == [5, 1, 2, 3, 4]))
  sync all
  if (good) print '(a)', 'PASS'
contains
  subroutine holds(what, is)
    character(*), intent(in) :: what
    logical, intent(in) :: is
    if (.not. is) print '(2a)', 'wrong: ', what
    good = good .and. is
  end subroutine
end program
