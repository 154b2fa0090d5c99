! feature: diagnostics: coindexed objects
program pointer_assignment
  implicit none
  type t
    integer, pointer :: p => null()
  end type t
  type(t) :: x[*]
  integer, target :: a(3)[*]
  integer, pointer :: q, v(:)
  ! expect-error: coindexed
  q => a(2)[1]
  ! expect-error: coindexed
  v => a(:)[1]
  ! expect-error: coindexed
  x[1]%p => a(1)
  x%p => a(1)
  q => x%p
end program pointer_assignment
