! conformance: images=1,2,3,5,8
! feature: event post, event wait
program post_wait
  use, intrinsic :: iso_fortran_env
  implicit none
  type(event_type) :: arrived[*]
  integer :: inbox[*]
  integer :: me, n, right, left
  me = this_image(); n = num_images()
  right = mod(me, n) + 1
  left = mod(me + n - 2, n) + 1
  inbox[right] = 11 * me
  event post (arrived[right])
  event wait (arrived)
  if (inbox /= 11 * left) then
    print *, 'FAIL: inbox, expected', 11 * left, 'got', inbox, 'image', me
    error stop 1
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program post_wait
