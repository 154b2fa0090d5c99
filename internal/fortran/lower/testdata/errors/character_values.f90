! inline pointers
program character_values
  implicit none
  character(4), save :: a(3)[*]
  integer :: j, k, n(3)
  character(9) :: input = '3 77'

  n = [(length((a(j)[1])), j = 1, 3)]
  forall (j = 1:3) n(j) = length(a(j)[1])
  print *, (length(a(j)[1] // ''), j = 1, 3)
  do j = 1, 3
    n(j) = length(a(j)[1] // '')
  end do
  n(:2) = [(length(a(2)[1]), j = 1, 2)]
  where (n > 2)
    a(:)[1] = 'zzzz'
    n = length(a(:)[1] // '')
  elsewhere (length(a(:)[1] // '') == 2)
    n = 22
  end where
  where (n > 2) n = length(a(:)[1] // letter(n))
  read (input, *) j, n(length(a(j)[1] // ''))
  read (input, *) j, n(length(a(1)[1] // repeat('a', j)))
  read (input, *) (n(length(a(1)[1] // repeat('a', k))), k, j = 1, 1)
  print *, (n(k), k = 1, 3), length(a(k)[1])
contains
  elemental character function letter(i)
    integer, intent(in) :: i

    letter = achar(60 / i)
  end function

  elemental integer function length(d)
    character(4), value :: d

    length = len_trim(d)
  end function
end program
