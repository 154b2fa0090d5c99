! conformance: images=1,2,3,5
! feature: automatic deallocation
program automatic_deallocation
  implicit none
  integer :: done[*] = 0, me, n, k, left, i
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  do i = 1, 200
    call work(i)
    call check('put before the return', done, i * left)
    sync all
  end do
  call early(.true.)
  call early(.false.)
  call saved(1)
  call saved(2)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine work(i)
    integer, intent(in) :: i
    real, allocatable :: buffer(:)[:], second(:, :)[:]
    if (allocated(buffer)) error stop 'FAIL: allocated on entry'
    allocate (buffer(1000 * i)[*], second(10, 10)[*])
    buffer(1000 * i)[k] = me
    done[k] = i * me
    sync all
    call check('buffer', nint(buffer(1000 * i)), left)
  end subroutine work                              ! deallocation synchronises
  subroutine early(leave)
    logical, intent(in) :: leave
    integer, allocatable :: a(:)[:]
    allocate (a(3)[*])
    a = me
    sync all
    call check('early', a(2)[k], k)
    if (leave) return
    deallocate (a)
  end subroutine early
  subroutine saved(pass)
    integer, intent(in) :: pass
    integer, allocatable, save :: a(:)[:]
    if (pass == 1) then
      allocate (a(3)[*])
      a = me
    else
      if (.not. allocated(a)) error stop 'FAIL: a saved coarray was deallocated'
    end if
    sync all
    call check('saved', a(2)[k], k)
  end subroutine saved
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program automatic_deallocation
