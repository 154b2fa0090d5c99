! conformance: images=1,2,3,5
! feature: coarrays with ENTRY
! Entries with dummy arguments and results of their own, and with an internal procedure.
module e
  implicit none
  integer :: n(3)[*] = 0
contains
  function f(k) result(r)
    integer, intent(in) :: k
    real :: r, s
    integer, intent(in) :: j, x(:)[*]
    integer, save :: times = 0
    r = n(1)[k]
    times = times + 1
    return
  entry g(j, k) result(s)
    s = n(j)[k] + times
    n(j)[k] = n(j)[k]
    return
  entry h(x, k) result(r)
    r = sum(x(:)[k]) + add(x(2)[k])
  contains
    integer function add(i)
      integer, intent(in) :: i
      add = i + n(3)[k]
    end function
  end function
  subroutine s1(c, m)
    integer, intent(in) :: m
    integer, intent(inout) :: c[*]
    integer, allocatable, intent(inout) :: al(:)[:]
    integer :: loc
    loc = 1
    goto 10
  entry s2(al, m)
    loc = 2
    allocate (al(m)[*])
    al = this_image()
    sync all
    al(m)[mod(this_image(), num_images()) + 1] = loc
    sync all
    return
  10 c[m] = c[m] + loc
  end subroutine
end module
program entry_dummies
  use e
  implicit none
  integer, save :: y(2)[*], c[*]
  integer, allocatable :: al(:)[:]
  integer :: me, np, nx
  me = this_image(); np = num_images(); nx = mod(me, np) + 1
  n = [me, 2*me, 3*me]; y = me; c = 0
  sync all
  if (f(nx) /= nx) error stop 'f'
  if (g(2, nx) /= 2*nx + 1) error stop 'g'
  if (h(y, nx) /= 3*nx + 3*nx) error stop 'h'
  sync all
  call s1(c, nx)
  sync all
  if (c /= 1) error stop 'c'
  call s2(al, 4)
  if (al(4) /= 2 .or. al(1) /= me) error stop 'al'
  if (me == 1) print '(a)', 'PASS'
end program
