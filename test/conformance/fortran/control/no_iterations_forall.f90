! conformance: images=1,2
! build-args: -O0
! feature: coindexed objects that do not exist in FORALL without index values
program no_iterations_forall
  implicit none
  type t
    integer, allocatable :: c(:)
    integer :: v(3)
  end type
  type w
    class(t), allocatable :: p
  end type
  integer, allocatable :: none(:)[:]
  type(t), save :: x[*]
  type(t), allocatable :: objects(:)[:]
  type(w), save :: z[*]
  integer :: n, a(3)

  n = 0
  a = 1
  call without_objects(0, 2)
  call without_objects(10000000, 2)
  if (any(a /= 1)) error stop 'something was read'
  if (this_image() == 1) print '(a)', 'PASS'

contains

  ! Image k does not exist, and the components are not allocated.
  subroutine without_objects(k, j)
    integer, intent(in) :: k, j
    integer :: i

    forall (i = 1:n) a(i) = z[k]%p%v(i)
    forall (i = 1:n) a(i) = first(objects(j)[k])
    forall (i = 1:n) a(i) = none(j)[k] + x[k]%c(j)
  end subroutine

  pure integer function first(a)
    type(t), intent(in) :: a
    first = a%v(1)
  end function

end program no_iterations_forall
