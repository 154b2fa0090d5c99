! Conditional expressions without parentheses, and .nil.
subroutine conditional(i, k)
  integer :: i, k
  k = i > 0 ? 1 : 2
  call s(i > 0 ? i : k, 1)
  print *, [i > 0 ? 1 : 2]
  if (i > 0 ? .true. : .false.) k = 1
  call s((i > 0 ? i : .nil.))
  call s((i > 0 ? .nil. : i))
  call s((i > 0 ? i : i < 0 ? k : .nil.))
  k = (i > 0 ? .nil. k : 1)
  k = ((i > 0 ? 1 : i < 0 ? 2 : (i > k ? 3 : 4)))
  k = .nil.
  k = (.nil. ? 1 : 2)
  call s(.nil., 1)
end subroutine
