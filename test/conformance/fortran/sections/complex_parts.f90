! conformance: images=1,2,3,5
! feature: %re and %im of coindexed objects
program complex_parts
  implicit none
  complex :: z[*], w(4)[*]
  complex(kind(1d0)), allocatable :: f(:, :)[:]
  type wave
    complex :: amp(3)
  end type wave
  type(wave) :: p[*]
  integer :: me, n, k, left
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  allocate (f(2, 2)[*])
  z = cmplx(me, -me); w = [(1, 2), (3, 4), (5, 6), (7, 8)] * me
  f = (1d0, 2d0) * me
  p%amp = (0.0, 1.0) * me
  sync all
  call check('z%re', nint(z[k]%re), k)
  call check('z%im', nint(z[k]%im), -k)
  call check('w(3)%im', nint(w(3)[k]%im), 6 * k)
  call check('sum of w%re', nint(sum(w(:)[k]%re)), 16 * k)
  call check('w(4:1:-3)%im', nint(dot_product(w(4:1:-3)[k]%im, [10., 1.])), 82 * k)
  call check('f%im', nint(sum(f(:, 2)[k]%im)), 4 * k)
  call check('component part', nint(sum(p[k]%amp(2:)%im)), 2 * k)
  sync all
  z[k]%im = 5.5
  w(:)[k]%re = [10., 20., 30., 40.]
  f(1, :)[k]%im = -1d0
  p[k]%amp(2)%re = 3.0
  sync all
  call check('put %im keeps %re', nint(z%re), me)
  call check('put %im', nint(2 * z%im), 11)
  call check('put %re of array', nint(w(3)%re), 30)
  call check('put %re of array keeps %im', nint(w(3)%im), 6 * me)
  call check('put part of row', nint(f(1, 2)%im), -1)
  call check('put part of row, other row', nint(f(2, 2)%im), 2 * me)
  call check('put component part', nint(p%amp(2)%re + p%amp(2)%im), me + 3)
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
end program complex_parts
