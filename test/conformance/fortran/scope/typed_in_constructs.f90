! conformance: images=1,2
! feature: intrinsic functions whose type is declared, in statements that are put into a construct
program typed_in_constructs
  use iso_fortran_env
  implicit none
  integer :: size, lbound, maxval
  real :: abs, sqrt, sum
  integer :: a(3)[*]
  real :: x(4)[*], y
  integer, allocatable :: b(:)[:]
  type(event_type) :: ev[*]
  type(team_type) :: tt
  a = [3, 4, 5]
  x = 4
  sync all
  allocate (b(size(a))[*], source = abs(a(1)[1]))
  y = sqrt(x(lbound(x,1))[1]) + sum(x(:)[1])
  if (y /= 18) error stop 'y'
  b(:)[this_image()] = maxval(a(:)[1])
  call inside()
  form team (size(b(:)[1]) - 2, tt)
  change team (tt, q[*] => a)
    if (size(q) /= 3) error stop 'q'
    do while (abs(q(1)[1]) < 0)
    end do
    select case (size(q(:)[1]))
    case (3)
      q(2)[1] = maxval(q)
    end select
  end team
  sync all
  if (this_image() == 1) print "(a)", "PASS"
contains
  subroutine inside()
    double precision :: dsqrt
    if (size(a) + int(sqrt(x(4)[1])) /= 5) error stop "inside"
    if (dsqrt(16d0) /= 4) error stop "dsqrt"
  end subroutine
end program
