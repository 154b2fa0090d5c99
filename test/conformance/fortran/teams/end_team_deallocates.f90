! conformance: images=1,2,3,5
! feature: allocation inside a team
! END TEAM deallocates whatever the team has allocated, wherever the variable is.
module store
  implicit none
  type :: chain
    integer, allocatable :: part(:)
  end type chain
  integer, allocatable :: hidden(:)[:]
  character(:), allocatable :: text[:]
  type(chain), allocatable :: chains(:)[:]
  private :: hidden
contains
  subroutine fill(n)
    integer, intent(in) :: n
    allocate (hidden(n)[*], source=n)
    allocate (character(n) :: text[*])
  end subroutine fill
  logical function any_left()
    any_left = allocated(hidden) .or. allocated(text) .or. allocated(chains)
  end function any_left
  subroutine by_argument(a, n)
    real, allocatable, intent(inout) :: a(:, :)[:, :]
    integer, intent(in) :: n
    allocate (a(n, 2)[2, *])
    a = n
  end subroutine by_argument
end module store

program end_team_deallocates
  use, intrinsic :: iso_fortran_env, only: team_type
  use store
  implicit none
  type(team_type) :: t, inner
  real, allocatable :: a(:, :)[:, :]
  integer, allocatable :: from[:], to[:], outer(:)[:]
  integer :: round, k
  form team (1 + mod(this_image(), 2), t)
  do round = 1, 3
    change team (t)
      call fill(10 * round)
      call by_argument(a, round)
      allocate (outer(4)[*], source=round)
      form team (1, inner)
      change team (inner)
        allocate (from[*], source=this_image())
        sync all
        k = from[num_images()]
        if (k /= num_images()) error stop 'FAIL: from'
        call move_alloc(from, to)
        if (allocated(from) .or. .not. allocated(to)) error stop 'FAIL: move_alloc'
        block
          integer, allocatable :: b(:)[:]
          allocate (b(3)[*], source=7)
          allocate (chains(2)[*])
          chains(1)%part = [1, 2, 3]
        end block
        if (.not. allocated(chains)) error stop 'FAIL: chains'
      end team
      if (allocated(chains) .or. allocated(from) .or. allocated(to)) error stop 'FAIL: the inner team leaves something'
      if (any(outer(:)[num_images()] /= round)) error stop 'FAIL: the outer team has lost its coarray'
      if (.not. any_left()) error stop 'FAIL: too early'
    end team
    if (any_left() .or. allocated(a) .or. allocated(outer)) error stop 'FAIL: the team leaves something'
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program end_team_deallocates
