! conformance: images=1,2,3,5,8
! feature: allocate and deallocate synchronise
! ALLOCATE and DEALLOCATE of coarrays synchronise all images (F2018 9.7.1.2, 9.7.3.2).
program implicit_sync
  implicit none
  integer, allocatable :: a(:)[:], t(:)[:]
  integer :: ready[*] = 0, me, n, k, left, i
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  do i = 1, 20
    ready = i * me
    allocate (a(i)[*])
    call check('defined before allocate', ready[k], i * k)
    a(i)[k] = 100 * me + i
    allocate (t(1)[*])
    call check('put before allocate', a(i), 100 * left + i)
    deallocate (t)
    ready[k] = -me
    deallocate (a)
    call check('put before deallocate', ready, -left)
    sync all
  end do
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
end program implicit_sync
