! conformance: images=1,2,3
! feature: include
! files: main.f90
program main_include
  implicit none
  include 'decls.inc'
  integer :: me, n, k
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  include "fill.inc"
  sync all
  call check('from the include file', shared(2)[k], 20 * k + 1)
  call check('line after it', other[k], 7)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  include 'check.inc'
end program main_include
