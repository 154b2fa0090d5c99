! feature: diagnostics: what compilers do not have of Fortran 2023
module procedures
  use, intrinsic :: iso_c_binding
  implicit none
  ! expect-error: an enumeration with a name
  enum, bind(c) :: colour
    enumerator :: red, green
  end enum
end module procedures
program fortran_2023
  implicit none
  integer :: v(2), y(3, 3)
  integer :: simple, rank, typeof(2)
  ! expect-error: the attribute RANK
  real, rank(2), allocatable :: a
  ! expect-error: TYPEOF
  typeof(v(1)) :: b
  ! expect-error: CLASSOF
  classof(v(1)), pointer :: c
  simple = 1; rank = 2; typeof = [3, 4]; typeof(1) = 5
  v = [1, 2]
  ! expect-error: after '@'
  y(@v) = 1
  ! expect-error: after '@'
  y(1, @[2]) = simple + rank
end program fortran_2023
