! conformance: images=1,2,3,5,8
! feature: corank 2 and 3, lower cobounds
program cobounds
  implicit none
  integer :: x[0:*], y[2, *], z[-1:0, 3:4, 0:*], w(3)[2:3, 7:*]
  integer :: me, n, k, ix, iy, iz
  me = this_image(); n = num_images()
  x = me; y = 10 * me; z = 100 * me; w = [me, me + 1, me + 2]
  sync all
  do k = 1, n
    call check('x[k-1]', x[k-1], k)
    ix = mod(k - 1, 2) + 1
    iy = (k - 1) / 2 + 1
    call check('y[ix,iy]', y[ix, iy], 10 * k)
    ix = mod(k - 1, 2) - 1
    iy = mod((k - 1) / 2, 2) + 3
    iz = (k - 1) / 4
    call check('z[ix,iy,iz]', z[ix, iy, iz], 100 * k)
    ix = 2 + mod(k - 1, 2)
    iy = 7 + (k - 1) / 2
    call check('w(2)[ix,iy]', w(2)[ix, iy], k + 1)
    call check('w(:)[ix,iy]', sum(w(:)[ix, iy]), 3 * k + 3)
  end do
  sync all
  k = n - me + 1
  z[mod(k - 1, 2) - 1, mod((k - 1) / 2, 2) + 3, (k - 1) / 4] = -me
  sync all
  call check('put by corank 3', z, -(n - me + 1))
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
end program cobounds
