! feature: diagnostics: coindexed objects
! back-end: gfortran
! gfortran copies allocatable components of an object's own type by their addresses; where several
! values would get them, or where they would be freed, such objects are not copied from other images.
module recursive_constructors_m
  implicit none
  type :: tree
    integer :: n = 0
    type(tree), allocatable :: below
  end type
  type :: holder
    type(tree) :: a
  end type
  type :: counted
    integer :: n = 0
  contains
    procedure :: count_up
    generic :: assignment(=) => count_up
  end type
  type :: mixed
    type(counted) :: c
    type(tree), allocatable :: t
  end type
contains
  elemental subroutine count_up(to, from)
    class(counted), intent(inout) :: to
    class(counted), intent(in) :: from
    to%n = from%n + 1
  end subroutine
end module recursive_constructors_m
program recursive_constructors
  use recursive_constructors_m
  implicit none
  type(tree) :: x[*], y(2)[*]
  type(mixed) :: m, c[*]
  type(tree), allocatable :: l(:), v
  type(holder) :: h, hs(2)
  type(holder), allocatable :: p
  integer :: i
  h = holder(x[1])
  l = [x[1], y(1)[1]]
  l = y(:)[1]
  v = x[1]
  ! expect-error: cannot be copied as a whole here: gfortran copies
  hs = holder(x[1])
  h = holder((x[1]))
  ! expect-error: cannot be copied as a whole here: gfortran copies
  h = (holder(x[1]))
  ! expect-error: cannot be copied as a whole here: gfortran copies
  l([2, 1]) = x[1]
  ! expect-error: cannot be copied as a whole here: gfortran copies
  where (l%n > 0) l = x[1]
  ! expect-error: cannot be copied as a whole here: gfortran copies
  forall (i = 1:2) l(i) = x[1]
  forall (i = 1:2)
    ! expect-error: cannot be copied as a whole here: gfortran copies
    hs(i) = holder(y(i)[1])
  end forall
  ! expect-error: cannot be copied as a whole here: gfortran copies
  allocate (p, source=holder(x[1]))
  ! expect-error: cannot be copied as a whole here: gfortran copies
  v = merge(x[1], v, .true.)
  ! expect-error: cannot be copied as a whole here: gfortran copies
  l = spread(x[1], 1, 2)
  ! expect-error: cannot be copied as a whole here: gfortran copies
  l = cshift(y(:)[1], 1)
  ! expect-error: cannot be copied as a whole here: gfortran copies
  l = pack([x[1]], [.true.])
  ! expect-error: cannot be copied as a whole here: gfortran copies
  l = reshape([(x[i], i = 1, 2)], [2])
  v = (x[1])
  ! expect-error: cannot be copied as a whole here: gfortran copies
  m = c[1]
  i = size(y(:)[1])
end program recursive_constructors
