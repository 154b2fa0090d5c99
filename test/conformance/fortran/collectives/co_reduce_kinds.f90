! conformance: images=1,2,3,5
! feature: co_reduce
! Operations given as module procedures; 64-bit, complex and character operands; associative, commutative operations.
module operations
  implicit none
  integer, parameter :: i8 = selected_int_kind(18), dp = kind(1d0)
contains
  pure function gcd(a, b) result(r)
    integer(i8), intent(in) :: a, b
    integer(i8) :: r, x, y, t
    x = a; y = b
    do while (y /= 0)
      t = mod(x, y); x = y; y = t
    end do
    r = x
  end function gcd
  pure complex(dp) function ctimes(a, b)
    complex(dp), intent(in) :: a, b
    ctimes = a * b
  end function ctimes
  pure function earlier(a, b) result(r)
    character(4), intent(in) :: a, b
    character(4) :: r
    r = merge(a, b, a < b)
  end function earlier
end module operations

program co_reduce_kinds
  use operations
  implicit none
  integer(i8) :: g, w(2)
  complex(dp) :: z
  character(4) :: c
  integer :: me, n
  me = this_image(); n = num_images()
  g = 10000000000_i8 * 6 * me
  call co_reduce(g, gcd)
  if (g /= 60000000000_i8) call fail('int64')
  w = [36_i8 * me, 5_i8]
  call co_reduce(w, operation=gcd)
  if (w(1) /= 36 .or. w(2) /= 5) call fail('int64 array')
  z = (0d0, 1d0)
  call co_reduce(z, ctimes)
  if (abs(z - (0d0, 1d0)**n) > 1d-12) call fail('complex')
  c = 'x' // achar(122 - me)
  call co_reduce(c, earlier)
  if (c /= 'x' // achar(122 - n)) call fail('character')
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine fail(what)
    character(*), intent(in) :: what
    print *, 'FAIL: ', what, g, w, z, c, ' image ', this_image()
    error stop 1
  end subroutine fail
end program co_reduce_kinds
