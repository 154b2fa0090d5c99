! conformance: images=1,2,3,5
! feature: allocation inside a team
! END TEAM deallocates what procedures have allocated through their arguments (F2018 9.7.3.2), and the caller sees it.
module m
  implicit none
  type :: field
    real, allocatable :: u(:)[:]
    integer :: n = 0
  contains
    procedure :: init
    procedure :: ready
  end type
  integer, allocatable, private :: hidden(:)[:]
contains
  subroutine init(self, n)
    class(field), intent(inout) :: self
    integer, intent(in) :: n
    self%n = n
    allocate (self%u(n)[*], source=1.0)
  end subroutine
  pure logical function ready(self)
    class(field), intent(in) :: self
    ready = allocated(self%u)
  end function
  subroutine plain(f, n)
    type(field), intent(inout) :: f
    integer, intent(in) :: n
    allocate (f%u(n)[*], source=1.0)
  end subroutine
  subroutine fill(a, n)
    integer, allocatable, intent(inout) :: a(:)[:]
    integer, intent(in) :: n
    allocate (a(n)[*], source=n)
  end subroutine
  logical function has_hidden()
    has_hidden = allocated(hidden)
  end function
  subroutine in_team(t, ok)
    use, intrinsic :: iso_fortran_env, only: team_type
    type(team_type), intent(in) :: t
    logical, intent(out) :: ok
    change team (t)
      call fill(hidden, 4)
    end team
    ok = .not. allocated(hidden)
  end subroutine
  subroutine by_dummy(t, a, ok)
    use, intrinsic :: iso_fortran_env, only: team_type
    type(team_type), intent(in) :: t
    integer, allocatable, intent(inout), optional :: a(:)[:]
    logical, intent(out) :: ok
    change team (t)
      if (present(a)) call fill(a, 4)
    end team
    ok = .true.
    if (present(a)) ok = .not. allocated(a)
  end subroutine
end module
program end_team_of_arguments
  use, intrinsic :: iso_fortran_env, only: team_type
  use m
  implicit none
  type(team_type) :: t
  type(field) :: f, g
  integer, allocatable :: b(:)[:]
  logical :: ok
  integer :: k
  do k = 1, 3
    form team (1, t)
    change team (t)
      call f%init(5)
      call plain(g, 3)
    end team
    if (allocated(f%u) .or. f%ready() .or. allocated(g%u)) error stop 'FAIL: component'
    call in_team(t, ok)
    if (.not. ok .or. has_hidden()) error stop 'FAIL: variable of a module'
    call by_dummy(t, b, ok)
    if (.not. ok .or. allocated(b)) error stop 'FAIL: variable of the program'
    call by_dummy(t, ok=ok)
    if (.not. ok) error stop 'FAIL: no argument'
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program end_team_of_arguments
