! conformance: images=1,2,3
! feature: conditions of DO WHILE
! The last statement of the body calls a function that allocates the condition's coarray anew.
module store
  implicit none
  integer, allocatable :: x(:)[:]
contains
  integer function anew(n)
    integer, intent(in) :: n
    integer, allocatable :: z(:)[:]
    allocate (z(1000 * n)[*])
    deallocate (x)
    call move_alloc(z, x)
    x = n + this_image()
    sync all
    anew = x(1)
  end function
end module
program while_condition_after_calls
  use store
  implicit none
  integer :: n, y
  allocate (x(1000)[*])
  x = this_image()
  sync all
  n = 0
  y = x(1)[num_images()]
  do while (n < 3 .and. x(1000 * max(1, n))[num_images()] == n + num_images())
    n = n + 1
    y = anew(n)
  end do
  if (n /= 3 .or. y /= 3 + this_image()) error stop 'the loop ended too early'
  y = x(1)[1]
  n = 0
  around: do while (x(1)[num_images()] == n + 3 + num_images())
    if (n > 2) exit around
    n = n + 1
    do while (x(size(x))[1] /= n + 4)
      if (anew(n + 3) < 0) exit around
    end do
  end do around
  if (n /= 3) error stop 'the outer loop ended too early'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
