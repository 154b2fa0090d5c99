! conformance: images=1,2,3,5,8
! feature: coarray of derived type
program simple_struct
  implicit none
  type particle
    integer :: id
    real :: x(3)
    logical :: alive
    character(4) :: kind
  end type particle
  type(particle) :: p[*], q
  integer :: me, n, right, left
  me = this_image(); n = num_images()
  right = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  p = particle(me, [1.0, 2.0, 3.0] * me, mod(me, 2) == 0, 'abcd')
  sync all
  q = p[right]
  call check('whole structure, id', q%id, right)
  call check('whole structure, x', nint(q%x(3)), 3 * right)
  if (q%alive .neqv. mod(right, 2) == 0) error stop 'FAIL: alive'
  if (q%kind /= 'abcd') error stop 'FAIL: kind'
  call check('component', p[right]%id, right)
  call check('component element', nint(p[right]%x(2)), 2 * right)
  call check('component array', nint(sum(p[right]%x)), 6 * right)
  call check('component section', nint(sum(p[right]%x(1:3:2))), 4 * right)
  if (p[right]%kind(2:3) /= 'bc') error stop 'FAIL: component substring'
  sync all
  p[right]%id = 1000 + me
  p[right]%x(2:3) = [-1.0, -2.0] * me
  p[right]%kind(4:4) = '!'
  sync all
  call check('put component', p%id, 1000 + left)
  call check('put component section', nint(p%x(3)), -2 * left)
  call check('untouched element', nint(p%x(1)), me)
  if (p%kind /= 'abc!') error stop 'FAIL: put component substring'
  sync all
  p[right] = particle(me, [0.0, 0.0, 9.0], .true., 'zz')
  sync all
  call check('put structure', p%id + nint(p%x(3)), left + 9)
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
end program simple_struct
