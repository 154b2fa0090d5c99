! conformance: images=1,2,3,5
! feature: nested structures
program nested_struct
  implicit none
  type vec
    real :: x, y
  end type vec
  type edge
    type(vec) :: from, to
    integer :: owner
  end type edge
  type mesh
    type(edge) :: e(4, 2)
    type(vec) :: centre
    integer(8) :: stamp
  end type mesh
  type(mesh) :: m[*], mm(2)[*]
  type(edge) :: got(4)
  integer :: me, n, right, left, i, j
  me = this_image(); n = num_images()
  right = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  do j = 1, 2
    do i = 1, 4
      m%e(i, j) = edge(vec(me + i, j), vec(-i, me), 10 * i + j)
    end do
  end do
  m%centre = vec(0.5 * me, 0.25 * me)
  m%stamp = 3000000000_8 + me
  mm = m
  sync all
  call check('e(3,2)%owner', m[right]%e(3, 2)%owner, 32)
  call check('e(3,2)%from%x', nint(m[right]%e(3, 2)%from%x), right + 3)
  call check('column of owners', sum(m[right]%e(:, 2)%owner), 108)
  call check('component of component of section', nint(sum(m[right]%e(2:4:2, 1)%from%x)), 2 * right + 6)
  call check('array of meshes', nint(4 * mm(2)[right]%centre%y), right)
  call check('stamp', int(mm(1)[right]%stamp - 3000000000_8), right)
  got = mm(2)[right]%e(:, 1)
  call check('edges', nint(got(4)%to%y), right)
  sync all
  m[right]%e(1:3, 1)%to%x = [1.0, 2.0, 3.0] * me
  m[right]%centre = vec(me, -me)
  mm(:)[right]%e(4, 2)%owner = me
  sync all
  call check('put into nested component of section', nint(m%e(3, 1)%to%x), 3 * left)
  call check('its neighbour component', nint(m%e(3, 1)%to%y), me)
  call check('put nested structure', nint(m%centre%y), -left)
  call check('put through outer section', mm(2)%e(4, 2)%owner, left)
  call check('untouched', mm(2)%e(3, 2)%owner, 32)
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
end program nested_struct
