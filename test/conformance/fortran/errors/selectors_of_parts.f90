! feature: diagnostics: image selectors
program selectors_of_parts
  implicit none
  complex :: z(4)[*], c[*]
  real :: r
  ! expect-error: before %re
  c%re[2] = 4
  ! expect-error: before %im
  r = z(1)%im[2]
  print *, c[1]%re, z(2)[1]%im, r
end program
