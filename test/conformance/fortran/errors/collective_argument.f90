! feature: diagnostics: coindexed objects
program collective_argument
  use iso_fortran_env, only: event_type
  implicit none
  integer :: a[*], st[*]
  integer :: c
  type(event_type) :: e[*]
  ! expect-error: coindexed
  call co_sum(a[1])
  ! expect-error: coindexed
  call co_broadcast(a[1], 1)
  ! expect-error: coindexed
  sync all (stat=st[1])
  ! expect-error: coindexed
  event wait (e[1])
  ! expect-error: coindexed
  call event_query(e[1], c)
contains
  subroutine polymorphic(p, u, v)
    type :: t
      integer :: i
    end type
    class(t), intent(inout) :: p(:)
    class(*), intent(inout) :: u
    class(*), allocatable :: v(:)
    ! expect-error: cannot be polymorphic
    call co_broadcast(p, 1)
    ! expect-error: cannot be polymorphic
    call co_broadcast(u, 1)
    select type (v)
    type is (integer)
      call co_sum(v)
    class is (t)
      ! expect-error: cannot be polymorphic
      call co_broadcast(v, 1)
    class default
      ! expect-error: cannot be polymorphic
      call co_broadcast(v, 1)
    end select
  end subroutine
end program collective_argument
