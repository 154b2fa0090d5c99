! conformance: images=1,2
! feature: vector subscripts
! A function in a subscript of a section that is evaluated first is called once.
program calls_in_vector_section
  implicit none
  real, save :: a(4, 3, 5)[*]
  integer :: calls = 0, k, i
  a = reshape([(i, i = 1, 60)], [4, 3, 5])
  k = 1 + mod(this_image(), num_images())
  sync all
  if (this_image() == 1) a(:, 3, [3, 4, 2])[k] = a([2, 2, 3, 2], next(), 2:4)
  sync all
  if (this_image() == 1) then
    if (calls /= 1) error stop 'called more than once'
    if (any(a(:, 3, 3)[k] /= [14, 14, 15, 14])) error stop 'value'
    print '(a)', 'PASS'
  end if
contains
  integer function next()
    calls = calls + 1
    next = calls
  end function
end program
