! conformance: images=1,2,3,5
! feature: coindexed in expressions
module plus_op
  implicit none
  interface operator(.plus.)
    module procedure add
  end interface
contains
  elemental real function add(x, y)
    real, intent(in) :: x, y
    add = x + y
  end function add
end module plus_op

program expressions
  use plus_op
  implicit none
  integer :: i(3)[*], me, n, k
  real :: r[*], m(2, 2)[*]
  logical :: l[*]
  character(3) :: s[*]
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  i = [me, 2*me, 3*me]; r = 0.5*me; l = me == n; s = 'ab' // achar(48 + me)
  m = reshape([1., 2., 3., 4.], [2, 2]) * me
  sync all
  call check('arithmetic', (i(1)[k] + i(2)[k]) * i(3)[k] - i(1)[k]**2 / i(1)[k], 9*k*k - k)
  call check('unary minus', -i(2)[k], -2*k)
  call check('power', 2**i(1)[k] + i(1)[k]**2, 2**k + k*k)
  call check('array expression', sum(i(:)[k] * i - i(3:1:-1)[k]), 14*k*me - 6*k)
  call check('comparison', merge(1, 0, i(1)[k] < i(2)[k] .and. r[k] >= 0.5), 1)
  call check('logical', merge(1, 0, l[k] .neqv. .not. l[k]), 1)
  call check('concatenation', index('x' // s[k] // 'y' // s[k](1:1), 'ya'), 5)
  call check('matmul', nint(sum(matmul(m(:, :)[k], m))), 54*k*me)
  call check('dot_product', dot_product(i(:)[k], [1, 10, 100]), 321*k)
  call check('intrinsics', max(i(1)[k], mod(i(3)[k], 2), abs(-i(2)[k])), 2*k)
  call check('several images', sum([(i(1)[n + 1 - me], me = 1, n)]), n*(n+1)/2)
  me = this_image()
  call check('user operator', nint((r[k] .plus. m(2, 2)[k]) * 2), 9*k)
  call check('user function', twice(i(1)[k]) + twice(twice(i(1)[me])), 2*k + 4*me)
  call check('inquiry', size(m(:, 1:1)[k]) + kind(r[k]) - kind(1.0) + len(s[k]), 5)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  elemental integer function twice(x)
    integer, intent(in) :: x
    twice = 2 * x
  end function twice
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program expressions
