! conformance: images=1,2,3,5,8
! feature: event post, event wait
! A wavefront: row i of image k waits for row i of image k-1. Events as dummies.
program pipeline
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  integer, parameter :: rows = 30
  type(event_type) :: ready[*]
  integer :: a(rows)[*], me, n, i, from
  me = this_image(); n = num_images()
  a = 0
  sync all
  do i = 1, rows
    if (me > 1) then
      call await(ready, 1)
      from = a(i)[me - 1]
    else
      from = i
    end if
    a(i) = from + 1
    if (me < n) call signal(ready, me + 1)
  end do
  do i = 1, rows
    if (a(i) /= i + me) then
      print *, 'FAIL: row', i, 'expected', i + me, 'got', a(i), 'image', me
      error stop 1
    end if
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine signal(e, image)
    type(event_type), intent(inout) :: e[*]
    integer, intent(in) :: image
    event post (e[image])
  end subroutine signal
  subroutine await(e, c)
    type(event_type), intent(inout) :: e[*]
    integer, intent(in) :: c
    event wait (e, until_count=c)
  end subroutine await
end program pipeline
