! feature: diagnostics: coindexed objects
module coarray_arguments_m
  implicit none
  type :: body
    real :: x(3)
    real, allocatable :: history(:)
    real, pointer :: now
  end type
contains
  subroutine two(c)
    real, allocatable, intent(inout) :: c(:)[:, :]
  end subroutine
  subroutine any_corank(c)
    real, intent(inout) :: c(3)[2, *]
  end subroutine
  subroutine scalar(c)
    real, intent(inout) :: c[*]
  end subroutine
end module coarray_arguments_m

program coarray_arguments
  use coarray_arguments_m
  implicit none
  type(body) :: b[*]
  real, allocatable :: one(:)[:], square(:)[:, :]
  real :: plain(3)
  call two(square)
  ! expect-error: the actual argument has corank 1, but the allocatable dummy argument 'c' of 'two' has corank 2
  call two(one)
  call any_corank(b%x)
  call scalar(b%x(2))
  ! expect-error: 'history' is an allocatable component, whose memory is no part of the coarray
  call any_corank(b%history)
  ! expect-error: 'now' is a pointer component, whose memory is no part of the coarray
  call scalar(b%now)
  ! expect-error: this is a coindexed object
  call any_corank(b[1]%x)
  ! expect-error: this is not one
  call any_corank(plain)
  ! expect-error: must be a coarray, but what the component 'history' holds is none
  print *, lcobound(b%history)
  print *, ucobound(b%x)
end program coarray_arguments
