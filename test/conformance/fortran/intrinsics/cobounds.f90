! conformance: images=1,2,3,5,8
! feature: lcobound, ucobound, coshape
program cobound_intrinsics
  implicit none
  integer :: a[*], b(7)[-2:1, 0:*]
  integer, allocatable :: c(:)[:, :, :]
  integer :: n, m, v(2), w(3)
  integer, parameter :: i8 = selected_int_kind(15)
  n = num_images()
  allocate (c(3)[2:2, 4:6, 10:*])
  call check('lcobound a', lcobound(a, 1), 1)
  call check('ucobound a', ucobound(a, 1), n)
  v = lcobound(b)
  call check('lcobound b', 100 * v(1) + v(2), -200)
  v = ucobound(b)
  m = (n + 3) / 4 - 1                              ! final cosubscript of the last image
  call check('ucobound b(1)', v(1), 1)
  call check('ucobound b(2)', v(2), m)
  v = coshape(b)
  call check('coshape b(1)', v(1), 4)
  call check('coshape b(2)', v(2), m + 1)
  w = lcobound(c)
  call check('lcobound c', 10000 * w(1) + 100 * w(2) + w(3), 20410)
  w = coshape(c)
  call check('coshape c', 100 * w(1) + 10 * w(2) + w(3), 130 + (n + 2) / 3)
  call check('ucobound c, dim', ucobound(c, dim=3), 9 + (n + 2) / 3)
  call check('with kind', int(lcobound(c, 2, kind=i8)), 4)
  call check('kind of the result', kind(coshape(b, kind=i8)), i8)
  call check('ucobound, kind', int(sum(ucobound(c, kind=i8))), 2 + 6 + 9 + (n + 2) / 3)
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
end program cobound_intrinsics
