! feature: diagnostics: coindexed objects
module dynamic_types_m
  implicit none
  type :: t
    integer :: i = 0
  end type
  type, extends(t) :: u
    integer :: more = 0
  end type
  type :: holder
    class(t), allocatable :: it
  end type
end module dynamic_types_m

program dynamic_types
  use dynamic_types_m
  implicit none
  class(t), allocatable :: x[:], y
  type(t) :: z
  type(u) :: w
  type(holder) :: h
  allocate (u :: x[*])
  z = x[1]
  ! expect-error: the dynamic type of an object of another image is not known here
  y = x[1]
  ! expect-error: the dynamic type of an object of another image is not known here
  allocate (y, source=x[1])
  ! expect-error: the dynamic type of an object of another image is not known here
  h = holder(x[1])
  print *, storage_size(x[1])
  print *, same_type_as(x[1], z), same_type_as(x, z)
  select type (x)
  type is (u)
    w = x[1]
    y = x[1]
    allocate (y, source=x[1])
  end select
end program dynamic_types
