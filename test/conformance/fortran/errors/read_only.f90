! feature: diagnostics: INTENT(IN) and PROTECTED
! What INTENT(IN) or PROTECTED forbids to define is not defined on another image either, and not by a lock or event statement, an atomic subroutine or a collective.
module guarded
  use iso_fortran_env, only: event_type, lock_type, atomic_int_kind
  implicit none
  integer, protected :: level[*]
  type(lock_type), protected :: door[*]
  type box
    integer, allocatable :: x(:)[:]
    integer, pointer :: p => null()
  end type
contains
  subroutine own()
    level[1] = 3 ! the module's own
    lock (door[1])
    unlock (door[1])
  end subroutine
end module
module users
  use guarded
  implicit none
contains
  subroutine reads(a, v, s, b, n)
    integer, intent(in) :: a[*], v(:)[*]
    character(8), intent(in) :: s[*]
    type(box), intent(in) :: b
    integer, intent(inout) :: n
    integer :: i
    n = a[1] + v(2)[1]
    b%p = 3 ! what a pointer points to
    ! expect-error: 'a' is INTENT(IN)
    a[1] = 3
    ! expect-error: 'v' is INTENT(IN)
    v(:)[2] = 0
    ! expect-error: 'v' is INTENT(IN)
    where (v(:)[1] > 2) v(:)[1] = 3
    ! expect-error: 'v' is INTENT(IN)
    forall (i = 1:3) v(i)[1] = 3
    ! expect-error: 'b' is INTENT(IN)
    b%x(1)[1] = 3
    ! expect-error: 'a' is INTENT(IN)
    read *, a[1]
    ! expect-error: 'v' is INTENT(IN)
    read *, (v(i)[1], i = 1, 3)
    ! expect-error: 's' is INTENT(IN)
    write (s[1], *) n
    ! expect-error: 'a' is INTENT(IN)
    open (newunit=a[1], file='none')
    ! expect-error: 'a' is INTENT(IN)
    call set(a[1])
    ! expect-error: 'a' is INTENT(IN)
    call system_clock(a[1])
    associate (w => v)
      ! expect-error: 'v' is INTENT(IN)
      w(1)[1] = 2
    end associate
  end subroutine
  subroutine set(n)
    integer, intent(out) :: n
    n = 1
  end subroutine
  subroutine waits(e, k, l, n, only)
    type(event_type), intent(in) :: e[*]
    integer(atomic_int_kind), intent(in) :: k[*]
    type(lock_type), intent(in) :: l[*]
    integer, intent(inout) :: n
    integer, intent(in) :: only
    integer :: count
    call event_query(e, count)
    call atomic_ref(n, k)
    ! expect-error: 'e' is INTENT(IN)
    event post (e[1])
    ! expect-error: 'e' is INTENT(IN)
    event wait (e)
    ! expect-error: 'l' is INTENT(IN)
    lock (l)
    ! expect-error: 'l' is INTENT(IN)
    unlock (l[1])
    ! expect-error: 'k' is INTENT(IN)
    call atomic_define(k, 1)
    ! expect-error: 'k' is INTENT(IN)
    call atomic_add(k[1], 1)
    ! expect-error: 'only' is INTENT(IN)
    call atomic_ref(only, k)
    ! expect-error: 'only' is INTENT(IN)
    call event_query(e, only)
    ! expect-error: 'only' is INTENT(IN)
    call co_sum(only)
    ! expect-error: 'only' is INTENT(IN)
    sync all (stat=only)
  end subroutine
  subroutine outside()
    ! expect-error: 'level' is PROTECTED
    level[1] = 4
    ! expect-error: 'door' is PROTECTED
    lock (door[1])
    ! expect-error: 'level' is PROTECTED
    call co_max(level)
  end subroutine
end module
