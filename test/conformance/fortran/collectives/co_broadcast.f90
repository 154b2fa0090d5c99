! conformance: images=1,2,3,5,8
! feature: co_broadcast
program bcast
  implicit none
  integer :: a(5), n, me, i
  character(12) :: title
  logical :: flag
  me = this_image(); n = num_images()
  a = 0
  title = 'unset'
  flag = .false.
  if (me == n) then
    a = [(i * i, i = 1, 5)]
    title = 'run number 7'
  end if
  if (me == 1) flag = .true.
  call co_broadcast(a, source_image=n)
  call co_broadcast(title, n)
  call co_broadcast(flag, 1)
  do i = 1, 5
    call check('array', a(i), i * i)
  end do
  if (title /= 'run number 7') then
    print *, 'FAIL: title, expected run number 7, got ', title, me
    error stop 1
  end if
  if (.not. flag) then
    print *, 'FAIL: flag, expected T, got F, image', me
    error stop 1
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
end program bcast
