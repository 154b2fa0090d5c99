! feature: diagnostics: declarations
! Variables of these types, and objects that have some, change by their own statements only (F2018 C847, C937, C1604, C1605).
module synchronizers_changed_m
  use iso_fortran_env
  implicit none
  type :: mailbox
    type(event_type) :: full
    integer :: letter = 0
  end type
contains
  subroutine out(e)
    ! expect-error: 'e' is of type event_type or has a component of it, so it cannot be INTENT(OUT)
    type(event_type), intent(out) :: e
  end subroutine
  subroutine out_coarray(l)
    ! expect-error: 'l' is of type lock_type or has a component of it, so it cannot be INTENT(OUT)
    type(lock_type), intent(out) :: l[*]
  end subroutine
  subroutine out_component(m)
    ! expect-error: 'm' is of type event_type or has a component of it, so it cannot be INTENT(OUT)
    type(mailbox), intent(out) :: m
  end subroutine
  subroutine change(m)
    type(mailbox), intent(inout) :: m
    m%letter = 1
  end subroutine
end module synchronizers_changed_m
program synchronizers_changed
  use synchronizers_changed_m
  implicit none
  type(mailbox) :: m[*], n[*]
  type(event_type) :: e[*], many(2)[*]
  type(event_type), allocatable :: a[:]
  call change(m)
  m%letter = n[1]%letter
  ! expect-error: an object with a component of type event_type cannot be assigned as a whole
  m = n
  ! expect-error: an object with a component of type event_type cannot be assigned as a whole
  m[1] = n
  allocate (a[*])
  deallocate (a)
  ! expect-error: SOURCE= cannot be of type event_type
  allocate (a[*], source=e)
  ! expect-error: CO_BROADCAST cannot work on objects of type event_type
  call co_broadcast(m, 1)
  event post (many(1)[1])
  ! expect-error: EVENT POST needs a scalar
  event post (many)
  ! expect-error: EVENT WAIT needs a scalar
  event wait (many)
end program synchronizers_changed
