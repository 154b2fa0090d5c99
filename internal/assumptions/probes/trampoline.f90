module probe_trampoline
  use, intrinsic :: iso_c_binding
  implicit none
  abstract interface
    integer function plus(i)
      integer, intent(in) :: i
    end function
  end interface
contains
  subroutine run(holds)
    logical, intent(out) :: holds
    integer, volatile :: more
    type(c_funptr) :: code ! gfortran 12 to 16 do not link c_funloc(inner) as the actual argument
    more = 4
    code = c_funloc(inner)
    holds = called(code) == 7
  contains
    integer function inner(i)
      integer, intent(in) :: i
      inner = i + more
    end function
  end subroutine
  integer function called(code)
    type(c_funptr), intent(in) :: code
    procedure(plus), pointer :: p
    call c_f_procpointer(code, p)
    called = p(3)
  end function
end module
