! feature: diagnostics: functions with effects
! Values that cannot be sent, or functions that cannot be called once, where the statement stands.
program heads_that_define
  implicit none
  integer :: x[*], y[*], v(3)[*], a(3), i, j, n
  logical :: m(3)
  n = num_images()
  m = .true.
  ! expect-error: a function defines a coindexed object here, and control leaves the statement before it can be sent
  do concurrent (i = 1:bump(x[2]))
    a(i) = i
  end do
  ! expect-error: a function defines a coindexed object here, and control leaves the statement before it can be sent
  select type (p => made(x[2]))
  type is (integer)
    a(1) = p
  end select
  ! expect-error: a function that may have effects cannot be evaluated once for each item of this implied DO
  a = [(v(bump(x[2]))[n], i = 1, 3)]
  ! expect-error: a function that may have effects cannot be a bound of an implied DO in another one
  a = [((v(i)[n], i = 1, next()), j = 1, 3)]
  where (m)
    a = v(:)[n]
    ! expect-error: what this statement calls may change coarrays
    a = next()
  end where
  where (a > next())
    a = v(:)[n]
  end where
  where (m)
    a = next()
  elsewhere
    a = 2
  end where
  ! expect-error: a function defines a coindexed object here, and the program ends before it can be sent
  stop bump(x[2])
contains
  integer function bump(a)
    integer, intent(inout) :: a
    a = a + 1
    bump = a
  end function
  integer function next()
    n = n + 1
    next = n
  end function
  function made(a) result(r)
    integer, intent(inout) :: a
    class(*), allocatable :: r
    a = a + 1
    allocate (r, source=a)
  end function
end program
