! An index with a type in an array constructor (F2018 R774).
program implied_loop_index_type
  implicit none
  integer :: v(3)
  v = [(i * 2, integer :: i = 1, 3)]
  if (all(v == [2, 4, 6])) print '(a)', 'PASS'
end program
