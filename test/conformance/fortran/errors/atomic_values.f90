! feature: diagnostics: intrinsics
! build-args: -std=f2018
! The other arguments of atomic subroutines (F2018 16.9.20 to 16.9.30) and of EVENT_QUERY.
module atomic_values_m
  use iso_fortran_env
  implicit none
  integer(atomic_int_kind) :: a[*]
contains
  pure subroutine tidy(n)
    integer(atomic_int_kind), intent(out) :: n
    n = 0
    ! expect-error: ATOMIC_REF is not pure
    call atomic_ref(n, a[1])
  end subroutine
  subroutine keep(n)
    integer, intent(in) :: n
    ! expect-error: the dummy argument 'n' is INTENT(IN)
    call atomic_fetch_add(a, 1, n)
  end subroutine
end module atomic_values_m
program atomic_values
  use atomic_values_m
  implicit none
  integer, parameter :: one = 1
  integer(int64) :: long
  logical(atomic_logical_kind) :: flag[*], was
  integer(atomic_int_kind) :: row(3)[*]
  integer :: n, list(2), remote[*], i
  real :: x
  type(event_type) :: e[*], many(2)[*]
  type(lock_type) :: l[*]
  call atomic_add(a[1], long)
  call atomic_add(a[1], 1_int8)
  call atomic_fetch_add(a[1], one, long)
  call atomic_define(flag, was)
  call atomic_define(a, long)
  call event_query(e, long)
  call event_query(many(2), n, stat=i)
  ! expect-error: VALUE of ATOMIC_ADD must be an integer scalar
  call atomic_add(a[1], 1.5)
  ! expect-error: VALUE of ATOMIC_ADD must be an integer scalar
  call atomic_add(a[1], 2 * x)
  ! expect-error: VALUE of ATOMIC_ADD must be an integer scalar
  call atomic_add(a[1], list)
  ! expect-error: VALUE of ATOMIC_DEFINE must be a logical scalar
  call atomic_define(flag[1], 0)
  ! expect-error: VALUE of ATOMIC_DEFINE must be an integer scalar
  call atomic_define(a, .true.)
  ! expect-error: VALUE of ATOMIC_REF must be an integer scalar variable
  call atomic_ref(was, a)
  ! expect-error: VALUE of ATOMIC_REF must be an integer scalar variable
  call atomic_ref(n + 1, a)
  ! expect-error: VALUE of ATOMIC_REF must be a logical scalar variable
  call atomic_ref(atom=flag, value=n)
  ! expect-error: OLD of ATOMIC_FETCH_OR must be an integer scalar variable
  call atomic_fetch_or(a[1], 1, x)
  ! expect-error: OLD of ATOMIC_FETCH_OR must be an integer scalar variable
  call atomic_fetch_or(a[1], 1, one)
  ! expect-error: OLD of ATOMIC_FETCH_OR must be an integer scalar variable
  call atomic_fetch_or(a[1], 1, list)
  ! expect-error: OLD of ATOMIC_CAS must be an integer scalar variable
  call atomic_cas(a[1], was, 0, 1)
  ! expect-error: COMPARE of ATOMIC_CAS must be a logical scalar
  call atomic_cas(flag[1], was, 0, .true.)
  ! expect-error: NEW of ATOMIC_CAS must be an integer scalar
  call atomic_cas(a[1], n, 0, 1.0)
  ! expect-error: COMPARE of ATOMIC_CAS must be of the kind of ATOM
  call atomic_cas(a[1], n, 0_int64, 1)
  ! expect-error: NEW of ATOMIC_CAS must be of the kind of ATOM
  call atomic_cas(a[1], n, 0, long)
  ! expect-error: ATOM argument of ATOMIC_XOR must be integer(atomic_int_kind)
  call atomic_xor(flag[1], 1)
  ! expect-error: STAT of ATOMIC_ADD must be an integer scalar variable
  call atomic_add(a[1], 1, x)
  ! expect-error: STAT of ATOMIC_ADD must be an integer scalar variable
  call atomic_add(a[1], 1, stat=3)
  ! expect-error: STAT of ATOMIC_ADD cannot be coindexed
  call atomic_add(a[1], 1, stat=remote[1])
  ! expect-error: ATOMIC_ADD needs an argument VALUE
  call atomic_add(a[1])
  ! expect-error: ATOMIC_CAS needs an argument NEW
  call atomic_cas(a[1], n, 0)
  ! expect-error: ATOMIC_ADD has no argument 'old'
  call atomic_add(a[1], 1, old=n)
  ! expect-error: ATOMIC_ADD has 3 arguments at most
  call atomic_add(a[1], 1, n, i)
  ! expect-error: ATOM argument of ATOMIC_ADD must be a coarray
  call atomic_add(3, 1)
  ! expect-error: ATOM argument of ATOMIC_DEFINE must be a coarray
  call atomic_define(arr(), 1)
  ! expect-error: ATOM argument of ATOMIC_DEFINE must be a scalar
  call atomic_define(row(1:2)[1], 1)
  ! expect-error: COUNT of EVENT_QUERY must be an integer scalar variable
  call event_query(e, x)
  ! expect-error: EVENT_QUERY needs a variable of type event_type
  call event_query(l, n)
  ! expect-error: EVENT_QUERY needs an argument COUNT
  call event_query(e)
  do concurrent (i = 1:2)
    ! expect-error: ATOMIC_OR is not pure
    call atomic_or(a[1], i)
  end do
contains
  integer function arr()
    arr = 1
  end function
end program atomic_values
