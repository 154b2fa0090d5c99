! feature: diagnostics: declarations
! Errors that are near to what is allowed: cobounds that are not constant, the coshape in ALLOCATE, coarray associations without codimensions, specifiers that are no variables, DIM and
! the operation of CO_REDUCE, attributes of dummy arguments that are declared behind the heading.
module neighbours_of_the_legal
  use iso_fortran_env, only: event_type, lock_type, team_type
  implicit none
  integer :: n = 2
  ! expect-error: has cobounds that are not constant
  real :: wrong[n,*]
  ! expect-error: has cobounds that are not constant
  integer :: lower[n:*]
contains
  subroutine cobounds(n, ok, early, late)
    integer, intent(in) :: n
    real, intent(inout) :: ok[n,*]
    ! expect-error: cannot be INTENT(OUT)
    real, allocatable, intent(out) :: early(:)[:]
    ! expect-error: cannot be INTENT(OUT)
    type(event_type), intent(out) :: late[*]
    real, save :: asked[n,*] ! evaluated at entry
    integer, parameter :: two = 2
    real, save :: right[two,two:*]
    ok = 1
    asked = ok
    right = ok
  end subroutine
  subroutine statements(t)
    type(team_type), intent(in) :: t
    integer, allocatable :: a(:)[:]
    integer, save :: b[*], c(2)[2,*]
    type(lock_type), save :: lk[*]
    logical, parameter :: yes = .true.
    integer :: i, dims(2)
    dims = 1
    ! expect-error: must end with '*'
    allocate (a(3)[:])
    ! expect-error: must be allocated with a shape
    allocate (a[*])
    allocate (a[*], source=dims)
    ! expect-error: a coarray association has codimensions
    change team (t, d => b)
    end team
    ! expect-error: stat= must be a variable
    i = b[1, stat=3]
    ! expect-error: stat= must be a variable
    sync all (stat=i+1)
    ! expect-error: acquired_lock= must be a variable
    lock (lk, acquired_lock=yes)
    ! expect-error: DIM of LCOBOUND must be an integer scalar
    i = lcobound(b, dim=dims)
    ! expect-error: DIM of THIS_IMAGE must be an integer scalar
    i = this_image(b, 1.5)
    dims = this_image(c, t)
    ! expect-error: the argument of NUM_IMAGES must be a team
    i = num_images(1.5)
    ! expect-error: must be a pure function
    call co_reduce(b, i)
    ! expect-error: must be the name of a pure function
    call co_reduce(b, 3)
  end subroutine
end module
