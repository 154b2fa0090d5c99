! options: -std=f2003
! refused: the option -std=f2003 cannot be obeyed for a file with coarrays
program p
  integer, save :: x[*]
  x = 1
  sync all
  print *, x[1]
end program
