! conformance: images=1,2,3,5,8
! feature: coindexed definition, scalar
program put_scalar
  implicit none
  integer :: x[*]
  integer :: me, n, right, left
  me = this_image(); n = num_images()
  right = merge(1, me + 1, me == n)
  left = merge(n, me - 1, me == 1)
  x = -1
  sync all
  x[right] = 100 * me
  sync all
  call check('value put by the left neighbour', x, 100 * left)
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
end program put_scalar
