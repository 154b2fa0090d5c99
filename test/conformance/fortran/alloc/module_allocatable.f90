! conformance: images=1,2,3,5
! feature: allocatable coarray in a module
module field_m
  implicit none
  integer, parameter :: dp = kind(1d0)
  real(dp), allocatable, save :: u(:, :)[:, :], unew(:, :)[:, :]
  integer, protected :: px, py, ix, iy
contains
  subroutine setup(nx, ny, across)
    integer, intent(in) :: nx, ny, across
    integer :: co(2)
    allocate (u(0:nx + 1, 0:ny + 1)[across, *], unew(0:nx + 1, 0:ny + 1)[across, *])
    co = this_image(u)
    ix = co(1); iy = co(2)
    px = across
    py = (num_images() - 1) / across + 1
  end subroutine setup
  subroutine teardown
    deallocate (unew, u)
  end subroutine teardown
end module field_m

program module_allocatable
  use field_m
  implicit none
  integer :: n, jx, jy, k
  n = num_images()
  call setup(4, 3, merge(2, 1, n > 1))
  call check('ix, iy', (iy - 1) * px + ix, this_image())
  u = this_image(); unew = -u
  sync all
  do k = 1, n
    jx = mod(k - 1, px) + 1
    jy = (k - 1) / px + 1
    call check('u', nint(u(5, 4)[jx, jy]), k)
    call check('unew', nint(sum(unew(1:4, 1)[jx, jy])), -4 * k)
  end do
  call teardown
  if (allocated(u)) error stop 'FAIL: u still allocated'
  call setup(2, 2, 1)
  call check('second setup', size(u), 16)
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
end program module_allocatable
