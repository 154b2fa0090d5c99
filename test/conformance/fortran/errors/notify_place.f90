! feature: diagnostics: image selectors
! NOTIFY= counts a put (F2023 C942).
program notify_place
  use iso_fortran_env
  implicit none
  type parts
    type(notify_type), allocatable :: one
    type(notify_type), pointer :: list(:)
    integer :: i
  end type
  type(notify_type) :: n[*]
  type(parts) :: p[*]
  integer :: a(4)[*], i
  a(1)[1, notify=n] = 3
  ! expect-error: NOTIFY= may stand only in the variable of an assignment
  i = a(1)[1, notify=n]
  ! expect-error: NOTIFY= may stand only in the variable of an assignment
  print *, a(:)[1, notify=n]
  ! expect-error: without an image selector
  a(2)[1, notify=n[1]] = 4
  ! expect-error: must not be reached through one, a component with ALLOCATABLE or POINTER
  a(3)[1, notify=p%one] = 5
  ! expect-error: must not be reached through list, a component with ALLOCATABLE or POINTER
  a(4)[1, notify=p%list(2)] = 6
end program notify_place
