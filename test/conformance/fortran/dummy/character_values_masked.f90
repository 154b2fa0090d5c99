! conformance: images=1,2,3
! feature: expressions with characters of other images for dummy arguments with VALUE in WHERE
program character_values_masked
  implicit none
  character(4), save :: a(3)[*]
  character(4) :: list(3) = ''
  integer :: next, n(3), wrong = 0

  next = mod(this_image(), num_images()) + 1
  a = ['aaaa', 'bbbb', 'cccc']
  sync all
  n = 0
  where (length(a(:)[next] // '') == [4, 3, 4]) n = length(a(:)[next](2:) // '')
  if (any(n /= [3, 0, 3])) wrong = wrong + 1
  where (length(a(:)[next]) == [4, 3, 4])
    n = length(a(:)[next](3:) // '')
    list = 'eee'
  elsewhere (length(a(:)[next](:1) // '') == 1)
    n = 1
    list = f(a(3:1:-1)[next] // '')
  end where
  if (any(n /= [2, 1, 2]) .or. any(list /= ['eee ', 'bbbb', 'eee '])) wrong = wrong + 1
  if (wrong > 0) error stop
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  elemental function f(d)
    character(4), value :: d
    character(4) :: f

    f = d
  end function

  elemental integer function length(d)
    character(4), value :: d

    length = len_trim(d)
  end function
end program
