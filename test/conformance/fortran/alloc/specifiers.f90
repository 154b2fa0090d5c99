! conformance: images=1,2,3,5
! feature: allocate and deallocate with stat= and errmsg=
program allocate_specifiers
  use iso_fortran_env, only: int64
  implicit none
  type :: t
    integer :: a = 3
    real :: b(2) = [1.0, 2.0]
  end type
  integer, allocatable :: x(:)[:], y(:)[:], z[:,:]
  type(t), allocatable :: s(:)[:], one[:]
  character(:), allocatable :: c[:]
  integer(int64) :: st
  integer :: i
  character(80) :: msg
  msg = 'same'; st = 4
  allocate (x(0:3)[*], z[0:1,*], stat=st, errmsg=msg)
  if (st /= 0 .or. msg /= 'same') error stop 'allocate'
  st = 0
  allocate (x(2)[*], stat=st, errmsg=msg)
  if (st == 0 .or. msg == 'same') error stop 'allocated twice'
  if (lbound(x, 1) /= 0 .or. ubound(x, 1) /= 3) error stop 'bounds'
  x = [(i * this_image(), i = 0, 3)]
  allocate (y(4)[*], source=x)
  if (any(y /= x)) error stop 'source'
  deallocate (y)
  allocate (y(0:3)[*], mold=x)
  if (size(y) /= 4) error stop 'mold'
  allocate (s(3)[*], source=t(7, [3.0, 4.0]), stat=st)
  if (st /= 0 .or. any(s%a /= 7) .or. s(3)%b(2) /= 4.0) error stop 'source of type'
  allocate (one[*], mold=s(1))
  if (one%a /= 3) error stop 'mold of type'
  allocate (character(5) :: c[*])
  c = 'ab   '
  sync all
  if (c[num_images()] /= 'ab' .or. len(c) /= 5) error stop 'character'
  if (s(2)[1]%a /= 7) error stop 'coindexed'
  if (x(3)[num_images()] /= 3 * num_images()) error stop 'coindexed x'
  sync all
  msg = 'same'
  deallocate (x, y, stat=st, errmsg=msg)
  if (st /= 0 .or. msg /= 'same' .or. allocated(x) .or. allocated(y)) error stop 'deallocate'
  deallocate (x, stat=st, errmsg=msg)
  if (st == 0 .or. msg == 'same') error stop 'deallocated twice'
  deallocate (s, one, z, c)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
