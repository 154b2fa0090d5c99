! A structure constructor whose parent type has a component of deferred length is assigned to a
! polymorphic component of an array's element. gfortran 12 to 14 overwrite the dynamic types of
! elements; 15 and 16 are right, and all are where ALLOCATE with SOURCE= gives the value.
program polymorphic_component_of_element
  implicit none
  type :: shape
    character(:), allocatable :: name
  end type
  type, extends(shape) :: power
    integer :: exponent = 2
  end type
  type :: holder
    class(shape), allocatable :: f
  end type
  type(holder) :: list(4)
  integer :: i
  list(2)%f = power('ab')
  list(4)%f = power('abc')
  list(3)%f = power('cdef')
  do i = 2, 4
    select type (g => list(i)%f)
    type is (power)
      if (g%exponent /= 2) error stop 'FAIL component'
      if (g%name(1:1) /= merge('c', 'a', i == 3)) error stop 'FAIL string'
    class default
      error stop 'FAIL type'
    end select
  end do
  print '(a)', 'PASS'
end program
