! feature: diagnostics: declarations
! build-args: -std=f2018
! BLOCK DATA initialises variables of common blocks, in which no coarray is. Coarrays of modules may be named there.
module data_m
  integer, parameter :: n = 3
  integer :: c(n)[*]
end module data_m
block data initial
  use data_m, only: n, c
  implicit none
  integer :: w(n), other
  ! expect-error: BLOCK DATA
  integer :: x[*] = 1
  ! expect-error: BLOCK DATA
  integer :: y(n)[*]
  ! expect-error: save
  integer :: z[*]
  integer, save :: nobody[*]
  integer :: v[*]
  ! expect-error: common
  common /block/ w, v
  common /second/ other
  data w /1, 2, 3/, y /n*0/, other /7/
end block data initial
program block_data
end program block_data
