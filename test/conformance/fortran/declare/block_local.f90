! conformance: images=1,2,3,5
! feature: coarray declared in a BLOCK
program block_local
  implicit none
  integer :: me, n, k, pass
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  do pass = 1, 2
    block
      integer, save :: inner(3)[*] = 0
      integer, allocatable :: tmp(:)[:]
      allocate (tmp(4)[*])
      tmp = 100 * pass + me
      inner = inner + me
      sync all
      call check('saved coarray of a block', inner(2)[k], pass * k)
      call check('allocatable coarray of a block', tmp(4)[k], 100 * pass + k)
      sync all
    end block                              ! tmp is deallocated here, on all images
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
end program block_local
