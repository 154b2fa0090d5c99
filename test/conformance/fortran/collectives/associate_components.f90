! conformance: images=1,2,3
! feature: collectives of components
! Components of all elements of an associate name are operands, and the name stays where it is.
module crates
  implicit none
  type crate
    integer :: n = 0, m = 5, c(3) = 7
    complex :: z = (1, 2)
  end type
  type, extends(crate) :: box
    real :: r = 3
  end type
contains
  integer function wrong(e, m)
    class(crate), intent(in) :: e(:)
    integer, intent(in) :: m
    integer :: i
    wrong = 0
    do i = 1, size(e)
      if (e(i)%n /= 0 .or. e(i)%m /= m) wrong = wrong + 1
      if (any(e(i)%c /= 7) .or. e(i)%z /= (1, 2)) wrong = wrong + 1
    end do
  end function
  subroutine guarded(e, bad)
    class(crate), intent(inout) :: e(:)
    integer, intent(inout) :: bad
    select type (e)
    type is (crate)
      call co_sum(e%m)
      bad = bad + wrong(e, 5*num_images())
    type is (box)
      call co_sum(e%m)
      bad = bad + wrong(e, 5*num_images())
      if (any(e%r /= 3)) bad = bad + 1
    end select
  end subroutine
end module
program associate_components
  use crates
  implicit none
  type(crate), allocatable :: a(:)
  type(crate), target :: s(4)
  type(crate), pointer :: p(:)
  type(box) :: b(3)
  integer :: n, bad
  n = num_images()
  bad = 0
  allocate (a(4), p(4))
  associate (f => a)
    call co_sum(f%m)
    bad = bad + wrong(f, 5*n)
    f(4)%m = 1
  end associate
  if (a(4)%m /= 1) bad = bad + 1
  associate (f => s(2:4))
    call co_max(f%m)
    bad = bad + wrong(f, 5)
    call co_sum(f%z%re)
    if (any(f%z%re /= n)) bad = bad + 1
    call co_broadcast(f%c(2), 1)
    if (any(f%c(2) /= 7)) bad = bad + 1
    f%z%re = 1
  end associate
  bad = bad + wrong(s, 5)
  associate (f => p)
    call co_sum(f%m, result_image=1)
    if (this_image() == 1) bad = bad + wrong(f, 5*n)
  end associate
  associate (f => s(3))
    call co_sum(f%c)
    if (any(f%c /= 7*n)) bad = bad + 1
  end associate
  s(3)%c = 7
  call guarded(s, bad)
  call guarded(b, bad)
  call co_sum(bad)
  if (bad /= 0) error stop 'wrong'
  if (this_image() == 1) print '(a)', 'PASS'
end program
