! conformance: images=1,3
! feature: coindexed objects in pure procedures
! build-args: -O2
! Arrays that the assignment of a function's result has allocated, whose descriptors gfortran does
! not complete, in pure procedures and DO CONCURRENT, and of a type that the scope does not name.
module types
  implicit none
  private
  type, public :: point
    integer :: i = 0
    real :: x(2) = 0
  end type
  type, public :: holder
    type(point), allocatable :: p(:)
  end type
  public :: fresh, total, disturb
  type(point), allocatable, public :: hidden(:)
contains
  subroutine disturb(n)
    integer, intent(in) :: n
    integer :: k(4000)
    k = n
    if (sum(k) /= 4000*n) error stop 99
  end subroutine
  function fresh(n) result(p)
    integer, intent(in) :: n
    type(point) :: p(n)
    integer :: i
    p = [(point(i, [real(i), -real(i)]), i=1, n)]
  end function
  integer function total(p)
    type(point), intent(in) :: p(:)
    total = sum(p%i)
  end function
end module
module work
  implicit none
  integer, save :: x(10)[*], y(4, 4)[*]
  character(3), save :: s(6)[*]
contains
  pure subroutine send(src, k)
    integer, intent(in) :: src(:), k
    integer, allocatable :: a(:), b(:)
    character(3), allocatable :: t(:)
    a = pack(src, src > 2)
    b = a*0
    b(:) = x(1:size(b))[k]
    b = unpack(src, src > 2, 0)
    b(2:4) = x(2:6:2)[k]
    t = cshift(['abc', 'def', 'ghi'], 1)
    t(1:2) = s(3:6:3)[k]
    if (any(b(2:4) /= [2, 4, 6]*k)) error stop 'pure get'
    if (any(t /= ['3ab', '6ab', 'abc'])) error stop 'pure chars'
    b = cshift(src, 1)
    b(:) = x(1:9:2)[k]
    if (any(b /= [1,3,5,7,9]*k)) error stop 'pure get whole'
  end subroutine
  subroutine conc(src, k)
    integer, intent(in) :: src(:), k
    integer, allocatable :: a(:), b(:)
    integer :: i
    a = cshift(src, 1)
    do concurrent (i = 1:3)
      a(1:3) = x(1:3)[k]
    end do
    if (any(a(1:3) /= [1,2,3]*k)) error stop 'dc get'
    b = cshift(src, 1)
    do concurrent (i = 1:5:4)
      b(i:i) = x(i:i)[k]
    end do
    if (b(1) /= k .or. b(5) /= 5*k) error stop 'dc get 2'
    b = cshift(src, 1)
    do concurrent (i = 1:5)
      b(:) = x(1:10:2)[k]
    end do
    if (any(b /= [1,3,5,7,9]*k)) error stop 'dc strided'
    b = cshift(src, 1)
    do concurrent (i = 1:1)
      x(1:9:2)[k] = b
    end do
  end subroutine
end module
program allocated_in_pure
  use types, only: fresh, total, disturb, hidden, holder
  use work
  implicit none
  integer :: me, n, k, r
  me = this_image(); n = num_images()
  k = mod(me, n) + 1
  do r = 1, 3
    x = [1,2,3,4,5,6,7,8,9,10]*me
    s = ['1ab','2ab','3ab','4ab','5ab','6ab']
    sync all
    call disturb(77)
    call send([1,2,3,4,5], k)
    call disturb(5)
    call send([1,2,3,4,5], k)
    sync all
    call disturb(77)
    call conc([1,2,3,4,5], k)
    sync all
    if (any(x(1:9:2) /= [2,3,4,5,1])) error stop 'dc put'
    call disturb(13)
    call unnamed()
    sync all
  end do
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine unnamed()
    type(holder) :: h
    hidden = pack(fresh(5), [.true., .true., .false., .true., .true.])
    if (me /= n) hidden = pack(fresh(5), [.false., .true., .true., .true., .true.])
    call co_broadcast(hidden, n)
    if (total(hidden) /= 12) error stop 'hidden broadcast'
    h%p = pack(fresh(5), [.true., .true., .false., .true., .true.])
    if (me /= n) h%p = pack(fresh(5), [.false., .true., .true., .true., .true.])
    call co_broadcast(h%p, n)
    if (total(h%p) /= 12) error stop 'component broadcast'
  end subroutine
end program allocated_in_pure
