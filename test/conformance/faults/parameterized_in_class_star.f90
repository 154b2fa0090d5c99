! An unlimited polymorphic object is allocated as an object of a parameterized type. gfortran 12
! copies an initial value there from a place that is none: the program crashes, or goes on with other
! values.
program parameterized_in_class_star
  implicit none
  type :: vector(n)
    integer, len :: n
    integer :: v(n)
  end type
  class(*), allocatable :: c
  integer :: n = 0, v(3) = 0

  allocate (vector(3) :: c)
  select type (c)
  type is (vector(*))
    c%v = [1, 2, 3]
    n = c%n
    v = c%v
  end select
  if (n == 3 .and. all(v == [1, 2, 3])) print '(a)', 'PASS'
end program
