! feature: diagnostics: intrinsics
! Other parallel languages have functions where Fortran has these subroutines.
program subroutine_as_function
  use iso_fortran_env, only: atomic_int_kind
  implicit none
  integer(atomic_int_kind) :: n[*]
  integer :: s, x
  n = this_image()
  x = 2
  ! expect-error: CO_SUM is a subroutine, not a function
  s = co_sum(x)
  ! expect-error: ATOMIC_FETCH_ADD is a subroutine, not a function
  if (atomic_fetch_add(n[1], 1) > 2) s = 3
  ! expect-error: NUM_IMAGES has one argument at most
  s = num_images(1, 2)
contains
  subroutine passed(co_min)
    interface
      integer function co_min(a)
        integer, intent(in) :: a
      end function
    end interface
    s = co_min(x)
  end subroutine
end program
