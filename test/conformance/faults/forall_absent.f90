! FORALL without index values: what its assignment refers to need not exist (F2018 10.2.4.2.3).
program forall_absent
  implicit none
  type holder
    integer, pointer :: p(:) => null()
  end type
  type(holder), save :: h
  integer :: n, i, j, a(3)

  n = command_argument_count()
  a = 1
  j = 2
  forall (i = 1:n) a(i) = h%p(j)
  if (all(a == 1)) print '(a)', 'PASS'
end program forall_absent
