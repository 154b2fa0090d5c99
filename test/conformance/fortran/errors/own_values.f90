! feature: diagnostics: coindexed objects
! Values that mean something on their own image only, and dynamic types, which are the same on all (F2018 C915, C936, C937, 10.2.1.2).
program own_values
  use iso_fortran_env
  use iso_c_binding
  implicit none
  type :: shape
    integer :: id = 0
  end type
  type :: holder
    type(c_ptr) :: p
    type(c_funptr) :: f
    type(team_type) :: t
    integer :: n = 0
  end type
  type(holder) :: h[*], mine
  class(*), allocatable :: any[:]
  class(shape), allocatable :: s[:], plain
  integer, allocatable :: a[:]
  integer :: status[*]
  type(c_ptr) :: address
  mine%n = h[1]%n
  h%p = c_null_ptr
  ! expect-error: a coindexed object cannot be of type c_ptr
  mine%p = h[1]%p
  ! expect-error: a coindexed object cannot be of type c_funptr
  h[1]%f = mine%f
  ! expect-error: a coindexed object cannot be of type team_type
  mine%t = h[1]%t
  ! expect-error: a coarray cannot be allocated with the type team_type
  allocate (team_type :: any[*])
  ! expect-error: a coarray cannot be allocated with the type c_ptr
  allocate (any[*], source=address)
  ! expect-error: a coarray cannot be allocated with the type c_ptr
  allocate (any[*], mold=address)
  ! expect-error: the stat= variable cannot be coindexed
  allocate (a[*], stat=status[1])
  ! expect-error: the stat= variable cannot be coindexed
  deallocate (a, stat=status[1])
  plain = shape(3)
  ! expect-error: the polymorphic coarray 's' cannot be assigned
  s = shape(3)
  ! expect-error: the polymorphic coarray 's' cannot be assigned
  s[1] = shape(3)
  s[1]%id = 3
  select type (s)
  type is (shape)
    s = shape(3)
  end select
end program own_values
