! feature: diagnostics: declarations
program deferred_coshape
  implicit none
  ! expect-error: allocatable
  integer :: a(3)[:]
  ! expect-error: allocatable
  real, codimension[:, :] :: b
end program deferred_coshape
