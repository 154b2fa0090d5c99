! conformance: images=1,2,3
! feature: coindexed objects with allocatable components of their own type: assignment of values
! FORALL, WHERE, vector subscripts, functions in subscripts and parentheses give the variable all
! levels of such an object; a procedure for assignment gets them.
module m
  implicit none
  type :: tree
    integer :: n = 0
    type(tree), allocatable :: below
  end type
  type :: holder
    integer :: n = 0
    type(tree), allocatable :: t
  end type
  type :: counted
    integer :: levels = 0
    type(counted), allocatable :: below
  end type
  interface assignment(=)
    procedure :: count_levels
  end interface
  integer :: calls = 0
contains
  elemental subroutine count_levels(to, from)
    type(counted), intent(inout) :: to
    type(counted), intent(in) :: from
    to%levels = levels(from)
  end subroutine
  pure recursive integer function levels(c) result(n)
    type(counted), intent(in) :: c
    n = c%levels
    if (allocated(c%below)) n = n + levels(c%below)
  end function
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
  subroutine check_value(t, n)
    type(tree), value :: t
    integer, intent(in) :: n
    call check(t, n, 'VALUE')
    t%n = -1
  end subroutine
  integer function counting(i)
    integer, intent(in) :: i
    calls = calls + 1
    counting = i
  end function
end module
program recursive_statements
  use m
  implicit none
  type(tree) :: x[*], y(2)[*]
  type(holder) :: h(2)[*]
  type(counted) :: c(2)[*]
  integer :: k, turn
  allocate (h(1)%t, h(2)%t)
  c%levels = this_image()
  allocate (c(2)%below)
  c(2)%below%levels = 10
  allocate (c(2)%below%below)
  c(2)%below%below%levels = 100
  do turn = 1, 3
    call grow(x, 10*this_image())
    call grow(y(1), 10*this_image())
    call grow(y(2), 10*this_image() + 5)
    call grow(h(1)%t, 10*this_image())
    call grow(h(2)%t, 10*this_image() + 5)
    sync all
    do k = 1, num_images()
      call foralls(k)
      call wheres(k)
      call subscripts(k)
      call parentheses(k)
      call defined(k)
    end do
    sync all
    if (.not. grown(x, 10*this_image(), 3)) error stop 'x'
    if (.not. grown(y(2), 10*this_image() + 5, 3)) error stop 'y'
    if (.not. grown(h(2)%t, 10*this_image() + 5, 3)) error stop 'h'
    if (levels(c(2)) /= 110 + this_image()) error stop 'c'
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine foralls(k)
    integer, intent(in) :: k
    type(tree) :: l(2), q(2, 3), z(3)
    type(holder) :: b(2)
    integer :: i, j
    forall (i = 1:2) l(i) = y(3 - i)[k]
    call check(l(1), 10*k + 5, 'FORALL')
    call check(l(2), 10*k, 'FORALL')
    forall (i = 1:2) b(i) = h(i)[k]
    call check(b(2)%t, 10*k + 5, 'FORALL, component')
    forall (i = 1:2, j = 1:num_images(), i /= j .and. j < 4) q(i, j) = y(i)[j]
    do j = 1, min(3, num_images())
      if (j /= 1) call check(q(1, j), 10*j, 'FORALL with two indices')
      if (j /= 2) call check(q(2, j), 10*j + 5, 'FORALL with two indices')
    end do
    forall (i = 1:min(3, num_images())) z(i) = (x[i])
    call check(z(1), 10, 'FORALL over images')
    forall (i = 1:2)
      l(i) = y(i)[k]
      b(i) = h(i)[k]
      z(i) = y(i)[k]
    end forall
    call check(l(1), 10*k, 'FORALL construct')
    call check(b(1)%t, 10*k, 'FORALL construct')
    call check(z(2), 10*k + 5, 'FORALL construct')
  end subroutine
  subroutine wheres(k)
    integer, intent(in) :: k
    type(tree) :: l(2), z(2)
    type(holder) :: b(2)
    where ([.true., .false.]) l = y(:)[k]
    call check(l(1), 10*k, 'WHERE')
    if (allocated(l(2)%below)) error stop 'mask'
    where (l%n > 0)
      b = h(:)[k]
    elsewhere
      l = y(:)[k]
      z = y(:)[k]
    end where
    call check(b(1)%t, 10*k, 'WHERE construct')
    call check(l(1), 10*k, 'WHERE construct')
    call check(l(2), 10*k + 5, 'WHERE construct')
    call check(z(2), 10*k + 5, 'WHERE construct')
    if (allocated(b(2)%t)) error stop 'mask of the construct'
  end subroutine
  subroutine subscripts(k)
    integer, intent(in) :: k
    type(tree) :: l(2)
    type(holder) :: b(2)
    integer :: iv(2), before
    iv = [2, 1]
    l(iv) = y(:)[k]
    call check(l(2), 10*k, 'vector subscript')
    call check(l(1), 10*k + 5, 'vector subscript')
    b(iv) = h([2, 1])[k]
    call check(b(1)%t, 10*k, 'two vector subscripts')
    before = calls
    l(counting(1)) = y(2)[k]
    call check(l(1), 10*k + 5, 'function in a subscript')
    l(counting(1):) = y(:)[k]
    call check(l(2), 10*k + 5, 'function in a section')
    l(counting(1):) = x[k]
    call check(l(1), 10*k, 'scalar to a section')
    call check(l(2), 10*k, 'scalar to a section')
    b(counting(2))%t = y(2)[k]
    call check(b(2)%t, 10*k + 5, 'allocatable component')
    if (calls /= before + 4) error stop 'each function is called once'
  end subroutine
  subroutine parentheses(k)
    integer, intent(in) :: k
    type(tree), allocatable :: v
    type(tree) :: l(2)
    l(1) = (x[k])
    call check(l(1), 10*k, 'in parentheses')
    v = (x[k])
    call check(v, 10*k, 'allocatable variable')
    l = ((y(:)[k]))
    call check(l(2), 10*k + 5, 'array in parentheses')
    call check((x[k]), 10*k, 'actual argument in parentheses')
    call check_value((x[k]), 10*k)
    call check_value(x[k], 10*k)
    associate (z => (x[k]))
      call check(z, 10*k, 'ASSOCIATE')
    end associate
  end subroutine
  subroutine defined(k)
    integer, intent(in) :: k
    type(counted) :: b(2)
    type(tree) :: l(2)
    integer :: i
    b(2) = c(2)[k]
    if (b(2)%levels /= 110 + k) error stop 'defined assignment'
    b%levels = 0
    b = c(:)[k]
    if (any(b%levels /= [k, 110 + k])) error stop 'defined assignment of an array'
    b%levels = 0
    forall (i = 1:2) b(i) = c(3 - i)[k]
    if (any(b%levels /= [110 + k, k])) error stop 'defined assignment in FORALL'
    b%levels = 0
    where ([.true., .false.]) b = c(2)[k]
    if (any(b%levels /= [110 + k, 0])) error stop 'defined assignment in WHERE'
    do concurrent (i = 1:2)
      l(i) = y(i)[k]
    end do
    call check(l(2), 10*k + 5, 'DO CONCURRENT')
  end subroutine
end program
