! feature: diagnostics: declarations
! Compilers evaluate the bound of an object at each ENTRY that has the object, also where a dummy
! argument in it is not there.
subroutine s(x, k, a, b, c)
  integer, intent(in) :: k
  integer :: x(2)[*]
  ! expect-error: the bound or length of 'a' refers to 'x', which the ENTRY 't' does not have as a dummy argument
  real :: a(x(1)[k]), b
  real :: c(x(2)[k])
  ! expect-error: the bound or length of 'own' refers to 'x', which the ENTRY 't' does not have as a dummy argument
  real :: own(x(1)[k])
  a = 1
  c = 1
  own = 1
  return
entry t(a, k, b)
  return
entry v(b)
  b = 2
end subroutine
program p
end program
