! conformance: images=1,2,3,5
! feature: coindexed actual argument, intent(in)
program coindexed_actual_in
  implicit none
  type pt
    integer :: id
    real :: x(2)
  end type pt
  integer :: a(6)[*], m(3, 4)[*], s[*], me, n, k, i, j
  character(5) :: c[*]
  type(pt) :: p[*]
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  a = [(10 * me + i, i = 1, 6)]; s = me; c = 'im' // achar(48 + me)
  m = reshape([((100 * me + 10 * i + j, i = 1, 3), j = 1, 4)], [3, 4]); p = pt(me, [0.5, 1.5])
  sync all
  call check('scalar', twice(s[k]), 2 * k)
  call check('assumed shape', total(a(:)[k]), 60 * k + 21)
  call check('assumed shape, strided', total(a(6:1:-2)[k]), 30 * k + 12)
  call check('explicit shape', first_last(a(2:5)[k], 4), 20 * k + 7)
  call check('sequence association', first_last(m(:, 2:3)[k], 6), 200 * k + 12 + 33)
  call check('row of a matrix', total(m(2, :)[k]), 400 * k + 90)
  call check('element of a section as scalar', twice(m(3, 4)[k]), 200 * k + 68)
  call check('structure', ident(p[k]), k)
  call check('component', nint(2 * sum2(p[k]%x)), 4)
  call check('character', length(c[k]), 3)
  call check('substring', length(c[k](2:3)), 2)
  call check('by value', byval(s[k]), k + 1)
  call check('value left alone', s[k], k)
  call check('elemental', sum(scaled(a(:)[k], s[k])), k * (60 * k + 21))
  call check('expression', twice(s[k] + a(1)[k]), 22 * k + 2)
  call check('vector subscript', total(a([6, 1])[k]), 20 * k + 7)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  integer function twice(x)
    integer, intent(in) :: x
    twice = 2 * x
  end function twice
  integer function total(x)
    integer, intent(in) :: x(:)
    total = sum(x)
  end function total
  integer function first_last(x, m)
    integer, intent(in) :: m, x(m)
    first_last = x(1) + x(m)
  end function first_last
  integer function ident(q)
    type(pt), intent(in) :: q
    ident = q%id
  end function ident
  real function sum2(x)
    real, intent(in) :: x(2)
    sum2 = sum(x)
  end function sum2
  integer function length(t)
    character(*), intent(in) :: t
    length = len_trim(t)
  end function length
  integer function byval(x)
    integer, value :: x
    x = x + 1
    byval = x
  end function byval
  elemental integer function scaled(x, f)
    integer, intent(in) :: x, f
    scaled = x * f
  end function scaled
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program coindexed_actual_in
