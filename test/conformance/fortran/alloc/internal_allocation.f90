! conformance: images=1,3
! feature: allocatable coarray
! An internal procedure allocates its host's coarray twice: the second time in the generated BLOCK
! construct, or in one of the user's own, behind a call that was generated for the first.
program internal_allocation
  implicit none
  integer, allocatable :: a(:)[:], b(:)[:]
  integer :: round
  do round = 1, 2
    call renew()
    sync all
    if (a(2)[num_images()] /= 10*num_images()) error stop 1
    if (b(3)[1] /= 3) error stop 2
    sync all
    deallocate (a, b)
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  recursive subroutine renew()
    integer, allocatable :: m(:)[:]
    integer :: k
    allocate (m(4)[*], source=0)
    call move_alloc(m, a)
    deallocate (a)
    allocate (a(4)[*])
    a = 10*this_image()
    block
      integer :: j
      allocate (b(3)[*], source=[(j, j=1, 3)])
      deallocate (b)
      allocate (b(3)[*])
      b = [(j, j=1, 3)]
    end block
    k = size(a)
    if (k /= 4) error stop 3
  end subroutine renew
end program internal_allocation
