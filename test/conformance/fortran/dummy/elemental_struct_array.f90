! conformance: images=1,2,3,5
! feature: coarray dummy of derived type
module bodies
  implicit none
  type body
    real :: pos(3) = 0, vel(3) = 0, mass = 1
    integer :: id = 0
  end type body
contains
  subroutine gather_ids(b, ids, k)
    type(body), intent(in) :: b(:)[*]
    integer, intent(out) :: ids(:)
    integer, intent(in) :: k
    ids = b(:)[k]%id
  end subroutine gather_ids
  subroutine push(b, m, k)
    integer, intent(in) :: m, k
    type(body), intent(inout) :: b(m)[*]
    integer :: i
    do i = 1, m
      b(i)[k]%pos(:) = b(i)%pos + b(i)%vel * i
    end do
  end subroutine push
  real function mass_of(b, k)
    type(body), intent(in) :: b(*)[0:*]
    integer, intent(in) :: k
    mass_of = b(1)[k-1]%mass + b(2)[k-1]%mass
  end function mass_of
end module bodies

program struct_dummy
  use bodies
  implicit none
  type(body) :: b(4)[*]
  integer :: me, n, k, left, i, ids(4), ids2(2)
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  do i = 1, 4
    b(i) = body(pos=[1., 2., 3.] * me, vel=[1., 0., -1.], mass=0.5 * i, id=10 * me + i)
  end do
  sync all
  call gather_ids(b, ids, k)
  call check('ids', sum(ids), 40 * k + 10)
  call gather_ids(b(4:1:-3), ids2, k)
  call check('ids of a section', ids2(1), 10 * k + 4)
  call check('mass', nint(2 * mass_of(b, k)), 3)
  call check('mass from the third', nint(2 * mass_of(b(3), k)), 7)
  sync all
  if (n > 1) then
    if (me == 1) call push(b, 4, 2)
    sync all
    if (me == 2) call check('pushed', nint(b(4)%pos(3)), 3 - 4)
    if (me == 2) call check('velocity', nint(b(4)%vel(3)), -1)
  end if
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
end program struct_dummy
