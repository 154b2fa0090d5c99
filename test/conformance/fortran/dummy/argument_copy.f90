! conformance: images=2,3
! feature: coindexed actual argument, intent(inout)
! Argument association copies nothing by defined assignment and finalizes nothing (F2018 15.5.2.4,
! 7.5.6.3): a coindexed array is passed as a local one is.
module copied_arguments
  implicit none
  integer :: assigned = 0, finalized = 0
  type :: bound
    integer :: a = 0
  contains
    procedure, private :: set
    generic :: assignment(=) => set
    final :: gone
  end type
  type :: holder
    integer :: k = 0
    type(bound) :: b
  end type
  type :: named
    integer :: n = 0
  end type
  interface assignment(=)
    module procedure set_named
  end interface
contains
  impure elemental subroutine gone(x)
    type(bound), intent(inout) :: x
    finalized = finalized + 1
    x%a = -1
  end subroutine
  impure elemental subroutine set(to, from)
    class(bound), intent(out) :: to
    type(bound), intent(in) :: from
    assigned = assigned + 1
    to%a = from%a + 1000
  end subroutine
  impure elemental subroutine set_named(to, from)
    type(named), intent(out) :: to
    type(named), intent(in) :: from
    assigned = assigned + 1
    to%n = from%n + 1000
  end subroutine
  subroutine any_type(x)
    class(*), intent(inout) :: x(:)
    select type (x)
    type is (holder)
      x%k = x%k + 1
    type is (named)
      x%n = x%n + 1
    end select
  end subroutine
  subroutine plane(x, i)
    type(holder), intent(inout) :: x(:, :)
    integer, intent(inout) :: i
    x%k = x%k + 10
    x%b%a = x%b%a + 10
    i = 1
  end subroutine
  subroutine line(x)
    type(holder) :: x(2)
    x%k = x%k + 100
  end subroutine
  subroutine names(x)
    type(named), intent(inout) :: x(:)
    x%n = 2*x%n
  end subroutine
end module

program argument_copy
  use copied_arguments
  implicit none
  type(holder), save :: h(4)[*], g(2, 3)[*]
  type(named), save :: m(3)[*]
  integer :: i, j, k
  do i = 1, 4
    h(i)%k = i; h(i)%b%a = 5*i
  end do
  do j = 1, 3
    do i = 1, 2
      g(i, j)%k = 10*j + i; g(i, j)%b%a = i + j
    end do
    m(j)%n = j
  end do
  sync all
  if (this_image() == 1) then
    k = 2
    finalized = 0; assigned = 0
    call any_type(h(1:4:2)[k])
    call any_type(h(4:3:-1)[k])
    call line(h(2:3)[k])
    i = 2
    call plane(g(2:1:-1, 1:3:i)[k], i)
    call any_type(m(2:)[k])
    call names(m(:)[k])
    if (finalized /= 0 .or. assigned /= 0) error stop 'assigned or finalized'
  end if
  sync all
  if (this_image() == 2) then
    if (any(h%k /= [2, 102, 105, 5])) error stop 'elements'
    if (any(h%b%a /= [5, 10, 15, 20])) error stop 'components'
    if (any(g%k /= reshape([21, 22, 21, 22, 41, 42], [2, 3]))) error stop 'plane'
    if (any(g%b%a /= reshape([12, 13, 3, 4, 14, 15], [2, 3]))) error stop 'components of the plane'
    if (any(m%n /= [2, 6, 8])) error stop 'names'
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
