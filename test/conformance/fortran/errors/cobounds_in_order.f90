! feature: diagnostics: declarations
program cobounds_in_order
  use iso_fortran_env
  implicit none
  integer, parameter :: n = 4
  ! expect-error: the upper cobound 1 of 'a' is below the lower cobound 2
  integer :: a[2:1, *]
  ! expect-error: the upper cobound 0 of 'b' is below the lower cobound 1
  integer :: b[0, *]
  integer :: fine[-1:-1, *], one[1, *]
  integer, allocatable :: c[:, :]
  type(team_type) :: t
  ! expect-error: the upper cobound 3 of 'c' is below the lower cobound 4
  allocate (c[n:n - 1, *])
  form team (1, t)
  ! expect-error: the upper cobound 0 of 'again' is below the lower cobound 1
  change team (t, again[n - 4, *] => fine)
  end team
end program cobounds_in_order
