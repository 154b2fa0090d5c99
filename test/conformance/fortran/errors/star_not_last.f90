! feature: diagnostics: declarations
program star_not_last
  implicit none
  ! expect-error: codimension
  integer :: a[*, 2]
  ! expect-error: codimension
  integer :: b(3)[2, 4]
end program star_not_last
