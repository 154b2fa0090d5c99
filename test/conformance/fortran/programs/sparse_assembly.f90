! conformance: images=1,2,3
! feature: whole programs
! Triplets of a sparse matrix go to their owners by fetch-and-add and allocatable components; products with vectors that an array constructor gathers.
! sparse matrix assembly: triplets go to their owners by fetch-and-add into the owner's allocatable queue component, CSR, SpMV, power iteration
module sparse
  use iso_fortran_env
  implicit none
  type triplet
    integer :: row, col
    real(real64) :: val
  end type
  type inbox
    type(triplet), allocatable :: item(:)
    integer :: capacity = 0
  end type
  type csr
    integer, allocatable :: ptr(:), idx(:)
    real(real64), allocatable :: a(:)
  contains
    procedure :: mul
    generic :: operator(.x.) => mul
  end type
contains
  function mul(self, x) result(y)
    class(csr), intent(in) :: self
    real(real64), intent(in) :: x(:)
    real(real64) :: y(size(self%ptr) - 1)
    integer :: i
    do i = 1, size(y)
      associate (lo => self%ptr(i), hi => self%ptr(i+1) - 1)
        y(i) = sum(self%a(lo:hi)*x(self%idx(lo:hi)))
      end associate
    end do
  end function
end module
program assembly
  use sparse
  implicit none
  integer, parameter :: nper = 8
  type(inbox), save :: box[*]
  integer(atomic_int_kind), save :: fill[*] = 0
  real(real64), allocatable :: x(:)[:], xall(:), y(:)
  type(csr) :: m
  integer :: n, e, np, me, k, it
  real(real64) :: lambda, exact, nrm
  np = num_images(); me = this_image(); n = nper*np
  allocate (box%item(16*nper)); box%capacity = 16*nper
  allocate (x(nper)[*], xall(n))
  sync all
  ! every image assembles 1-D elements e = me, me+np, ...: stiffness [2 -1; -1 2]/.. of element (e, e+1)
  do e = me, n - 1, np
    call send(e, e, 1d0); call send(e+1, e+1, 1d0)
    call send(e, e+1, -1d0); call send(e+1, e, -1d0)
  end do
  if (me == 1) then
    call send(1, 1, 1d0); call send(n, n, 1d0)
  end if
  sync all
  m = compress(box%item(1:fill))
  x = 1 + [(k, k = 1, nper)]*0.3d0*me
  ! the largest eigenvalue is 2 - 2 cos(n pi/(n+1))
  do it = 1, 800
    nrm = sum(x**2); call co_sum(nrm); x = x/sqrt(nrm)
    sync all
    xall = [(x(:)[k], k = 1, np)]
    sync all
    y = m .x. xall
    lambda = dot_product(x, y); call co_sum(lambda)
    x = y
  end do
  exact = 2 - 2*cos(n*acos(-1d0)/(n+1))
  if (abs(lambda - exact) > 2d-3) then
    print *, lambda, exact
    error stop 'eigenvalue'
  end if
  if (size(m%a) /= box[np]%capacity - 16*nper + size(m%idx)) error stop 'sizes'
  do k = 1, np
    if (size(box[k]%item) /= 16*nper) error stop 'remote size'
    if (any(owner(box[k]%item(1:fill[k])%row) /= k)) error stop 'misplaced'
  end do
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  elemental integer function owner(row)
    integer, intent(in) :: row
    owner = (row - 1)/nper + 1
  end function
  subroutine send(i, j, v)
    integer, intent(in) :: i, j
    real(real64), intent(in) :: v
    integer(atomic_int_kind) :: at
    integer :: to
    to = owner(i)
    call atomic_fetch_add(fill[to], 1, at)
    if (at + 1 > box[to]%capacity) error stop 'inbox full'
    box[to]%item(at + 1) = triplet(i, j, v)
  end subroutine
  type(csr) function compress(t) result(c)
    type(triplet), intent(in) :: t(:)
    integer :: i, r
    logical, allocatable :: mask(:)
    c%ptr = [1]; allocate (c%idx(0), c%a(0))
    do r = (me-1)*nper + 1, me*nper
      do i = max(1, r - 1), min(n, r + 1)
        mask = t%row == r .and. t%col == i
        c%idx = [c%idx, i]; c%a = [c%a, sum(t%val, mask)]
      end do
      c%ptr = [c%ptr, size(c%a) + 1]
    end do
  end function
end program
