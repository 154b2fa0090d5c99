! feature: diagnostics: declarations
! Compilers evaluate the bound of an object at each ENTRY that has the object, also where a dummy
! argument in it is not there.
subroutine s(x, k, a, b, c)
  integer, intent(in) :: k
  integer :: x(2)[*]
  ! expect-error: 'x' is no dummy argument of the ENTRY 't', where compilers evaluate this bound or length of 'a', too
  real :: a(x(1)[k]), b
  real :: c(x(2)[k])
  ! expect-error: 'x' is no dummy argument of the ENTRY 't', where compilers evaluate this bound or length of 'own', too
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
