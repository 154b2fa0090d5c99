! conformance: images=1,2,3
! feature: READ into coindexed objects whose cosubscripts call pure functions of other variables
! A pure function that another file has may read a variable of its module or of a COMMON block,
! which the statement defines (F2018 12.6.3).
! files: functions.f90 main.f90
program functions_in_input
  use functions
  implicit none
  integer, save :: a(6)[*]
  integer :: k, n
  common /counts/ n
  character(40) :: line
  k = mod(this_image(), num_images()) + 1
  a = -1
  sync all
  write (line, '(3(1x,i0))') 3, 7, 2
  read (line, *) counted, a(reading(3))[k], counted
  sync all
  if (any(a /= [-1, -1, -1, -1, 7, -1])) error stop 'input'
  sync all
  read (line, *) counted, a(reading(4))[same(k)]
  sync all
  if (any(a /= [-1, -1, -1, -1, 7, 7])) error stop 'beside another function'
  sync all
  n = 0
  write (line, '(3(1x,i0))') 2, 9, 4
  read (line, *) n, a(of_common(1))[k], n
  sync all
  if (a(3) /= 9 .or. n /= 4) error stop 'a function of a common block'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
