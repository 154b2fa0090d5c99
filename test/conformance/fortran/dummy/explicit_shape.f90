! conformance: images=1,2,3,5,8
! feature: coarray dummy, explicit shape
program explicit_shape
  implicit none
  integer, parameter :: m = 6
  integer :: u(m, m)[*], v(m)[*], me, n, k, left
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  u = me; v = 10 * me
  sync all
  call spread(u, m, k)
  call spread_line(v, m, k)
  call spread_line(u(:, 2), m, k)                 ! a column is contiguous
  call spread_line(u(3, 3), 4, k)                 ! sequence association from an element
  sync all
  call check('matrix', u(2, 5), left + 100)
  call check('vector', v(m), -left)
  call check('column', u(1, 2), -left)
  call check('from an element', u(4, 3), -left)
  call check('from an element, last', u(6, 3), -left)
  call check('before it', u(2, 3), left + 100)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine spread(a, m, k)
    integer, intent(in) :: m, k
    integer, intent(inout) :: a(m, m)[*]
    a(:, :)[k] = this_image() + 100
    sync all
    call check('inside', a(m, m), left + 100)
    sync all
  end subroutine spread
  subroutine spread_line(b, m, k)
    integer, intent(in) :: m, k
    integer :: b(m)[*]
    b(:)[k] = -this_image()
    sync all
    call check('b read from another image', b(1)[k], -this_image())
    sync all
  end subroutine spread_line
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program explicit_shape
