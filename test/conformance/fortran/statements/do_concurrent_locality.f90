! conformance: images=1,2,3,5
! feature: coindexed in do concurrent with locality
program do_concurrent_locality
  implicit none
  integer, parameter :: m = 20
  integer :: a(m)[*], b(m), me, n, k, i, t, scale
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  a = [(i + 1000 * me, i = 1, m)]
  t = -1; scale = 3
  sync all
  do concurrent (i = 1:m) local(t) local_init(scale) shared(a, b, k) default(none)
    t = a(i)[k]
    scale = scale + 1
    b(i) = t * scale
  end do
  call check('t of the enclosing scope', t, -1)
  call check('value', b(m), 4 * (1000 * k + m))
  sync all
  do concurrent (integer :: j = 1:m)
    a(j)[k] = j * me
  end do
  sync all
  call check('put, index of its own type', a(m), m * (modulo(me - 2, n) + 1))
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
end program do_concurrent_locality
