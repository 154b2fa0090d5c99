! A CLASS(*) array is assigned a function's value that has another length. gfortran 12 compares the
! new length with one that it has not kept, and does not reallocate: it writes beyond the array.
module makers
  implicit none
contains
  function numbers() result(r)
    class(*), allocatable :: r(:)
    real(kind(1d0)) :: x(100)
    x = 1
    allocate (r(100), source=x)
  end function
end module
program result_of_other_type
  use makers
  implicit none
  class(*), allocatable :: v(:)
  integer, allocatable :: behind(:)
  allocate (character(1) :: v(100))
  allocate (behind(200), source=7)
  v = numbers()
  if (any(behind /= 7)) stop 1
  select type (v)
  type is (real(kind(1d0)))
    if (all(v == 1)) print '(a)', 'PASS'
  end select
end program
