! conformance: images=4,6
! feature: functions that change the team
! A function may change the team: it puts it back before it returns (F2018 11.1.5). What the statement around refers to is of the team that is current there.
module m
  use iso_fortran_env, only: team_type
  implicit none
  integer :: x[*]
  integer, allocatable :: h(:)[:]
  type(team_type) :: t
contains
  integer function f()
    change team (t)
      f = x[1] + h(1)[1]
    end team
  end function
  subroutine host(d, n, hh)
    integer, intent(in) :: n
    integer :: d(n)[*]
    integer, allocatable :: hh(:)[:]
    integer, allocatable :: loc(:)[:]
    integer :: y, i
    allocate (loc(2)[*]); loc = 1000*this_image()
    d = 10*this_image()
    sync all
    y = d(1)[1]
    y = g()*0 + d(2)[1]
    if (y /= 10) error stop 'dummy'
    y = g2()*0 + d(2)[1]
    if (y /= 10) error stop 'dummy 2'
    y = g()*0 + loc(2)[1]
    if (y /= 1000) error stop 'local'
    y = g()*0 + hh(2)[1]
    if (y /= 100) error stop 'allocatable dummy'
    do i = 1, 2
      if (g()*0 + d(2)[1] /= 10) error stop 'if'
      y = y + g()*0 + d(2)[num_images()]
    end do
    if (y /= 100 + 20*num_images()) error stop 'loop'
    sync all
  contains
    integer function g()
      change team (t)
        g = d(1)[1] + loc(1)[1] + hh(1)[1]
        block
          integer :: z
          z = d(1)[1]
          g = g + 0*z
        end block
      end team
    end function
    integer function g2()
      change team (t)
        g2 = inner()
      end team
    end function
    integer function inner()
      inner = d(1)[1] + loc(2)[1]
    end function
  end subroutine
end module
program functions_and_teams
  use m
  implicit none
  integer :: y, k
  integer :: e(3)[*]
  integer, allocatable :: a(:)[:]
  form team (1 + (this_image() - 1)/2, t)
  allocate (h(3)[*]); h = 100*this_image()
  allocate (a(3)[*]); a = 7*this_image()
  x = 10*this_image(); e = 5*this_image()
  sync all
  y = x[1]
  y = f()*0 + x[1]
  if (y /= 10) error stop 'static'
  y = f()*0 + h(2)[1]
  if (y /= 100) error stop 'allocatable'
  y = inn()*0 + e(1)[1] + a(2)[1]
  if (y /= 12) error stop 'main'
  if (x[1] + 0*f() + 0*inn() + x[1] /= 20) error stop 'condition'
  do k = 1, 3
    y = f()*0 + x[1]
    if (y /= 10) error stop 'loop'
  end do
  y = sum([(0*f() + x[1], k = 1, 4)])
  if (y /= 40) error stop 'implied do'
  print *, 0*f() + x[1]
  if (x[1+0*f()] /= 10) error stop 'image index'
  call host(e, 3, h)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  integer function inn()
    integer :: z
    change team (t)
      change team (t2())
        inn = e(1)[1] + a(1)[1]
        z = x[1]
      end team
    end team
  end function
  type(team_type) function t2()
    form team (this_image(), t2)
  end function
end program
