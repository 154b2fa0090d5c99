! conformance: images=1,2,3,5,8
! feature: co_reduce
program co_reduce_basic
  implicit none
  integer :: p, v(3), me, n, k, bits
  logical :: l, e(2)
  real :: r
  me = this_image(); n = num_images()
  p = me
  call co_reduce(p, times)
  call check('product', p, product([(k, k = 1, n)]))
  v = [me, mod(me, 3), 2**me]
  call co_reduce(v, larger, result_image=1)
  if (me == 1) call check('maximum by hand', v(1) + v(3), n + 2**n)
  l = me /= 2
  call co_reduce(l, both)
  if (l .neqv. n < 2) error stop 'FAIL: logical and'
  e = [me == n, .false.]
  call co_reduce(e, operation=either)
  if (.not. e(1) .or. e(2)) error stop 'FAIL: logical or of an array'
  bits = ibset(0, me)
  call co_reduce(bits, merge_bits)
  call check('bits', bits, 2**(n + 1) - 2)
  r = 2.0
  call co_reduce(r, rtimes)
  call check('real', nint(r), 2**n)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  pure integer function times(a, b)
    integer, intent(in) :: a, b
    times = a * b
  end function times
  pure integer function larger(a, b)
    integer, intent(in) :: a, b
    larger = max(a, b)
  end function larger
  pure integer function merge_bits(a, b)
    integer, intent(in) :: a, b
    merge_bits = ior(a, b)
  end function merge_bits
  pure logical function both(a, b)
    logical, intent(in) :: a, b
    both = a .and. b
  end function both
  pure logical function either(a, b)
    logical, intent(in) :: a, b
    either = a .or. b
  end function either
  pure real function rtimes(a, b)
    real, intent(in) :: a, b
    rtimes = a * b
  end function rtimes
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program co_reduce_basic
