! conformance: images=1,2,3
! feature: CO_REDUCE of user-defined types
! The argument has its type by a block of SELECT TYPE (F2018 11.1.11), where the name alone of the
! type stands: also that of a type of CAF 2.0.
module kinds
  implicit none
  type :: pair
    real :: x = 0, y = 0
  end type
  type :: event
    integer :: n = 0
  end type
contains
  pure function added(a, b) result(r)
    type(pair), intent(in) :: a, b
    type(pair) :: r
    r%x = a%x + b%x
    r%y = max(a%y, b%y)
  end function
  pure function later(a, b) result(r)
    type(event), intent(in) :: a, b
    type(event) :: r
    r%n = max(a%n, b%n)
  end function
end module
program reduce_in_select_type
  use kinds, only: added, later, couple => pair, event
  implicit none
  type :: own
    integer :: n(2) = 1
  end type
  class(*), allocatable :: u, list(:)
  integer :: me, np
  me = this_image()
  np = num_images()
  allocate (u, source=couple(me, -me))
  select type (u)
  type is (couple)
    call co_reduce(u, added)
    if (u%x /= np*(np + 1)/2 .or. u%y /= -1) error stop 'couple'
  class default
    error stop 'type'
  end select
  allocate (list(2), source=[event(me), event(-me)])
  select type (l => list)
  type is (event)
    call co_reduce(l, later)
    if (any(l%n /= [np, -1])) error stop 'event'
  class default
    error stop 'type of list'
  end select
  deallocate (u)
  allocate (u, source=own([me, 2]))
  select type (u)
  type is (own)
    call co_reduce(u, together, result_image=1)
    if (me == 1 .and. any(u%n /= [np*(np + 1)/2, 2**np])) error stop 'own'
  end select
  if (me == 1) print '(a)', 'PASS'
contains
  pure function together(a, b) result(r)
    type(own), intent(in) :: a, b
    type(own) :: r
    r%n = [a%n(1) + b%n(1), a%n(2)*b%n(2)]
  end function
end program
