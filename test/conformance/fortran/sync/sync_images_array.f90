! conformance: images=1,2,3,5,8
! feature: sync images, array
! Neighbours on a line synchronise pairwise with an array of one or two images.
program sync_images_array
  implicit none
  integer :: halo(2)[*] = 0
  integer, allocatable :: near(:)
  integer :: me, n, iter
  me = this_image(); n = num_images()
  allocate (near(0))
  if (me > 1) near = [near, me - 1]
  if (me < n) near = [near, me + 1]
  do iter = 1, 5
    if (me > 1) halo(2)[me-1] = 1000 * iter + me
    if (me < n) halo(1)[me+1] = 1000 * iter + me
    sync images (near)
    if (me > 1) call check('from below', halo(1), 1000 * iter + me - 1)
    if (me < n) call check('from above', halo(2), 1000 * iter + me + 1)
    sync images (near)
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program sync_images_array
