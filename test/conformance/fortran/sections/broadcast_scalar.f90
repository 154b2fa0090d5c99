! conformance: images=1,2,3,5
! feature: scalar to coindexed section
program broadcast_scalar
  implicit none
  integer, parameter :: nx = 4, ny = 5
  real :: u(0:nx+1, 0:ny+1)[*]
  type pt
    real :: x, y
  end type pt
  type(pt) :: p(6)[*]
  integer :: me, n, k, left
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  u = 0; p = pt(0, 0)
  sync all
  u(1:nx, 1:ny)[k] = me
  u(0, :)[k] = -1.0
  p(::2)[k] = pt(me, 1.5)
  p(2)[k]%y = 9
  p(4:6:2)[k]%x = 2 * me
  sync all
  if (sum(u(1:nx, 1:ny)) /= nx * ny * left) call fail('interior')
  if (sum(u) /= nx * ny * left - (ny + 2)) call fail('edges')
  if (any(p(1:5:2)%x /= left) .or. any(p(1:5:2)%y /= 1.5)) call fail('structure')
  if (p(2)%y /= 9 .or. p(2)%x /= 0) call fail('component of element')
  if (any(p(4:6:2)%x /= 2 * left) .or. any(p(4:6:2)%y /= 0)) call fail('component of section')
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine fail(what)
    character(*), intent(in) :: what
    print *, 'FAIL: ', what, u, p, ' image ', this_image()
    error stop 1
  end subroutine fail
end program broadcast_scalar
