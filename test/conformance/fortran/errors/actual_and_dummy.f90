! feature: diagnostics: coindexed objects
! What an actual argument must be beside being a coarray (F2018 15.5.2.4, 15.5.2.8).
module actual_and_dummy_m
  implicit none
  type :: list
    integer, allocatable :: item(:)
  end type
  type :: outer
    type(list) :: inner
    integer :: n = 0
  end type
contains
  subroutine packed(x)
    real, intent(inout) :: x(3)[*]
  end subroutine
  subroutine three(x)
    real, intent(in) :: x(3)
  end subroutine
  subroutine text(x)
    character, intent(in) :: x(*)
  end subroutine
  elemental subroutine each(x)
    real, intent(in) :: x
  end subroutine
  subroutine assumed_size(x)
    real, intent(inout) :: x(*)[*]
  end subroutine
  subroutine contiguous_one(x)
    real, intent(inout), contiguous :: x(:)[*]
  end subroutine
  subroutine any_step(x)
    real, intent(inout) :: x(:)[*]
  end subroutine
  subroutine watching(x)
    real, volatile :: x[*]
  end subroutine
  subroutine calm(x)
    real :: x[*]
  end subroutine
  subroutine grow(x)
    real, allocatable, intent(inout) :: x(:)[:]
  end subroutine
  subroutine read_list(x)
    type(outer), intent(in) :: x
  end subroutine
  subroutine copy_list(x)
    type(outer), value :: x
  end subroutine
  subroutine change_list(x)
    type(outer), intent(inout) :: x
  end subroutine
  subroutine may_change_list(x)
    type(outer) :: x
  end subroutine
  subroutine watch(x)
    real, volatile :: x
  end subroutine
  subroutine in_background(x)
    real, asynchronous :: x
  end subroutine
end module actual_and_dummy_m
program actual_and_dummy
  use actual_and_dummy_m
  implicit none
  real :: a(6)[*], m(4, 3)[*], s[*]
  real, volatile :: v[*]
  real, asynchronous :: y[*]
  real, allocatable :: g(:)[:]
  type(outer) :: o[*]
  character :: c[*]
  call three(a(2:4)[1])
  ! expect-error: a coindexed scalar cannot be associated with the array 'x' of 'three'
  call three(a(2)[1])
  call each(a(2)[1])
  call text(c)
  call packed(a)
  call packed(a(2:4))
  call packed(a(4))
  call packed(m(:, 2))
  call packed(m(:, 2:3))
  call packed(m(2:4, 1))
  ! expect-error: the dummy argument is contiguous, and this section has gaps
  call packed(a(::2))
  ! expect-error: the dummy argument is contiguous, and this section has gaps
  call assumed_size(m(2, :))
  ! expect-error: the dummy argument is contiguous, and this section has gaps
  call contiguous_one(a(6:1:-1))
  call any_step(m(2, :))
  call any_step(a(::2))
  call watching(v)
  call calm(s)
  ! expect-error: must both be VOLATILE or neither: only the dummy argument is
  call watching(s)
  ! expect-error: must both be VOLATILE or neither: only the actual argument is
  call calm(v)
  call grow(g)
  ! expect-error: the dummy argument is allocatable, this is not
  call grow(a)
  call read_list(o[1])
  call copy_list(o[1])
  ! expect-error: a coindexed object with the allocatable component 'item' can be associated with INTENT(IN) and VALUE dummy arguments only, not with 'x' of 'change_list'
  call change_list(o[1])
  ! expect-error: a coindexed object with the allocatable component 'item' can be associated with INTENT(IN) and VALUE dummy arguments only, not with 'x' of 'may_change_list'
  call may_change_list(o[1])
  call watch(s[1])
  call watch(v)
  ! expect-error: a coindexed object that is VOLATILE or ASYNCHRONOUS cannot be associated with 'x' of 'watch'
  call watch(v[1])
  ! expect-error: a coindexed object that is VOLATILE or ASYNCHRONOUS cannot be associated with 'x' of 'in_background'
  call in_background(y[1])
end program actual_and_dummy
