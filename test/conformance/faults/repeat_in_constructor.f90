! REPEAT with a length that varies, in a structure constructor in an array constructor: the
! component of deferred length is given another length, and memory outside of objects is written.
! gfortran 13 is wrong, 12 and 14 are right.
program repeat_in_constructor
  implicit none
  type :: material
    character(:), allocatable :: name
    real :: density = 0
  end type
  type(material), allocatable :: of(:)
  integer :: i
  do i = 1, 3
    of = [material(repeat('a', i + 2), real(i))]
    if (len(of(1)%name) /= i + 2) error stop 'FAIL length'
    if (of(1)%name /= repeat('a', i + 2)) error stop 'FAIL value'
  end do
  print '(a)', 'PASS'
end program
