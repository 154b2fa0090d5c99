! conformance: images=1,2,3,5
! feature: names of intrinsics used for other things
! Variables named min, max, loc and size: what is generated for components, copies, polymorphic
! objects and views calls the intrinsic functions of these names.
program named_like_intrinsics
  implicit none
  type bag
    integer, allocatable :: list(:)
    integer :: fixed(6) = 0
  end type
  type :: point
    integer :: i = 0
  end type
  type(bag), save :: min(3)[*]
  class(point), allocatable :: loc(:)[:], max(:)[:]
  class(point), allocatable :: copy(:)
  integer, save :: size(8, 3)[*]
  integer :: me, next, index(7), ubound(4, 2), k
  integer, target :: numbers(2) = [1, 2]
  integer, pointer :: reshape(:)

  me = this_image()
  next = merge(1, me + 1, me == num_images())
  do k = 1, 3
    allocate (min(k)%list(10), source=0)
  end do
  sync all
  min(3)[next]%list(2:8) = [(me, k = 1, 7)]
  min(2)[next]%fixed = [(10*me + k, k = 1, 6)]
  sync all
  index = min(3)[next]%list(2:8)
  if (any(index /= me)) error stop 1
  if (any(min(2)[next]%fixed /= [(10*me + k, k = 1, 6)])) error stop 2

  size = me
  sync all
  ubound = size(1:8:2, 1:3:2)[next]
  if (any(ubound /= next)) error stop 3
  ubound(:, 1) = size(5:8, 2)[next]
  if (any(ubound(:, 1) /= next)) error stop 4
  sync all
  size(1:4, 3)[next] = ubound(:, 1)
  sync all
  if (any(size(1:4, 3) /= me)) error stop 5

  reshape => numbers
  do concurrent (k = 1:3) local_init(reshape) shared(size)
    size(k, 1) = size(k, 1)[this_image()] + reshape(2)
    reshape => null()
  end do
  if (any(size(1:3, 1) /= me + 2)) error stop 8

  allocate (point :: loc(5)[*], max(2)[*])
  select type (loc)
  type is (point)
    do k = 1, 5
      loc(k)[this_image()]%i = 7
    end do
    if (any(loc%i /= 7)) error stop 6
  end select
  max%i = me
  sync all
  allocate (copy(2), source=max(:)[next])
  if (any(copy%i /= next)) error stop 7
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
