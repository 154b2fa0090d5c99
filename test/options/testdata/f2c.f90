! options: -ff2c
! refused: the option -ff2c cannot be obeyed for a file with coarrays
program p
  integer, save :: x[*]
  x = 1
  sync all
  print *, x[1]
end program
