! conformance: images=1,2,3,5
! feature: submodules
! Separate module procedures, in the long and in the short form, with dummy arguments that are
! coarrays, with cobounds of arguments, allocatable, optional, with coarray components, and in pure
! functions.
module ifc
  implicit none
  type :: cell
    integer, allocatable :: q(:)[:]
    integer :: m
  end type
  integer, protected :: seen = 0
  interface
    module subroutine shift(a, lo, k)
      integer, intent(in) :: lo, k
      integer, intent(inout) :: a(lo:)[0:*]
    end subroutine
    module function row(g, i, k) result(r)
      real, intent(in) :: g(:, :)[*]
      integer, intent(in) :: i, k
      real :: r(size(g, 2))
    end function
    module subroutine grow(c, n)
      type(cell), intent(inout) :: c
      integer, intent(in) :: n
    end subroutine
    pure module function peek(v, k) result(x)
      integer, intent(in) :: v[*], k
      integer :: x
    end function
    module subroutine opt(a, b, st)
      integer, intent(inout), allocatable :: a(:)[:]
      integer, optional, intent(in) :: b[*]
      integer, intent(out) :: st
    end subroutine
  end interface
end module
submodule (ifc) impl
  implicit none
  integer :: own[*] = 4
contains
  module procedure shift
    integer :: t
    t = a(lo)[k]
    sync all
    a(lo + 1)[k] = t + own[k + 1]
    seen = seen + 1
    sync all
  end procedure
  module function row(g, i, k) result(r)
    real, intent(in) :: g(:, :)[*]
    integer, intent(in) :: i, k
    real :: r(size(g, 2))
    r = g(i, :)[k]
  end function
  module procedure grow
    if (allocated(c%q)) deallocate (c%q)
    allocate (c%q(n)[*])
    c%q = c%m
    call deeper(c%q, n)
  contains
    subroutine deeper(q, n)
      integer, intent(in) :: n
      integer, intent(inout) :: q(n)[*]
      sync all
      q(n)[this_image()] = q(1)[num_images()]
      sync all
    end subroutine
  end procedure
  module procedure peek
    x = v[k]
  end procedure
end submodule
submodule (ifc:impl) more
contains
  module procedure opt
    allocate (a(3)[*], stat=st)
    a = 0
    sync all
    if (present(b)) then
      a(2)[1] = b[num_images()]
      if (this_image() == 1) a(3)[num_images()] = own[1]
    end if
    sync all
  end procedure
end submodule
program separate_procedures
  use ifc
  implicit none
  integer, save :: a(5)[*], v[*]
  real, allocatable :: g(:, :)[:]
  integer, allocatable :: z(:)[:]
  type(cell) :: c
  integer :: me, np, nx, st, i
  me = this_image(); np = num_images(); nx = mod(me, np) + 1
  a = [(10*me + i, i=1, 5)]
  v = 3*me
  sync all
  call shift(a(2:), 7, nx - 1)
  if (a(3) /= 10*me + 2 + 4 .or. seen /= 1) error stop 'shift'
  allocate (g(2, 3)[*])
  g = reshape([(me*1. + i, i=1, 6)], [2, 3])
  sync all
  if (any(row(g, 2, nx) /= nx + [2, 4, 6])) error stop 'row'
  c%m = me
  call grow(c, 3)
  call grow(c, 4)
  if (c%q(4) /= np .or. c%q(2)[nx] /= nx) error stop 'grow'
  if (peek(v, nx) /= 3*nx) error stop 'peek'
  call opt(z, v, st)
  if (me == 1 .and. z(2) /= 3*np) error stop 'opt'
  if (me == np .and. z(3) /= 4) error stop 'own'
  deallocate (z)
  call opt(z, st=st)
  if (any(z /= 0)) error stop 'absent'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
