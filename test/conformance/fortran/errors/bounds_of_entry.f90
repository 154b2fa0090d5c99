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
subroutine by_statement(x, k, a, b)
  integer, intent(in) :: k
  integer :: x(2)[*]
  real :: a, b
  ! expect-error: the bound or length of 'a' refers to 'x', which the ENTRY 'w' does not have as a dummy argument
  dimension b(3), a(x(1)[k])
  a = 1
  b = 1
  return
entry w(a, k, b)
  return
entry w2(b)
  b = 1
  return
entry w3(k, x, a)
  a = 1
end subroutine
! expect-error: the bound or length of 'r' refers to 'n', which the ENTRY 'g' does not have as a dummy argument
character(n[k]) function f(n, k) result(r)
  integer, intent(in) :: k
  integer :: n[*]
  r = 'abc'
  return
entry g(k)
end function
program p
end program
