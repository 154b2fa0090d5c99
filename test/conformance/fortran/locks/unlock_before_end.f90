! conformance: images=1,2,3,5
! feature: lock, unlock
! The last that an image does with others is to unlock; then it waits for them at its end, which is no statement of the program.
program unlock_before_end
  use, intrinsic :: iso_fortran_env, only: lock_type
  implicit none
  type(lock_type) :: turn[*]
  logical :: mine
  integer :: i
  print '(a)', 'PASS'
  do i = 1, 3*this_image()
    lock (turn[1])
    call work(5000*num_images())
    unlock (turn[1])
  end do
  lock (turn, acquired_lock=mine)
  if (mine) unlock (turn)
  if (this_image() == num_images()) call work(30000000)
contains
  subroutine work(n)
    integer, intent(in) :: n
    integer :: k
    real, volatile :: x
    x = 0
    do k = 1, n
      x = x + 1.0/k
    end do
  end subroutine
end program
