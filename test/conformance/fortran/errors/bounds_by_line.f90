! feature: diagnostics: declarations
! Of several coindexed objects in one declaration the message names the one that is at fault.
module bounds_by_line_m
  implicit none
  integer, save :: x(6)[*]
  type t
    integer, allocatable :: a(:)
  end type
  type(t), save :: o[*]
contains
  subroutine sizes(k)
    integer, intent(in) :: k
    integer :: w(x(2)[k]), &
      ! expect-error: a coindexed object can stand in a declared bound or length only in a procedure
      u(size(o[k]%a)), &
      v(x(3)[k])

    print *, size(w), size(u), size(v)
  end subroutine
end module

program bounds_by_line
  use bounds_by_line_m
  implicit none
  integer :: k

  k = 1
  block
    integer :: w(x(2)[k]), n, &
      ! expect-error: is declared in the construct itself
      u(x(n)[k])

    print *, size(w), size(u)
  end block
end program
