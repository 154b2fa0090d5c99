! conformance: images=1,2,3,5
! feature: optional dummies passed on as stat= and errmsg=
program optional_stat
  implicit none
  integer :: total, status
  character(30) :: message
  total = this_image(); call add(total)
  if (total /= num_images()*(num_images() + 1)/2) error stop 1
  total = this_image(); status = 77; call add(total, status)
  if (status /= 0 .or. total /= num_images()*(num_images() + 1)/2) error stop 2
  message = 'as before'; status = 77; total = this_image()
  call add(total, status, message)
  if (status /= 0 .or. message /= 'as before' .or. total /= num_images()*(num_images() + 1)/2) error stop 3
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine add(a, stat, errmsg)
    integer, intent(inout) :: a
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call co_sum(a, 1, stat, errmsg)
    call co_broadcast(a, 1, stat, errmsg)
    call co_max(a, stat=stat, errmsg=errmsg)
    call co_reduce(a, smaller, stat=stat, errmsg=errmsg)
    sync all (stat=status, errmsg=message)
  end subroutine
  pure integer function smaller(a, b)
    integer, intent(in) :: a, b
    smaller = min(a, b)
  end function
end program
