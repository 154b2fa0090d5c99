! conformance: images=1,2,3
! feature: coindexed objects with allocatable components of their own type in constructors
! What a constructor makes of such an object has all its levels, and shares nothing with it.
module m
  implicit none
  type :: tree
    integer :: n = 0
    type(tree), allocatable :: below
  end type
  type :: by_allocatable
    type(tree), allocatable :: a
  end type
  type :: by_value
    type(tree) :: a
  end type
  type :: by_array
    type(tree), allocatable :: a(:)
  end type
  type :: nested
    type(by_value) :: b
  end type
contains
  subroutine grow(t, n)
    type(tree), intent(out) :: t
    integer, intent(in) :: n
    t%n = n
    allocate (t%below)
    t%below%n = n + 1
    allocate (t%below%below)
    t%below%below%n = n + 2
    allocate (t%below%below%below)
    t%below%below%below%n = n + 3
  end subroutine
  recursive logical function grown(t, n, levels) result(ok)
    type(tree), intent(in) :: t
    integer, intent(in) :: n, levels
    ok = t%n == n .and. (allocated(t%below) .eqv. levels > 0)
    if (ok .and. levels > 0) ok = grown(t%below, n + 1, levels - 1)
  end function
  subroutine check(t, n, what)
    type(tree), intent(in) :: t
    integer, intent(in) :: n
    character(*), intent(in) :: what
    type(tree) :: other(9)
    integer :: i
    do i = 1, 9 ! these would take what was freed
      call grow(other(i), 900)
    end do
    if (.not. grown(t, n, 3)) then
      print *, 'FAIL ', what
      error stop
    end if
  end subroutine
  subroutine take(v, n)
    type(by_value), intent(in) :: v
    integer, intent(in) :: n
    call check(v%a, n, 'actual argument')
  end subroutine
  subroutine take_array(v, n)
    type(tree), intent(in) :: v(:)
    integer, intent(in) :: n
    call check(v(2), n, 'array as actual argument')
  end subroutine
  logical function right(v, n)
    type(by_value), intent(in) :: v
    integer, intent(in) :: n
    right = grown(v%a, n, 3)
  end function
end module
program recursive_constructors
  use m
  implicit none
  type(tree) :: x[*], y(2)[*]
  integer :: k, turn
  do turn = 1, 3
    call grow(x, 10*this_image())
    call grow(y(1), 10*this_image())
    call grow(y(2), 10*this_image() + 5)
    sync all
    do k = 1, num_images()
      call all_kinds(k)
    end do
    sync all
    if (.not. grown(x, 10*this_image(), 3)) error stop 'x'
    if (.not. grown(y(2), 10*this_image() + 5, 3)) error stop 'y'
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine all_kinds(k)
    integer, intent(in) :: k
    type(by_allocatable) :: a
    type(by_value) :: v
    type(by_array) :: r
    type(nested) :: n
    type(nested), allocatable :: ns(:)
    type(tree), allocatable :: l(:)
    integer :: i
    a = by_allocatable(x[k])
    call check(a%a, 10*k, 'allocatable component')
    v = by_value(x[k])
    call check(v%a, 10*k, 'component')
    if (k > 0) v = by_value(a=y(2)[k])
    call check(v%a, 10*k + 5, 'IF statement')
    l = [x[k], y(2)[k]]
    call check(l(1), 10*k, 'array constructor')
    call check(l(2), 10*k + 5, 'array constructor')
    l = [y(:)[k]]
    call check(l(2), 10*k + 5, 'array in an array constructor')
    l = [(x[i], i = 1, k)]
    call check(l(k), 10*k, 'implied DO')
    r = by_array([x[k], y(2)[k]])
    call check(r%a(2), 10*k + 5, 'array constructor in a structure constructor')
    r = by_array(y(:)[k])
    call check(r%a(2), 10*k + 5, 'array component')
    n = nested(by_value(x[k]))
    call check(n%b%a, 10*k, 'nested constructors')
    ns = [nested(by_value(x[k])), nested(by_value(y(2)[k]))]
    call check(ns(2)%b%a, 10*k + 5, 'array of nested constructors')
    call take(by_value(x[k]), 10*k)
    call take_array([x[k], y(2)[k]], 10*k + 5)
    if (.not. right(by_value(x[k]), 10*k)) error stop 'function'
  end subroutine
end program
