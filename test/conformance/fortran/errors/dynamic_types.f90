! feature: diagnostics: coindexed objects
module dynamic_types_m
  implicit none
  type :: t
    integer :: i = 0
  end type
  type :: holder
    class(t), allocatable :: it
  end type
  type :: any_holder
    class(*), allocatable :: it
  end type
contains
  pure subroutine fetch(x, k, y)
    class(t), intent(in) :: x[*]
    integer, intent(in) :: k
    class(t), allocatable, intent(inout) :: y
    ! expect-error: in a pure procedure a polymorphic object of another image cannot be copied with its dynamic type
    y = x[k]
  end subroutine fetch
end module dynamic_types_m

program dynamic_types
  use dynamic_types_m
  implicit none
  class(*), allocatable :: u[:], v
  type(any_holder) :: h
  allocate (integer :: u[*])
  ! expect-error: an unlimited polymorphic object of another image cannot be copied with its dynamic type
  v = u[1]
  ! expect-error: an unlimited polymorphic object of another image cannot be copied with its dynamic type
  allocate (v, source=u[1])
  ! expect-error: an unlimited polymorphic object of another image cannot be copied with its dynamic type
  h = any_holder(u[1])
end program dynamic_types
