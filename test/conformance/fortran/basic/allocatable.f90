! conformance: images=1,2,3,5,8
! feature: allocatable coarray
program allocatable_coarray
  implicit none
  real, allocatable :: u(:)[:]
  integer :: me, n, right, left, i
  me = this_image(); n = num_images()
  right = mod(me, n) + 1
  left = mod(me + n - 2, n) + 1
  if (allocated(u)) error stop 'FAIL: u allocated before allocate'
  allocate (u(0:11)[*])
  if (.not. allocated(u)) error stop 'FAIL: u not allocated after allocate'
  call checkr('lbound', real(lbound(u, 1)), 0.0)
  call checkr('ubound', real(ubound(u, 1)), 11.0)
  u = me
  sync all
  u(0)[right] = u(10)
  u(11)[left] = u(1)
  sync all
  call checkr('left halo', u(0), real(left))
  call checkr('right halo', u(11), real(right))
  do i = 1, 10
    call checkr('interior', u(i), real(me))
  end do
  deallocate (u)
  if (allocated(u)) error stop 'FAIL: u allocated after deallocate'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine checkr(what, got, want)
    character(*), intent(in) :: what
    real, intent(in) :: got, want
    if (abs(got - want) > 1e-5 * max(1.0, abs(want))) then
      print '(3a,g0,a,g0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine checkr
end program allocatable_coarray
