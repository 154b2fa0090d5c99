! conformance: images=1,2,3,5
! feature: views on each way of control
! A statement may refer to another image that an earlier reference to the same coarray did not come to: it stands in a condition that was not
! evaluated, was jumped over, or something in between has allocated the coarray anew.
program views_on_each_way
  implicit none
  integer :: n[*], v(5)[*], x[*], u[*], w[*], z(4)[*]
  integer, allocatable :: h(:)[:]
  integer :: k, c, y, me, ni, i
  type t
    integer, allocatable :: p(:)
  end type
  type(t) :: o[*]
  logical :: have
  me = this_image(); ni = num_images()
  n = me; v = [1, 2, 3, 4, 5]; x = 5; u = 6; w = 7; z = me
  sync all
  ! a condition that is not evaluated
  if (n[1] == 1) then
    c = 0
  else if (v(2)[1] == 4) then
    c = 5
  end if
  c = v(3)[1]
  do k = v(1)[1], v(4)[1]
    c = c + 1
  end do
  if (c /= 7) error stop 'else if'
  ! in a loop, of what is not there
  y = 0; have = .false.
  do k = 1, 2
    if (.not. have) then
      y = y + 1
    else if (o[1]%p(1) > 0) then
      y = y + 10
    end if
  end do
  if (y /= 2) error stop 'else if in a loop'
  ! leaving a construct
  y = 0
  crit: critical
    if (me == 1) exit crit
    y = x[1]
  end critical crit
  y = x[ni]
  if (y /= 5) error stop 'critical'
  ! a branch to a construct
  if (y > 0) goto 10
  y = u[1]
10 if (y > 0) then
    y = u[ni]
  end if
  if (y /= 6) error stop 'goto to if'
  if (y > 0) goto 20
  y = w[1]
20 select case (y)
  case (6)
    y = w[ni]
  end select
  if (y /= 7) error stop 'goto to select'
  if (y > 0) goto 30
  y = z(1)[1]
30 do i = 1, 2
    y = y + z(i)[ni]
    call nothing
  end do
  if (y /= 7 + 2*ni) error stop 'goto to do'
  ! a coarray that is allocated anew in a statement under a condition
  k = 1 + mod(me, ni)
  allocate (h(4)[*]); h = 1
  sync all
  y = h(1)[k]
  if (ni > 0) call anew_without_arguments
  y = h(9)[k]
  if (y /= 2) error stop 'if statement'
  sync all
  if (h(1)[k] == 2) then
    if (ni > 0) deallocate (h)
    if (ni > 0) allocate (h(300000)[*])
    h = 4
    sync all
    y = h(8)[k]
  end if
  if (y /= 4) error stop 'nested if statement'
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine nothing
  end subroutine
  subroutine anew_without_arguments
    integer, allocatable, save :: g(:)[:]
    deallocate (h)
    if (allocated(g)) deallocate (g)
    allocate (g(10)[*]); g = -5
    allocate (h(100000)[*]); h = 2
    sync all
  end subroutine
end program
