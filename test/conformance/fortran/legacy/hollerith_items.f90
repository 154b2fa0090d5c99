! conformance: images=1,2
! feature: pre-standard usage
! Hollerith constants as the first item of an output list and of an array constructor. Their characters are no part of the text around.
program p
  integer, save :: y[*]
  character(8) :: line
  y = 1
  sync all
  write (line, *) 3Ha'!
  if (line /= " a'!") error stop 1
  if (this_image() == 1) print '(a)', 'PASS'
end program
