! feature: diagnostics: declarations
module types_of_coarrays
  use iso_fortran_env
  use iso_c_binding
  implicit none
  ! expect-error: 't' cannot be a coarray: a value of type team_type means nothing on another image
  type(team_type) :: t[*]
  ! expect-error: 'cp' cannot be a coarray: a value of type c_ptr means nothing on another image
  type(c_ptr), save :: cp[*]
  type :: has
    ! expect-error: 'f' cannot be a coarray: a value of type c_funptr means nothing on another image
    type(c_funptr), allocatable :: f[:]
    real, allocatable :: ok[:]
  end type
  type(has) :: h[*]
  ! expect-error: 'hp' is of a type with coarray components, so it cannot be a pointer
  type(has), pointer :: hp
  ! expect-error: 'bound' cannot be a coarray: no C variable can
  integer, bind(c) :: bound[*]
  type :: ev
    type(event_type) :: e
    procedure(), pointer, nopass :: pp => null()
  end type
  type(ev), save :: good[*]
contains
  subroutine s1(l, e, x, a) bind(c)
    ! expect-error: 'l' is a coarray, so its procedure cannot have BIND(C)
    type(lock_type), intent(out) :: l[*]
    ! expect-error: 'e' is a coarray, so its procedure cannot have BIND(C)
    type(ev), intent(out) :: e[*]
    ! expect-error: 'x' is a coarray, so its procedure cannot have BIND(C)
    integer :: x[*]
    ! expect-error: 'a' is a coarray, so its procedure cannot have BIND(C)
    class(*) :: a[*]
  end subroutine
  elemental subroutine s2(x)
    ! expect-error: 'x' is a coarray, which a dummy argument of an elemental procedure cannot be
    integer, intent(inout) :: x[*]
  end subroutine
  subroutine s3(x)
    ! expect-error: 'x' has assumed type, so it cannot be a coarray
    type(*) :: x[*]
  end subroutine
  subroutine s4(h)
    ! expect-error: 'h' is of a type with coarray components, so it cannot be INTENT(OUT)
    type(has), intent(out) :: h
  end subroutine
  subroutine s5(x)
    ! expect-error: 'x' has assumed rank, so it cannot be a coarray
    real :: x(..)[*]
  end subroutine
  function f() result(h)
    ! expect-error: 'h' is of a type with coarray components, so it cannot be a function result
    type(has) :: h
  end function
end module
