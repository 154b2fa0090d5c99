! conformance: images=1,2,3
! feature: coindexed objects in pure procedures
! A copy that needs a view behind one that does not; sections of characters and structures of dummies in DO CONCURRENT.
module sequences
  implicit none
  type cell
    integer :: v = 0
  contains
    procedure :: get
  end type
  integer :: a(4, 3)[*]
  integer, allocatable :: b(:,:)[:]
contains
  pure integer function get(self)
    class(cell), intent(in) :: self
    get = self%v
  end function
  pure subroutine static(k, o)
    integer, intent(in) :: k
    integer, intent(out) :: o(:,:)
    o(:, 1) = a(:, 1)[k]
    o(2, :) = a(2, :)[k]
    o(4:1:-1, 2) = a(4:1:-1, 2)[k]
    o(:, 3) = a(:, 3)[k]
    o(1, 1) = o(1, 1) + a(1, 1)[k]
  end subroutine
  pure subroutine dummy(k, o, x)
    integer, intent(in) :: k, x(:,:)[*]
    integer, intent(out) :: o(:,:)
    if (k > 0) o(:, 1) = x(:, 1)[k]
    o(:, :) = x(:, :)[k]
    o(3, :) = x(3, :)[k]
    o(1, 1) = o(1, 1) + x(1, 1)[k]
  end subroutine
  subroutine text(k, o, x)
    integer, intent(in) :: k
    character(5), intent(in) :: x(:,:)[*]
    character(5), intent(out) :: o(4, 3)
    integer :: i
    do concurrent (i = 1:3)
      o(:, i) = x(:, i)[k]
      o(2:3, i) = x(2:3, i)[k]
      o(1, i)(2:3) = x(1, i)[k](2:3)
    end do
  end subroutine
  subroutine cells(k, o, x)
    integer, intent(in) :: k
    type(cell), intent(in) :: x(4, 3)[*]
    type(cell), intent(out) :: o(:,:)
    integer :: i, j
    do concurrent (i = 1:3, j = 1:4)
      o(j, i) = x(j, i)[k]
    end do
  end subroutine
end module
program p
  use sequences
  implicit none
  character(5), save :: c(4, 3)[*]
  type(cell), save :: t(4, 3)[*]
  character(5) :: d(4, 3)
  type(cell) :: u(4, 3)
  integer :: o(4, 3), want(4, 3), i, j, k
  k = mod(this_image(), num_images()) + 1
  allocate (b(4, 3)[*])
  do j = 1, 3
    do i = 1, 4
      a(i, j) = 100*this_image() + 10*i + j
      want(i, j) = 100*k + 10*i + j
      write (c(i, j), '(i5.5)') a(i, j)
    end do
  end do
  b = a; t%v = a; want(1, 1) = 2*want(1, 1)
  sync all
  o = 0; call static(k, o); if (any(o /= want)) error stop 'static'
  o = 0; call dummy(k, o, a); if (any(o /= want)) error stop 'dummy'
  o = 0; call dummy(k, o, b); if (any(o /= want)) error stop 'allocatable'
  want(1, 1) = want(1, 1)/2
  call text(k, d, c)
  do j = 1, 3
    do i = 1, 4
      read (d(i, j), *) o(i, j)
    end do
  end do
  if (any(o /= want)) error stop 'text'
  call cells(k, u, t)
  if (any(u%v /= want)) error stop 'cells'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
