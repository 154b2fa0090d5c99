! conformance: images=1,2,3,5,8
! feature: coindexed in array constructors
program array_constructors
  implicit none
  integer :: a[*], b(4)[*], me, n, i, j, k, left
  integer, allocatable :: v(:)
  real :: r(3)
  type pt
    integer :: x, y
  end type pt
  type(pt) :: p[*]
  type(pt), allocatable :: pts(:)
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  a = me * me; b = [(10 * me + i, i = 1, 4)]; p = pt(me, -me)
  sync all
  v = [(a[i], i = 1, n)]
  call check('one per image', sum(v), n * (n + 1) * (2 * n + 1) / 6)
  call check('in order', v(n), n * n)
  call check('argument of an intrinsic', maxval([(a[i], i = n, 1, -1)]), n * n)
  v = [a[k], b(:)[k], b(4:1:-3)[k], 5]
  call check('mixed', size(v), 8)
  call check('mixed', v(6), 10 * k + 4)
  v = [((b(j)[i], j = 1, 4, 3), i = 1, n)]
  call check('nested', sum(v), 10 * n * (n + 1) + 5 * n)
  r = [real :: a[k], b(2)[k], 0.5]
  call check('with type', nint(r(1) + r(2) + 2 * r(3)), k * k + 10 * k + 3)
  pts = [(p[i], i = 1, n)]
  call check('structures', sum(pts%x) - sum(pts%y), n * (n + 1))
  sync all
  p[k] = pt(a[k], b(1)[k])
  sync all
  call check('structure constructor', p%x + p%y, me * me + 10 * me + 1)
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
end program array_constructors
