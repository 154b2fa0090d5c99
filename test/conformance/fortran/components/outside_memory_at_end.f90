! conformance: images=1,3,4
! feature: components outside the shared memory
! An image defines memory of another image that they do not share. The value is there when a scope
! that deallocates a coarray has ended: its end is an image control statement (F2018 11.6.1).
module halos
  implicit none
  type box
    logical, pointer :: l(:,:) => null()
  end type
  type deep
    integer, allocatable :: n(:)
    real, pointer :: r(:) => null()
  end type
contains
  subroutine exchange(l, inner)
    logical, intent(inout), target :: l(:,:)
    integer, intent(in) :: inner
    type(box), allocatable :: to[:]
    integer :: j, next
    allocate (to[*])
    to%l => l(:,inner+1:)
    sync all
    next = 1 + mod(this_image(), num_images())
    do j = 1, inner
      to[next]%l(:,j) = l(:,j)
    end do
  end subroutine

  integer function last(r)
    real, intent(inout), target :: r(:)
    type(deep), allocatable :: d[:]
    integer :: next
    allocate (d[*])
    allocate (d%n(3), source=this_image())
    d%r => r
    sync all
    next = 1 + mod(this_image(), num_images())
    last = d[next]%n(2)
    d[next]%r(2) = this_image()
  end function
end module

program outside_memory_at_end
  use halos
  implicit none
  logical :: l(2,7), expected(7)
  real :: r(4)
  integer, target :: k(3)
  integer :: me, before, next, j
  me = this_image()
  next = 1 + mod(me, num_images())
  before = 1 + mod(me - 2 + num_images(), num_images())
  l(1,:) = [(mod(j*me, 3) == 0, j = 1, 7)]
  l(1,4:) = .false.
  l(2,:) = .not. l(1,:)
  expected = l(1,:)
  expected(4:6) = [(mod(j*before, 3) == 0, j = 1, 3)]
  call exchange(l, 3)
  if (any(l(1,:) .neqv. expected) .or. any(l(2,:) .eqv. expected)) error stop 'subroutine'
  r = 0
  if (last(r) /= next) error stop 'function'
  if (any(r /= [0, before, 0, 0])) error stop 'components'
  k = 0
  block
    type field
      integer, pointer :: p(:)
    end type
    type(field), allocatable :: f(:)[:]
    allocate (f(2)[*])
    f(2)%p => k
    sync all
    f(2)[next]%p(3) = me
  end block
  if (any(k /= [0, 0, before])) error stop 'block'
  if (me == 1) print '(a)', 'PASS'
end program
