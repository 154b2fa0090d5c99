! conformance: images=1,2,3
! feature: allocate with source= and mold=
! SOURCE= and MOLD= that are a component of all elements of another image's array.
program source_components
  implicit none
  type part
    character(3) :: name
    integer :: n(4)
    complex :: z
  end type
  type whole
    type(part) :: p(3)
  end type
  type(whole), save :: x(2)[*]
  integer, allocatable :: n(:)
  character(3), allocatable :: names(:)
  complex, allocatable :: z(:)
  real, allocatable :: re(:)
  integer :: i, k, me
  me = this_image()
  k = 1 + mod(me, num_images())
  do i = 1, 3
    x(:)%p(i) = part('p' // achar(48+i) // achar(48+me), me*10 + [1,2,3,4], cmplx(i, me))
  end do
  sync all
  allocate (n, source=x(2)[k]%p%n(2))
  if (any(n /= [1,1,1]*(k*10+2)) .or. lbound(n, 1) /= 1) error stop 'n'
  deallocate (n)
  allocate (n, source=x([2,1])[k]%p(3)%n(4))
  if (any(n /= [1,1]*(k*10+4))) error stop 'vector'
  deallocate (n)
  allocate (n, mold=x(:)[k]%p(1)%n(1))
  if (size(n) /= 2) error stop 'mold'
  allocate (names, source=x(1)[k]%p(3:1:-2)%name)
  if (any(names /= ['p3' // achar(48+k), 'p1' // achar(48+k)])) error stop 'names'
  allocate (z, source=x(1)[k]%p%z)
  if (any(z /= [cmplx(1, k), cmplx(2, k), cmplx(3, k)])) error stop 'z'
  allocate (re, source=x(1)[k]%p%z%im)
  if (any(re /= k)) error stop 're'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
