! conformance: images=1,2,3,5
! feature: coarray dummy, optional
program optional_dummy
  implicit none
  integer :: a(3)[*], b[*], me, n, k, left
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  a = 0; b = 0
  sync all
  call put(k, 1)
  call put(k, 2, a)
  call put(k, 3, scalar=b)
  call put(k, 4, a, b)
  call check('a', a(1), 4 * left)
  call check('b', b, -4 * left)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine put(k, v, array, scalar)
    integer, intent(in) :: k, v
    integer, intent(inout), optional :: array(:)[*], scalar[*]
    if (present(array)) array(1)[k] = v * this_image()
    if (present(scalar)) scalar[k] = -v * this_image()
    sync all
    if (present(array)) call check('array(1)', array(1), v * left)
    if (present(scalar)) call check('scalar', scalar, -v * left)
    sync all
  end subroutine put
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program optional_dummy
