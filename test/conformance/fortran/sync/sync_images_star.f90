! conformance: images=1,2,3,5,8
! feature: sync images, *
! Image 1 prepares data for all; the workers answer.
program sync_images_star
  implicit none
  integer :: work[*], answer(64)[*]
  integer :: me, n, k
  me = this_image(); n = num_images()
  if (me == 1) then
    do k = 1, n
      work[k] = 3 * k + 1
    end do
    sync images (*)
  else
    sync images (1)
  end if
  answer(me)[1] = work**2
  if (me == 1) then
    sync images (*)
    do k = 1, n
      call check('answer', answer(k), (3 * k + 1)**2)
    end do
  else
    sync images (1)
  end if
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
end program sync_images_star
