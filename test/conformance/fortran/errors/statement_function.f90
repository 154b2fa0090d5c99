! feature: diagnostics: image selectors
program p
  implicit none
  integer, save :: r[*]
  real :: sf, a
  ! expect-error: a statement function cannot refer to other images
  sf(a) = a + r[1]
  r = 3
  sync all
  print *, sf(1.0)
end program
