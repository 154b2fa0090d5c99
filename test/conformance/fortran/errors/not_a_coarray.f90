! feature: diagnostics: image selectors
program not_a_coarray
  implicit none
  type t
    integer :: c(2)
  end type t
  integer :: x, y(4), k
  type(t) :: s, sc[*]
  k = 1
  ! expect-error: 'x'
  x[k] = 3
  ! expect-error: 'y'
  print *, y(2)[1] + y(1)
  ! expect-error: 'c'
  s%c(1)[k] = 4
  ! expect-error: 'c'
  sc%c(2)[1] = 5
  sc[1]%c(2) = 5
end program not_a_coarray
