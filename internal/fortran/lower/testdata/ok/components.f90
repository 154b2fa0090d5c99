program components
  implicit none
  integer, parameter :: dp = kind(1d0)
  type :: cell
    real(dp), allocatable :: u(:)
    integer, pointer :: link => null()
    real(dp), allocatable :: halo(:)[:]
  end type
  type(cell) :: c[*], got
  real(dp) :: s, a(2)
  integer :: i
  s = c[1]%u(2)
  c[2]%u(:) = c%u
  if (allocated(c[1]%u)) c[1]%link = 3
  if (c[2]%u(1) > 0) then
    s = 0
  end if
  a = [(c[i]%u(1), i = 1, 2)]
  s = s + c%halo(1)[2]
  got = c[2]
end program
