! An expression for an elemental function's CHARACTER dummy argument with VALUE, under a mask.
program character_value_masked
  implicit none
  character(4) :: a(3) = 'abc'
  integer :: n(3) = 0

  where (a == 'abc') n = length(a // '')
  if (all(n == 3)) print '(a)', 'PASS'
contains
  elemental integer function length(d)
    character(4), value :: d

    length = len_trim(d)
  end function
end program
