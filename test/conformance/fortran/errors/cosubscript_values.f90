! feature: diagnostics: image selectors
! Constant cosubscripts that no image has.
program cosubscript_values
  implicit none
  integer, parameter :: none = 0
  integer :: a(10)[*], g[2, -1:*], z[0:*], b(10)
  integer, allocatable :: h[:]
  a = 1
  g = 1
  z = 1
  allocate (h[-3:*], source=1)
  ! expect-error: the cosubscript 0 is below the lower cobound 1 of 'a'
  b = a(:)[none]
  ! expect-error: the cosubscript -1 is below the lower cobound 1 of 'a'
  a(2)[-1] = 3
  ! expect-error: the cosubscript 3 is above the upper cobound 2 of 'g'
  b(1) = g[3, 1]
  ! expect-error: the cosubscript -2 is below the lower cobound -1 of 'g'
  b(1) = g[2, -2]
  b(1) = g[1, -1] + z[0] + h[-3]
end program cosubscript_values
