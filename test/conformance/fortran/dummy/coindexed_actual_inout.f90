! conformance: images=1,2,3,5
! feature: coindexed actual argument, intent(inout)
program coindexed_actual_inout
  implicit none
  type pt
    integer :: id
    real :: x(2)
  end type pt
  integer :: a(6)[*], m(3, 4)[*], s[*], q(3)[*], me, n, k, left, i
  character(6) :: c[*]
  type(pt) :: p(2)[*]
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  a = [(i, i = 1, 6)]; m = 0; s = 5; c = 'abcdef'; p = pt(0, [1.0, 2.0]); q = 1
  sync all
  call add(s[k], me)
  call scale(a(2:6:2)[k], me)
  call fill(m(2, :)[k], 4, me)
  call fill(m(:, 4)[k], 3, -me)
  call mark(c[k](3:4))
  call setid(p(2)[k], me)
  call add(p(1)[k]%id, 3 * me)
  call scale_elemental(q(:)[k], me + 1)
  call swap(a(1)[k], a(3)[k])
  sync all
  call check('scalar', s, 5 + left)
  call check('scaled', a(2) + a(4) + a(6), 12 * left)
  call check('swapped', a(1), 3)
  call check('swapped', a(3), 1)
  call check('not in the section', a(5), 5)
  call check('row', m(2, 3), left)
  call check('column', m(3, 4), -left)
  call check('crossing', m(2, 4), -left)
  call check('elsewhere', m(1, 1), 0)
  if (c /= 'ab##ef') error stop 'FAIL: substring'
  call check('structure', p(2)%id, left)
  call check('structure, rest', nint(p(2)%x(2)), 4)
  call check('component', p(1)%id, 3 * left)
  call check('elemental subroutine', sum(q), 3 * left + 3)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine add(x, d)
    integer, intent(inout) :: x
    integer, intent(in) :: d
    x = x + d
  end subroutine add
  subroutine scale(x, f)
    integer, intent(inout) :: x(:)
    integer, intent(in) :: f
    x = x * f
  end subroutine scale
  subroutine fill(x, m, v)
    integer, intent(in) :: m, v
    integer, intent(out) :: x(m)
    x = v
  end subroutine fill
  subroutine mark(t)
    character(*), intent(inout) :: t
    t = repeat('#', len(t))
  end subroutine mark
  subroutine setid(y, id)
    type(pt), intent(inout) :: y
    integer, intent(in) :: id
    y%id = id
    y%x = y%x * 2
  end subroutine setid
  elemental subroutine scale_elemental(x, f)
    integer, intent(inout) :: x
    integer, intent(in) :: f
    x = x * f
  end subroutine scale_elemental
  subroutine swap(x, y)
    integer :: x, y, t                             ! no intent: both ways
    t = x; x = y; y = t
  end subroutine swap
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program coindexed_actual_inout
