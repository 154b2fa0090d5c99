! feature: diagnostics: declarations
program common_equivalence
  implicit none
  integer :: a[*], b(2)[*], c, d(2)
  ! expect-error: common
  common /block/ c, a
  ! expect-error: equivalence
  equivalence (b(1), d(1))
end program common_equivalence
