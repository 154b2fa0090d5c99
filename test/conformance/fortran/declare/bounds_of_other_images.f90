! conformance: images=1,2,4
! feature: coindexed objects in bounds and lengths that procedures declare
module counts
  use, intrinsic :: iso_fortran_env, only: int8, int16, int64
  implicit none
  integer :: n[*]
  integer(int64) :: long(3)[*]
  integer, allocatable :: sizes(:)[:]
  integer(int16), allocatable :: grid[:, :]
  type :: part
    integer(int8) :: cells(2)
  end type
  type(part) :: parts(2)[0:*]
contains
  ! Automatic arrays, of module coarrays; an internal procedure refers to one.
  integer function automatic(k) result(total)
    integer, intent(in) :: k
    real :: a(n[k]), b(2:long(2)[k] + 1)
    character(len=sizes(2)[k]) :: name
    integer :: c(parts(2)[k-1]%cells(1), n[k])
    real :: d(size(a))
    a = 1
    b = 2
    name = repeat('x', 100)
    call fill
    total = size(a) + 10*size(b) + 100*len(name) + 1000*size(c, 1) + size(c, 2)*100000
    if (size(d) /= size(a)) error stop 'size'
    if (sum(c) /= 7*size(c)) error stop 'filled'
    if (lbound(b, 1) /= 2 .or. sum(a) /= size(a)) error stop 'bounds'
  contains
    subroutine fill
      integer :: mine(n[k])
      mine = 7
      c = mine(1)
    end subroutine
  end function

  ! A dummy argument with cobounds, and another one with a bound of it.
  subroutine dummies(m, k, data, np, total)
    integer, intent(in) :: np, k
    integer, intent(in) :: m[np:*]
    integer, intent(in) :: data(m[k + np - 1])
    integer, intent(out) :: total
    total = sum(data)
  end subroutine

  ! A function's result, and a pure one.
  pure function ramp(k) result(r)
    integer, intent(in) :: k
    integer :: r(n[k])
    integer :: i
    r = [(i, i = 1, size(r))]
  end function

  function label(k)
    integer, intent(in) :: k
    character(len=n[k]) :: label
    label = 'abcdefghijklmnopqrstuvwxyz'
  end function

  integer function two(i, j)
    integer, intent(in) :: i, j
    integer :: a
    dimension a(grid[i, j])
    two = size(a)
  end function

  character(len=n[k]) function stars(k)
    integer, intent(in) :: k
    stars = repeat('*', 99)
  end function

  character(len=num_images()) function wide()
    wide = '-'
  end function
end module

program bounds_of_other_images
  use counts
  implicit none
  integer :: me, np, k, total
  integer :: host[*]
  me = this_image()
  np = num_images()
  allocate (sizes(2)[*], grid[2, *])
  n = me + 1
  host = 3*me
  long = [1, me + 2, 3]
  sizes = [0, me + 3]
  grid = int(10*me, int16)
  parts(2)%cells = [int(me, int8), 0_int8]
  sync all
  do k = 1, np
    if (automatic(k) /= (k + 1) + 10*(k + 2) + 100*(k + 3) + 1000*k + (k + 1)*100000) error stop 'automatic'
    call dummies(n, k, [1, 2, 3, 4, 5, 6, 7, 8], 3, total)
    if (total /= (k + 1)*(k + 2)/2) error stop 'dummies'
    if (size(ramp(k)) /= k + 1 .or. sum(ramp(k)) /= (k + 1)*(k + 2)/2) error stop 'ramp'
    if (label(k) /= 'abcdefghij'(1:k + 1)) error stop 'label'
    if (two(mod(k - 1, 2) + 1, (k - 1)/2 + 1) /= 10*k) error stop 'two'
    if (len(stars(k)) /= k + 1 .or. len(wide()) /= np) error stop 'stars'
    if (inner(k) /= 3*k) error stop 'host'
  end do
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  integer function inner(k)
    integer, intent(in) :: k
    integer :: a(host[k])
    inner = size(a)
  end function
end program
