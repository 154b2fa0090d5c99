! feature: diagnostics: coindexed objects
program data_coindexed
  implicit none
  integer :: a[*], b(3)[*]
  ! expect-error: data
  data a[1] /3/
  data b /3*1/
  integer :: i, c(2)[*], d(2)[*], e(2)[*], f(2)[*]
  ! expect-error: a coindexed object cannot be initialised by DATA
  data (c(i)[1], i=1, 2) /2*1/
  ! expect-error: a coindexed object cannot stand in DATA
  data (d(i), i=1, a[1]) /2*1/
  ! expect-error: a coindexed object cannot stand in DATA
  data e(b(1)[1]) /1/
  data (f(i), i=1, 2) /2*1/
end program data_coindexed
