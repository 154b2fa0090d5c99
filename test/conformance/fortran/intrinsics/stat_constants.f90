! conformance: images=1,2
! feature: iso_fortran_env constants and types
! A status that reports something cannot be zero, the value of success.
program stat_constants
  use, intrinsic :: iso_fortran_env
  implicit none
  integer, parameter :: codes(5) = [stat_failed_image, stat_locked, stat_locked_other_image, stat_stopped_image, stat_unlocked]
  type(lock_type) :: l[*]
  integer :: i, st
  do i = 1, 5
    if (codes(i) == 0 .or. count(codes == codes(i)) /= 1) then
      print *, 'FAIL: status constants, expected distinct and not zero, got', codes, 'image', this_image()
      error stop 1
    end if
  end do
  unlock (l, stat=st)
  if (st /= stat_unlocked) then
    print *, 'FAIL: unlock of an unlocked variable, expected', stat_unlocked, 'got', st, 'image', this_image()
    error stop 1
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program stat_constants
