! conformance: images=1,3,4
! feature: character coarray dummy, optional, of a length that is not constant
module strings
  use, intrinsic :: iso_fortran_env, only: team_type, initial_team
  implicit none
contains
  subroutine exchange(here, c, n, s)
    logical, intent(in) :: here
    integer, intent(in) :: n
    character(*), optional, intent(inout) :: c(:)[*]
    character(n), optional, intent(inout) :: s[0:*]
    type(team_type) :: t
    character(:), allocatable :: joined
    integer :: i, k, me
    call check(here, present(c), 'present c')
    me = this_image(); k = mod(me, num_images()) + 1
    if (present(c)) then
      sync all
      c(2)[k] = 'from'//digit(me)
      sync all
      call check(.true., c(2) == 'from'//digit(left(me)), 'put')
      call check(.true., len(c(1)[k]) == n, 'len')
      do i = 1, 3, 2
        c(i)[k] = repeat(achar(64 + me), n + 1)
      end do
      sync all
      do i = 1, 3, 2
        call check(.true., c(i) == repeat(achar(64 + left(me)), n), 'loop')
      end do
      call check(.true., all(c(1:3:2)[k] == repeat(achar(64 + me), n)), 'section')
      call check(.true., head(c, k) == achar(64 + me)//achar(64 + me), 'pure')
      form team (2 - mod(me, 2), t)
      sync all
      change team (t)
        if (this_image() == 1) c(1)[1] = 'team'
        sync all
        call check(.true., c(1)[1] == 'team', 'in team')
        call check(.true., c(2)[k, team_number=-1] == 'from'//digit(me), 'team_number')
        c(3)[k, team=t_initial()](2:3) = '<>'
      end team
      sync all
      call check(.true., c(3)(1:3) == achar(64 + left(me))//'<>', 'team')
      call check(.true., any(c(:)[k] == 'from'//digit(me)), 'any')
      joined = concat(c(:)[k])
      call check(.true., len(joined) == 3*n .and. joined(n+1:n+4) == 'from', 'argument')
      sync all
    end if
    if (present(s)) then
      sync all
      s[k - 1] = digit(me)
      sync all
      call check(.true., s == digit(left(me)) .and. len(s[0]) == n, 'scalar')
      sync all
    end if
  end subroutine exchange
  function t_initial() result(t)
    type(team_type) :: t
    t = get_team(initial_team)
  end function t_initial
  pure function head(c, k) result(r)
    character(*), intent(in), optional :: c(:)[*]
    integer, intent(in) :: k
    character(2) :: r
    r = '  '
    if (present(c)) r = c(1)[k](1:1)//c(3)[k](2:2)
  end function head
  function concat(list) result(r)
    character(*), intent(in) :: list(:)
    character(:), allocatable :: r
    integer :: i
    r = ''
    do i = 1, size(list)
      r = r//list(i)
    end do
  end function concat
  pure integer function left(me)
    integer, intent(in) :: me
    left = merge(num_images(), me - 1, me == 1)
  end function left
  pure character(1) function digit(i)
    integer, intent(in) :: i
    digit = achar(48 + i)
  end function digit
  subroutine check(want, got, what)
    logical, intent(in) :: want, got
    character(*), intent(in) :: what
    if (want .neqv. got) then
      print '(2a,i0)', 'FAIL: ', what, this_image()
      error stop 1
    end if
  end subroutine check
end module strings
program optional_length
  use strings
  implicit none
  character(7), save :: t(3)[*], one[*]
  character(:), allocatable :: a(:)[:]
  call exchange(.false., n=7)
  call exchange(.true., t, 7, one)
  call exchange(.true., t(:), 7)
  call exchange(.false., s=one, n=7)
  allocate (character(9) :: a(3)[*])
  call exchange(.true., a, 9)
  call exchange(.true., t, 7)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program optional_length
