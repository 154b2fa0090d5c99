! feature: diagnostics: declarations
subroutine automatic_coarray(n)
  implicit none
  integer, intent(in) :: n
  ! expect-error: 'a'
  real, save :: a(n)[*]
  a = 0
end subroutine automatic_coarray
