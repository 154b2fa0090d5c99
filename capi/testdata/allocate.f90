! Allocatable coarrays: allocate, views, cobounds, deallocation by statement, at the end of a scope, errors.
module m
  use coral_rt
  implicit none
  type :: coral_t_u
     integer(coral_ik) :: gen = -1_coral_ik
     integer(coral_ik) :: c(4)
     real(8), pointer :: p(:,:)
  end type coral_t_u
  type :: item
     integer :: a = 7
     real, allocatable :: list(:)
  end type item
contains
  subroutine local(n)
    integer, intent(in) :: n
    real(8), allocatable :: u(:)
    type(coral_t_u) :: coral_u
    integer :: as, left, right
    right = mod(coral_me, coral_num) + 1
    left = mod(coral_me + coral_num - 2, coral_num) + 1
    call coral_alloc_begin(22, 'allocate.f90')
    allocate (u(0:n), stat=as)
    call coral_alloc_end(loc(u), 2, [integer(coral_ik) :: -1, 0, 3], as, 22, 'allocate.f90')
    u = coral_me
    if (coral_u%gen /= coral_gen) call coral_view(loc(coral_u), u, lbound(u, kind=coral_ik), 2, 25, 'allocate.f90')
    if (any(coral_u%c(1:3) /= [-1, 0, 3])) call coral_error_stop('cobounds')
    call coral_sync_all(27, 'allocate.f90')
    coral_u%p(n, right) = 100 + coral_me
    if (coral_lib) call coral_put(coral_u%p(n, right))
    call coral_sync_all(30, 'allocate.f90')
    if (u(n) /= 100 + left .or. u(0) /= coral_me) call coral_error_stop('value')
    call coral_sync_all(32, 'allocate.f90')
  end subroutine local                        ! here the compiler frees u
end module m

program allocate_test
  use m
  implicit none
  real(8), allocatable :: v(:), w(:)
  type(item), allocatable :: s(:)
  integer(8) :: first, gen
  integer :: as, stat, k
  character(60) :: text
  do k = 1, 5
     call local(1000*k)
  end do
  call coral_alloc_begin(46, 'allocate.f90')
  allocate (v(100), stat=as)
  call coral_alloc_end(loc(v), 1, [integer(coral_ik) :: 1], as, 46, 'allocate.f90')
  first = loc(v)
  call coral_alloc_begin(49, 'allocate.f90')  ! already allocated: all images get the error
  allocate (v(100), stat=as)
  stat = 0
  text = 'kept'
  call coral_alloc_end(loc(v), 1, [integer(coral_ik) :: 1], as, 49, 'allocate.f90', stat=stat, errmsg=text)
  if (stat == 0 .or. text == 'kept') call coral_error_stop('allocated twice')
  call coral_alloc_begin(55, 'allocate.f90')  ! ordinary allocations besides are ordinary
  allocate (s(3), stat=as)
  call coral_alloc_end(loc(s), 1, [integer(coral_ik) :: 1], as, 55, 'allocate.f90')
  if (any(s%a /= 7)) call coral_error_stop('default initialisation')
  allocate (s(2)%list(10))
  gen = coral_gen
  call coral_dealloc_begin(loc(s), 60, 'allocate.f90', stat=stat)
  if (stat == 0) deallocate (s, stat=stat)
  if (stat /= 0 .or. allocated(s)) call coral_error_stop('deallocate')
  if (coral_gen == gen) call coral_error_stop('generation')
  text = 'kept'
  call coral_dealloc_begin(loc(v), 65, 'allocate.f90', errmsg=text)
  deallocate (v)
  if (text /= 'kept') call coral_error_stop('errmsg without error')
  call coral_alloc_begin(68, 'allocate.f90')
  allocate (v(100), stat=as)
  call coral_alloc_end(loc(v), 1, [integer(coral_ik) :: 1], as, 68, 'allocate.f90')
  if (loc(v) /= first) call coral_error_stop('freed memory is used again')
  v = coral_me
  call coral_move_begin(loc(v), loc(w), 73, 'allocate.f90')
  call move_alloc(v, w)
  if (loc(w) /= first .or. any(w /= coral_me)) call coral_error_stop('move_alloc')
  call coral_alloc_begin(76, 'allocate.f90')  ! more than there is
  allocate (v(2_8**36), stat=as)
  stat = 0
  call coral_alloc_end(loc(v), 1, [integer(coral_ik) :: 1], as, 76, 'allocate.f90', stat=stat, errmsg=text)
  if (stat == 0 .or. allocated(v)) call coral_error_stop('memory without end')
  call coral_sync_all(81, 'allocate.f90')
  if (coral_me == 1) print '(a)', 'PASS'
  call coral_end()
end program allocate_test
