! conformance: images=1,2,3
! feature: coarray components
! A coarray component of what an associate name stands for is a coarray, and so is an actual
! argument that dummy coarrays take: of a structure, of an element of an array, through two names,
! under SELECT TYPE, and as an element of the component.
module associated_component_levels
  implicit none
  type :: level
    integer :: n = 3
    real, allocatable :: u(:)[:]
  end type level
  type, extends(level) :: fine
    real, allocatable :: w(:)[:]
  end type fine
contains
  subroutine send(x)
    real, intent(inout) :: x(:)[*]
    sync all
    x(1)[mod(this_image(), num_images()) + 1] = this_image()
    sync all
  end subroutine send
  subroutine send_scalar(x)
    real, intent(inout) :: x[*]
    sync all
    x[mod(this_image(), num_images()) + 1] = 10 * this_image()
    sync all
  end subroutine send_scalar
  subroutine again(x)
    real, allocatable, intent(inout) :: x(:)[:]
    deallocate (x)
    allocate (x(4)[*], source=7.0)
  end subroutine again
  subroutine by_class(l)
    class(level), intent(inout) :: l
    select type (f => l)
    type is (fine)
      call send(f%w)
    end select
  end subroutine by_class
end module associated_component_levels

program associated_coarray_component
  use associated_component_levels
  implicit none
  type(level) :: g, h(3)
  type(fine) :: both
  integer :: left
  left = modulo(this_image() - 2, num_images()) + 1
  allocate (g%u(3)[*], h(2)%u(3)[*], both%w(2)[*], source=0.0)
  associate (f => g)
    call send(f%u)
    if (g%u(1) /= left) error stop 1
    if (f%u(1)[left] /= modulo(left - 2, num_images()) + 1) error stop 2
    sync all
    call send_scalar(f%u(2))
    if (g%u(2) /= 10 * left) error stop 3
    call again(f%u)
    if (size(g%u) /= 4 .or. g%u(4)[left] /= 7) error stop 4
  end associate
  associate (f => h(2))
    associate (e => f)
      call send(e%u)
    end associate
    call send(f%u(2:))
    if (h(2)%u(1) /= left .or. h(2)%u(2) /= left) error stop 5
  end associate
  call by_class(both)
  if (both%w(1) /= left) error stop 6
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program associated_coarray_component
