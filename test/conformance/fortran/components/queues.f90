! conformance: images=1,2,3,5,8
! feature: components of coindexed objects in whole programs
! Queues that grow by MOVE_ALLOC in a local coarray, automatic deallocation, recursion.
module m
  implicit none
  type queue
    integer :: n = 0
    integer, allocatable :: items(:)
  contains
    procedure :: push
  end type
contains
  subroutine push(self, i)
    class(queue), intent(inout) :: self
    integer, intent(in) :: i
    integer, allocatable :: bigger(:)
    if (.not. allocated(self%items)) allocate (self%items(1))
    if (self%n == size(self%items)) then
      allocate (bigger(2 * self%n))
      bigger(:self%n) = self%items
      call move_alloc(bigger, self%items)
    end if
    self%n = self%n + 1
    self%items(self%n) = i
  end subroutine
  recursive subroutine work(depth)
    integer, intent(in) :: depth
    type(queue), allocatable :: q(:)[:]
    integer :: i, k
    k = mod(this_image(), num_images()) + 1
    allocate (q(2)[*])
    do i = 1, this_image() * depth
      call q(2)%push(i * depth)
    end do
    sync all
    if (allocated(q(1)[k]%items)) error stop 'FAIL q1'
    if (q(2)[k]%n /= k * depth) error stop 'FAIL n'
    do i = 1, q(2)[k]%n
      if (q(2)[k]%items(i) /= i * depth) error stop 'FAIL item'
    end do
    sync all
    if (depth < 3) call work(depth + 1)
  end subroutine
end module
program p
  use m
  implicit none
  integer :: i
  do i = 1, 5
    call work(1)
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
