! feature: diagnostics: declarations
! What is generated beside a parameterized type does not depend on its parameters, and CO_BROADCAST
! is told nothing of such types.
module parameterized_parts_m
  implicit none
  type :: field(k)
    integer, kind :: k = 8
    ! expect-error: the type of the component 'u' depends on a parameter of the type 'field'
    real(k), allocatable :: u(:)[:]
    real(8), allocatable :: v(:)[:]
    integer :: n = 0
  end type
  type, extends(field) :: more
    ! expect-error: the type of the component 'w' depends on a parameter of the type 'more'
    complex(k), allocatable :: w[:]
  end type
  type :: state(rk, n)
    integer, kind :: rk = 8
    integer, kind :: n = 3
    real(rk) :: q(n)
  end type
  type :: holder
    type(state(8, 2)) :: w
    real, allocatable :: a(:)
  end type
end module
program parameterized_parts
  use parameterized_parts_m
  implicit none
  type(state(8, 4)) :: s
  type(field(8)) :: f
  type(holder) :: h
  s%q = this_image()
  ! expect-error: an object of the parameterized type 'state' cannot be broadcast
  call co_broadcast(s, source_image=1)
  call co_broadcast(s%q, source_image=1)
  ! expect-error: an object of type 'holder', which has a component of a parameterized type,
  call co_broadcast(h, source_image=1)
  print *, f%v(1)[1]
end program
