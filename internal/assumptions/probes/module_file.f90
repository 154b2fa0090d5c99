module probe_module_file
  use, intrinsic :: iso_fortran_env
  implicit none
  integer, parameter :: kind_of_probe = 8
  type, abstract :: shape_of_probe
    real(kind_of_probe) :: size = 1
    character(:), allocatable :: name
  contains
    procedure(area_of_probe), deferred :: area
  end type
  abstract interface
    real(8) function area_of_probe(self)
      import :: shape_of_probe
      class(shape_of_probe), intent(in) :: self
    end function
  end interface
  interface twice_of_probe
    module procedure twice_of_integer
  end interface
contains
  elemental integer function twice_of_integer(i)
    integer, intent(in) :: i
    twice_of_integer = 2*i
  end function
  subroutine run(holds)
    logical, intent(out) :: holds
    holds = twice_of_probe(2) == 4
  end subroutine
end module
