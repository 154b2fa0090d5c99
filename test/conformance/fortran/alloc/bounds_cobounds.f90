! conformance: images=1,2,3,5,8
! feature: allocate with bounds and cobounds
program bounds_cobounds
  implicit none
  integer, allocatable :: a(:)[:], b(:, :)[:, :], c[:], d(:)[:, :, :]
  integer :: me, n, k, lo, ix, iy
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  lo = -2
  allocate (a(lo:lo + 4)[0:*])
  allocate (b(3, 0:lo + 3)[2, 0:*], c[*])
  allocate (d(2)[lo:lo + 1, 5:5, *])
  call check('lbound a', lbound(a, 1), -2)
  call check('ubound b', ubound(b, 2), 1)
  call check('lcobound a', lcobound(a, 1), 0)
  call check('ucobound b', ucobound(b, 1), 2)
  call check('lcobound d', lcobound(d, 1) * 100 + lcobound(d, 2) * 10 + lcobound(d, 3), -200 + 50 + 1)
  a = me; b = 10 * me; c = 20 * me; d = 30 * me
  sync all
  ix = mod(k - 1, 2); iy = (k - 1) / 2
  call check('a', a(lo)[k-1], k)
  call check('b', b(3, 0)[ix + 1, iy], 10 * k)
  call check('c', c[k], 20 * k)
  call check('d', d(2)[lo + ix, 5, iy + 1], 30 * k)
  deallocate (a, b, c)
  call check('allocated', count([allocated(a), allocated(b), allocated(c), allocated(d)]), 1)
  allocate (a(3)[5:*])
  a = -me
  sync all
  call check('allocated again with other cobounds', a(3)[k + 4], -k)
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
end program bounds_cobounds
