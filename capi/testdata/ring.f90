! A static coarray: put to the right neighbour by the view, sync all, co_sum.
program ring
  use coral_rt
  implicit none
  type :: coral_t_inbox
     integer(coral_ik) :: gen = -1_coral_ik
     integer(coral_ik) :: c(2)
     integer, pointer :: p(:,:)
  end type coral_t_inbox
  integer, save :: inbox(-1:2) = -1
  real(8), save :: untouched(2**27)          ! 1 GiB of .bss, never written
  type(coral_t_inbox), save :: coral_inbox
  integer :: right, left, total
  right = mod(coral_me, coral_num) + 1
  left = mod(coral_me + coral_num - 2, coral_num) + 1
  call coral_sync_all(14, 'ring.f90')
  if (coral_inbox%gen /= coral_gen) call coral_view(loc(coral_inbox), inbox, lbound(inbox, kind=coral_ik), 1, 15, 'ring.f90')
  if (any(lbound(coral_inbox%p) /= [-1, 1]) .or. any(ubound(coral_inbox%p) /= [2, coral_num])) error stop 'bounds'
  coral_inbox%p(0:1, right) = [10*coral_me, coral_me]
  if (coral_lib) call coral_put(coral_inbox%p(0:1, right))
  call coral_sync_all(18, 'ring.f90')
  if (any(inbox /= [-1, 10*left, left, -1])) then
     print *, 'FAIL', coral_me, inbox
     call coral_error_stop(2)
  end if
  if (.not. coral_lib) then
     if (sum(coral_inbox%p(1, :)) /= coral_num*(coral_num+1)/2) call coral_error_stop('sum over images')
  end if
  total = coral_me
  call coral_co_sum(total, coral_all_images, 25, 'ring.f90')
  if (total /= coral_num*(coral_num+1)/2) call coral_error_stop('co_sum')
  if (coral_me == 0) untouched = 1
  call coral_sync_all(28, 'ring.f90')
  if (coral_me == 1) print '(a)', 'PASS'
  call coral_end()
end program ring
