! feature: diagnostics: declarations
program allocatable_coshape
  implicit none
  ! expect-error: allocatable
  integer, allocatable :: a(:)[*]
  ! expect-error: allocatable
  integer, allocatable :: b(:)[2, *]
  ! expect-error: allocatable
  integer, allocatable :: c[*]
end program allocatable_coshape
