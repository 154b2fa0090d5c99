! conformance: images=1,2
! feature: IMPORT in interface bodies (F2018 8.8)
! gfortran 12 knows IMPORT as it was in Fortran 2003 only.
module import_in_interfaces_m
  use iso_fortran_env, only: wp => real64
  implicit none
  integer, parameter :: k = 8
  type t; integer :: i; end type
  integer :: co[*] = 1
  interface
    subroutine p(x)
      import, only: k
      implicit none
      real(k) :: x
    end subroutine
    subroutine q(x)
      import, none
      implicit none
      real :: x[*]
    end subroutine
    subroutine r(x)
      import, all
      real(k) :: x
      type(t) :: y
    end subroutine
    module subroutine ms(x)
      import, only : k
      real(k) :: x
    end subroutine
  end interface
end module
submodule (import_in_interfaces_m) body
contains
  module procedure ms
    x = co[1]
  end procedure
end submodule
subroutine p(x)
  real(8) :: x
  x = 3
end subroutine
program import_in_interfaces
  use import_in_interfaces_m
  implicit none
  real(8) :: z
  call p(z)
  call ms(z)
  if (z /= 1) error stop 'ms'
  if (this_image() == 1) print '(a)', 'PASS'
end program
