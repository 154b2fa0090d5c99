! conformance: images=1,2,3
! feature: TEAM= and TEAM_NUMBER= of polymorphic coarrays in blocks of SELECT TYPE
module guarded_types
  implicit none
  type t
    integer :: n
  end type
  type, extends(t) :: u
    real :: m(2)
  end type
  class(t), allocatable :: kept(:)[:]
end module

program guarded_teams
  use, intrinsic :: iso_fortran_env, only: team_type
  use guarded_types
  implicit none
  class(t), allocatable :: x[:]
  class(*), allocatable :: any_type(:)[:], text[:]
  type(team_type) :: all, half
  integer :: me, next

  me = this_image()
  next = mod(me, num_images()) + 1
  all = get_team()
  form team (mod(me, 2) + 1, half)
  allocate (u :: x[*], kept(0:2)[0:*])
  allocate (integer :: any_type(-1:1)[*])
  allocate (character(5) :: text[*])
  x%n = me
  kept%n = 10 * me
  sync all
  change team (half)
    select type (a => x)
    class is (u)
      a[next, team=all]%m(2) = 0.5 + a[next, team=all]%n
    end select
    select type (kept)
    type is (u)
      kept(1)[next - 1, team=all]%m = [1.5, 2.5] * me
      kept(0:2:2)[next - 1, team=all]%n = -me
    end select
    select type (any_type)
    type is (integer)
      any_type(0:)[next, team=all] = [me, 7]
    end select
    select type (text)
    type is (character(*))
      text[next, team=all] = 'image'
    end select
    call inner
  end team
  sync all
  select type (a => x)
  type is (u)
    if (a%m(2) /= 0.5 + me) error stop 'FAIL: scalar'
    if (a[next, team_number=-1]%m(2) /= 0.5 + next) error stop 'FAIL: team_number='
    if (a[1]%n /= 1) error stop 'FAIL: without team='
  end select
  select type (kept)
  class is (u)
    if (any(kept(1)%m /= [1.5, 2.5] * previous())) error stop 'FAIL: array'
    if (any(kept%n /= [-previous(), 100 + previous(), -previous()])) error stop 'FAIL: section'
  end select
  select type (any_type)
  type is (integer)
    if (any(any_type(0:) /= [previous(), 7])) error stop 'FAIL: unlimited'
  end select
  select type (text)
  type is (character(*))
    if (text /= 'image') error stop 'FAIL: characters'
  end select
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  integer function previous()
    previous = mod(me + num_images() - 2, num_images()) + 1
  end function

  subroutine inner
    select type (b => kept)
    type is (u)
      b(1)[next - 1, team=all]%n = 100 + me
    end select
  end subroutine
end program
