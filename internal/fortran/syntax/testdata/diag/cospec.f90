subroutine s
  real :: b[:,*]
  real :: c[*,3]
  real :: d[*](10)
  real :: e[1:2,*], f[1:]
  real :: g[]
  call foo("abc
  x = 3 + abc
end
