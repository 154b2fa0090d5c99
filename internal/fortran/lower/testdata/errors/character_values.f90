! inline pointers
program character_values
  implicit none
  character(4), save :: a(3)[*]
  integer :: j, n(3)

  n = [(length((a(j)[1])), j = 1, 3)]
  forall (j = 1:3) n(j) = length(a(j)[1])
  print *, (length(a(j)[1] // ''), j = 1, 3)
  do j = 1, 3
    n(j) = length(a(j)[1] // '')
  end do
contains
  pure integer function length(d)
    character(4), value :: d

    length = len_trim(d)
  end function
end program
