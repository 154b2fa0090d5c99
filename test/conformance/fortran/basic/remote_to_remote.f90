! conformance: images=1,2,3,5,8
! feature: coindexed definition, from coindexed
! Image 1 copies data between two other images: both sides coindexed.
program remote_to_remote
  implicit none
  integer :: a(4)[*], b(4)[*]
  integer :: me, n, k, i
  me = this_image(); n = num_images()
  a = [(10 * me + i, i = 1, 4)]
  b = 0
  sync all
  if (me == 1) then
    do k = 1, n
      b(:)[n - k + 1] = a(4:1:-1)[k] + 1
    end do
  end if
  sync all
  do i = 1, 4
    call check('copied by image 1', b(i), 10 * (n - me + 1) + 5 - i + 1)
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
end program remote_to_remote
