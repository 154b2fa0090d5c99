! conformance: images=1,2,3,5,8
! feature: coindexed reference, scalar
program get_scalar
  implicit none
  integer :: x[*]
  integer :: me, n, k, total
  me = this_image(); n = num_images()
  x = me * me
  sync all
  total = 0
  do k = 1, n
    total = total + x[k]
  end do
  call check('sum of squares of all images', total, n*(n+1)*(2*n+1)/6)
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
end program get_scalar
