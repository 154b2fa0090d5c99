! conformance: images=4
! feature: operators, assignments, finalization and output that call
! Operators, assignments, final procedures and defined output are calls: what they do to the team and to coarrays is seen behind them, also in loops.
module operations
  use iso_fortran_env, only: team_type
  implicit none
  integer :: x[*]
  integer, allocatable :: h(:)[:]
  type(team_type) :: t
  type v
    integer :: a
  end type
  type finalized
    integer :: a = 0
  contains
    final :: gone
  end type
  type holds
    type(finalized) :: inside
  end type
  type written
    integer :: a = 7
  contains
    procedure :: put
    generic :: write(formatted) => put
  end type
  type assigned
    integer :: a = 0
  contains
    procedure, private :: take
    generic :: assignment(=) => take
  end type
  type wrapped
    type(assigned) :: inside
  end type
  interface operator(+)
    procedure add
  end interface
  interface operator(//)
    procedure joined
  end interface
  interface operator(.change.)
    procedure changed
  end interface
  interface operator(==)
    procedure same
  end interface
  interface assignment(=)
    procedure assign
  end interface
contains
  subroutine visit
    integer :: z
    change team (t)
      z = x[1]
    end team
  end subroutine
  function add(a, b) result(r)
    type(v), intent(in) :: a, b
    type(v) :: r
    call visit
    r%a = a%a + b%a
  end function
  function joined(a, b) result(r)
    type(v), intent(in) :: a, b
    integer :: r
    call visit
    r = a%a + b%a
  end function
  logical function same(a, b)
    type(v), intent(in) :: a, b
    call visit
    same = a%a == b%a
  end function
  integer function changed(a)
    integer, intent(in) :: a
    call visit
    changed = a
  end function
  subroutine assign(a, b)
    type(v), intent(out) :: a
    integer, intent(in) :: b
    call visit
    a%a = b
  end subroutine
  subroutine take(a, b)
    class(assigned), intent(inout) :: a
    type(assigned), intent(in) :: b
    call visit
    a%a = b%a
  end subroutine
  subroutine gone(a)
    type(finalized), intent(inout) :: a
    call visit
    a%a = -1
  end subroutine
  subroutine put(dtv, unit, iotype, v_list, iostat, iomsg)
    class(written), intent(in) :: dtv
    integer, intent(in) :: unit, v_list(:)
    character(*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    call visit
    write (unit, '(i0)', iostat=iostat, iomsg=iomsg) dtv%a
  end subroutine
end module
program operations_that_call
  use operations
  implicit none
  type(v) :: p, q
  type(finalized) :: f, g
  type(holds) :: k, l
  type(written) :: w
  type(wrapped) :: c, d
  character(20) :: text
  integer :: y, i
  form team (1 + (this_image() - 1)/2, t)
  x = 10*this_image()
  p%a = 0; q%a = 0
  sync all
  y = x[1]
  p = p + q
  if (x[1] /= 10) error stop 'operator'
  i = p // q
  if (x[1] /= 10) error stop 'concatenation'
  i = .change. 5
  if (x[1] /= 10) error stop 'unary operator'
  if (p == q) i = 6
  if (x[1] /= 10) error stop 'comparison'
  p = 5
  if (x[1] /= 10) error stop 'assignment'
  f = g
  if (x[1] /= 10) error stop 'finalization'
  k = l
  if (x[1] /= 10) error stop 'finalization of a component'
  c = d
  if (x[1] /= 10) error stop 'assignment of a component'
  write (text, *) w
  if (x[1] /= 10) error stop 'output'
  y = 0
  do i = 1, 3
    p = i
    y = y + x[1]
  end do
  if (y /= 30) error stop 'assignment in a loop'
  y = 0
  do i = 1, 3
    p = p + q
    y = y + x[1]
  end do
  if (y /= 30) error stop 'operator in a loop'
  y = 0
  do i = 1, 3
    f = g
    y = y + x[1]
  end do
  if (y /= 30) error stop 'finalization in a loop'
  y = 0
  do i = 1, 3
    c = d
    y = y + x[1]
  end do
  if (y /= 30) error stop 'assignment of a component in a loop'
  y = 0
  do i = 1, 3
    write (text, *) w
    y = y + x[1]
  end do
  if (y /= 30) error stop 'output in a loop'
  y = 0
  do i = 1, 3
    if (p == q) cycle
    y = y + x[1]
  end do
  if (y /= 30) error stop 'comparison in a loop'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
