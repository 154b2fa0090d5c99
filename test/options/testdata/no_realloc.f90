! options: -fno-realloc-lhs
! refused: the option -fno-realloc-lhs cannot be obeyed for a file with coarrays
program p
  integer :: x[*]
  x = this_image()
end program
