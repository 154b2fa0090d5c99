module kinds
  implicit none
  integer, parameter :: dp = kind(1d0)
  type :: list
    real(dp), allocatable :: x(:)
    integer :: n = 0
  end type
end module
