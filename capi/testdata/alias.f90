! The view and the coarray are one memory under one address, which compilers must not take apart; and what another image
! writes must be seen after a synchronisation, although nothing in the procedure seems to change the coarray.
module views
  use coral_rt
  implicit none
  type :: coral_t
     integer(coral_ik) :: gen = -1_coral_ik
     integer(coral_ik) :: c(2)
     integer, pointer :: p(:,:)
  end type coral_t
  character(*), parameter :: f = 'alias.f90'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (.not. ok) call coral_error_stop('FAIL: ' // what)
  end subroutine check

  integer function dummy(u, k) result(r)
    integer, intent(inout) :: u(:)
    integer, intent(in) :: k
    type(coral_t) :: v
    u(2) = 1
    if (v%gen /= coral_gen) call coral_view(loc(v), u, lbound(u, kind=coral_ik), 1, 1, f)
    v%p(2, k) = 42
    r = u(2)
  end function dummy

  integer function explicit(u, k) result(r)
    integer, intent(inout) :: u(8)
    integer, intent(in) :: k
    type(coral_t) :: v
    u(2) = 1
    if (v%gen /= coral_gen) call coral_view(loc(v), u, lbound(u, kind=coral_ik), 1, 1, f)
    v%p(2, k) = 42
    r = u(2)
  end function explicit

  integer function static(k) result(r)
    integer, intent(in) :: k
    integer, save :: u(8)
    type(coral_t), save :: v
    u(2) = 1
    if (v%gen /= coral_gen) call coral_view(loc(v), u, lbound(u, kind=coral_ik), 1, 1, f)
    v%p(2, k) = 42
    r = u(2)
  end function static

  integer function local(k) result(r)
    integer, intent(in) :: k
    integer, allocatable :: u(:)
    type(coral_t) :: v
    integer :: as
    call coral_alloc_begin(1, f)
    allocate (u(8), stat=as)
    call coral_alloc_end(loc(u), 1, [1_coral_ik], as, 1, f)
    u(2) = 1
    if (v%gen /= coral_gen) call coral_view(loc(v), u, lbound(u, kind=coral_ik), 1, 1, f)
    v%p(2, k) = 42
    r = u(2)
  end function local

  ! Another image writes between the synchronisations.
  subroutine seen_static(right, left)
    integer, intent(in) :: right, left
    integer, save :: u(8)
    type(coral_t), save :: v
    if (v%gen /= coral_gen) call coral_view(loc(v), u, lbound(u, kind=coral_ik), 1, 1, f)
    u = 0
    call coral_sync_all(1, f)
    v%p(3, right) = coral_me
    if (coral_lib) call coral_put(v%p(3, right))
    call coral_sync_all(1, f)
    call check(u(3) == left, 'static coarray, written by another image')
    call coral_sync_all(1, f)
  end subroutine seen_static

  subroutine seen_local(right, left)
    integer, intent(in) :: right, left
    integer, allocatable :: u(:)
    type(coral_t) :: v
    integer :: as
    call coral_alloc_begin(1, f)
    allocate (u(8), stat=as)
    call coral_alloc_end(loc(u), 1, [1_coral_ik], as, 1, f)
    if (v%gen /= coral_gen) call coral_view(loc(v), u, lbound(u, kind=coral_ik), 1, 1, f)
    u = 0
    call coral_sync_all(1, f)
    v%p(3, right) = coral_me
    if (coral_lib) call coral_put(v%p(3, right))
    call coral_sync_all(1, f)
    call check(u(3) == left, 'allocatable coarray, written by another image')
    call coral_sync_all(1, f)
  end subroutine seen_local

  subroutine seen_dummy(u, right, left)
    integer, intent(inout) :: u(8)
    integer, intent(in) :: right, left
    type(coral_t) :: v
    if (v%gen /= coral_gen) call coral_view(loc(v), u, lbound(u, kind=coral_ik), 1, 1, f)
    u = 0
    call coral_sync_all(1, f)
    v%p(3, right) = coral_me
    if (coral_lib) call coral_put(v%p(3, right))
    call coral_sync_all(1, f)
    call check(u(3) == left, 'dummy coarray, written by another image')
    call coral_sync_all(1, f)
  end subroutine seen_dummy

  ! A wait for an event is a synchronisation too, and an atomic changes what the compiler may think it knows.
  subroutine seen_after_event(right, left)
    integer, intent(in) :: right, left
    type :: coral_t_e
       integer(coral_ik) :: gen = -1_coral_ik
       integer(coral_ik) :: c(2)
       type(coral_event_type), pointer :: p(:)
    end type coral_t_e
    type(coral_event_type), save :: e
    type(coral_t_e), save :: ve
    integer, save :: u(8), n
    type(coral_t), save :: v
    if (ve%gen /= coral_gen) call coral_view(loc(ve), e, [integer(coral_ik) ::], 1, 1, f)
    if (v%gen /= coral_gen) call coral_view(loc(v), u, lbound(u, kind=coral_ik), 1, 1, f)
    u(1) = 0
    n = 5
    call coral_sync_all(1, f)
    v%p(1, right) = coral_me
    if (coral_lib) call coral_put(v%p(1, right))
    call coral_event_post(loc(ve%p(right)), 1, f)
    call coral_event_wait(loc(e), 1_coral_ik, 1, f)
    call check(u(1) == left, 'written before an event')
    call coral_atomic_add(loc(n), 3)
    call check(n == 8, 'atomic on a variable that is used locally')
    call coral_sync_all(1, f)
  end subroutine seen_after_event
end module views

program alias
  use views
  implicit none
  integer, save :: u(8)
  integer :: me, right, left
  me = coral_me
  right = mod(coral_me, coral_num) + 1
  left = mod(coral_me + coral_num - 2, coral_num) + 1
  call check(dummy(u, me) == 42, 'assumed-shape dummy')
  call check(explicit(u, me) == 42, 'explicit-shape dummy')
  call check(static(me) == 42, 'static local')
  call check(local(me) == 42, 'allocatable local')
  call seen_static(right, left)
  call seen_local(right, left)
  call seen_dummy(u, right, left)
  call seen_after_event(right, left)
  call coral_sync_all(1, f)
  if (coral_me == 1) print '(a)', 'PASS'
  call coral_end()
end program alias
