! conformance: images=1,2,4
! feature: pre-standard usage
! The coshape stands behind the shape in the DIMENSION attribute, as Co-array Fortran had it; that of a name goes before.
module coshape_in_dimension_m
  implicit none
  real, dimension(4)[*], save :: x, y(2), v(3)[2,*]
  type t
    integer, dimension(:)[:], allocatable :: part
    integer :: n = 0
  end type
contains
  integer function from(a, k)
    integer, dimension(:)[*], intent(in) :: a
    integer, intent(in) :: k
    from = sum(a(:)[k])
  end function
  subroutine fill(w)
    integer, dimension(:,:)[:], allocatable, intent(inout) :: w
    allocate (w(2,3)[0:*])
    w = this_image()
    sync all
  end subroutine
end module
program coshape_in_dimension
  use coshape_in_dimension_m
  implicit none
  integer, allocatable, dimension(:,:)[:] :: w
  integer, dimension(5)[*] :: local = 3
  integer, dimension(2,2)[-1:*], &
      save :: z
  type(t) :: object
  dimension s(3)[*]
  integer s
  save s
  integer :: me, n, k
  me = this_image(); n = num_images()
  allocate (object%part(2)[*])
  x = me; y = 2*me; v = 3*me; z = 4*me; s = 5*me; object%part = 6*me; local(2) = 3 + me
  call fill(w)
  sync all
  do k = 1, n
    if (nint(x(4)[k]) /= k) error stop 1
    if (nint(y(2)[k]) /= 2*k .or. size(y) /= 2) error stop 2
    if (nint(v(3)[merge(1, 2, mod(k, 2) == 1), (k + 1)/2]) /= 3*k .or. ucobound(v, 1) /= 2) error stop 3
    if (z(2,1)[k-2] /= 4*k .or. lcobound(z, 1) /= -1) error stop 4
    if (s(3)[k] /= 5*k) error stop 5
    if (object%part(1)[k] /= 6*k) error stop 6
    if (w(2,3)[k-1] /= k) error stop 7
    if (local(2)[k] /= 3 + k .or. local(1)[k] /= 3) error stop 8
    if (from(local, k) /= 15 + k) error stop 9
  end do
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
