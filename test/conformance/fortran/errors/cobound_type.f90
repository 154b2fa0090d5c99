! feature: diagnostics: declarations
! Cobounds are scalar integers, in declarations, ALLOCATE and CHANGE TEAM; and one statement gives an entity its codimensions.
program cobound_type
  use iso_fortran_env, only: team_type
  implicit none
  integer, parameter :: n = 2, edge(2) = [1, 2]
  real, parameter :: half = 0.5
  ! expect-error: a cobound must be a scalar integer: that of 'density'
  real :: density[1.0:*]
  ! expect-error: a cobound must be a scalar integer: that of 'energy'
  real, codimension[half, *] :: energy
  ! expect-error: a cobound must be a scalar integer: that of 'flux'
  real :: flux['a':*]
  ! expect-error: a cobound must be a scalar integer: that of 'grid'
  integer, codimension[edge, *] :: grid
  integer :: fine[edge(1):edge(2), int(2.5):*]
  real, codimension[n, *] :: replaced(3)[0:*]
  real, allocatable :: field(:)[:, :]
  real :: x = 1.0
  type(team_type) :: t
  integer :: a, b[*], c[*], d
  codimension a[*]
  ! expect-error: CODIMENSION stands twice in one declaration
  integer, codimension[*], codimension[*] :: twice
  ! expect-error: 'b' has codimensions from another statement
  codimension b[*]
  target c
  ! expect-error: 'c' has codimensions from another statement
  codimension :: c[2, *]
  codimension d[*]
  dimension d(2)
  ! expect-error: a cobound must be a scalar integer: that of 'field'
  allocate (field(3)[x, *])
  ! expect-error: a cobound must be a scalar integer: that of 'field'
  allocate (field(3)[n, .false.:*])
  allocate (field(3)[n, 0:*])
  form team (1, t)
  ! expect-error: a cobound must be a scalar integer: that of 'again'
  change team (t, again[x:*] => fine)
  end team
end program cobound_type
