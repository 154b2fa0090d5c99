! feature: diagnostics: coindexed objects
program data_coindexed
  implicit none
  integer :: a[*], b(3)[*]
  ! expect-error: data
  data a[1] /3/
  data b /3*1/
end program data_coindexed
