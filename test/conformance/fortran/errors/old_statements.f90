! feature: diagnostics: declarations
! Coarrays in statements of old compilers.
program old_statements
  implicit none
  integer :: z[*], i
  character(3) :: c[*]
  integer :: pointee[*]
  ! expect-error: a STRUCTURE statement declares no coarray
  structure /point/ x[*]
    ! expect-error: a component of a STRUCTURE cannot be a coarray
    integer :: a[*]
    union
      map
        ! expect-error: a component of a STRUCTURE cannot be a coarray
        real, codimension[*] :: b
      end map
      map
        real :: d
      end map
    end union
  end structure
  ! expect-error: coarray 'pointee' cannot be the pointee of a Cray pointer
  pointer (ip, pointee)
  ! expect-error: coarray 'also' cannot be the pointee of a Cray pointer
  pointer (jp, also(2)[*])
  ! expect-error: ACCEPT is no statement of the standard
  accept *, z[2]
  ! expect-error: ACCEPT is no statement of the standard
  if (z > 0) accept *, i, z[2]
  ! expect-error: ENCODE is no statement of the standard
  encode (3, '(i3)', c) z[2] + 1
  ! expect-error: DECODE is no statement of the standard
  decode (3, '(i3)', c[2]) i
contains
  subroutine own
    ! expect-error: coarray 'y' cannot be AUTOMATIC
    integer, automatic :: y[*]
    ! expect-error: coarray 'w' cannot be AUTOMATIC
    integer :: w[*]
    automatic :: w
    y = w
  end subroutine own
end program old_statements
