program main
  use iso_fortran_env
  include 'sizes.inc'
  real :: u(n)[*]
  u = 0
  include "body.inc"
end program
