! conformance: images=1,2,3,5
! feature: allocate and move_alloc as the action of an if statement
program allocate_in_if_statement
  implicit none
  integer :: step
  do step = 1, 3
    call exchange(step)
  end do
  call moved
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine exchange(step)
    integer, intent(in) :: step
    integer, allocatable, save :: edge(:)[:]
    integer :: right, left
    if (.not. allocated(edge)) allocate (edge(4)[*])
    right = merge(1, this_image() + 1, this_image() == num_images())
    left = merge(num_images(), this_image() - 1, this_image() == 1)
    sync all
    edge(2:3)[right] = [step, this_image()]
    sync all
    if (any(edge(2:3) /= [step, left])) error stop 1
    if (step == 3) deallocate (edge)
    if (step == 3 .and. allocated(edge)) error stop 2
  end subroutine
  subroutine moved
    integer, allocatable :: from[:], to[:]
    if (num_images() > 0) allocate (from[*])
    from = this_image()
    if (allocated(from)) call move_alloc(from, to)
    sync all
    if (to[num_images()] /= num_images()) error stop 3
  end subroutine
end program
