! conformance: images=1,2,3,5
! feature: character coarray
! build-args: -fcheck=all
! Characters whose length is not constant, where the compiler compares the lengths of pointers and targets: dummy arguments, lengths that are
! expressions, deferred ones, scalars and arrays, in a pure procedure and with another team.
module character_lengths_checked_m
  use iso_fortran_env, only: team_type
  implicit none
  character(:), allocatable :: d[:], e(:)[:]
contains
  subroutine work(n, k, s, t, u, v)
    integer, intent(in) :: n, k
    character(*), intent(inout) :: s[*], t(:)[*], u(2:4)[*]
    character(n+1), intent(inout) :: v(*)[*]
    type(team_type) :: half
    integer :: me
    me = this_image()
    s[k] = 's' // digit(me)
    t(2)[k] = 't' // digit(me)
    u(3:4)[k] = [character(2) :: 'u' // digit(me), 'uu']
    v(1)[k](2:2) = digit(me)
    sync all
    if (s[k] /= 's' // digit(me) .or. t(2)[k] /= 't' // digit(me) .or. any(u(3:4)[k] /= ['u' // digit(me), 'uu'])) error stop 1
    if (v(1)[k] /= 'v' // digit(me) .or. len(v(1)[k]) /= n+1) error stop 2
    if (peek(s, k) /= 's' // digit(me)) error stop 3
    form team (1 + mod(me, 2), half)
    change team (half)
      if (s[this_image()] /= s) error stop 4
    end team
    if (s[me, team_number=-1] /= s .or. t(2)[me, team=half_of(half)] == "") error stop 5
  end subroutine work
  type(team_type) function half_of(t)
    type(team_type), intent(in) :: t
    half_of = get_team()
    if (.false.) half_of = t
  end function half_of
  pure function peek(s, k) result(r)
    character(*), intent(in) :: s[*]
    integer, intent(in) :: k
    character(len(s)) :: r
    r = s[k]
  end function peek
  pure character function digit(i)
    integer, intent(in) :: i
    digit = achar(48 + i)
  end function digit
end module character_lengths_checked_m

program character_lengths_checked
  use character_lengths_checked_m
  implicit none
  character(5), save :: s[*] = '', t(3)[*] = 'ttt', u(3)[*] = '', v(2)[*] = 'v'
  integer :: k, me, n
  me = this_image()
  n = num_images()
  k = mod(me, n) + 1
  sync all
  call work(4, k, s, t, u, v)
  do n = 2, 4, 2
    allocate (character(n) :: d[*], e(2)[*])
    d(:) = 'd' // digit(me)
    e(:)(:) = 'e' // digit(me)
    sync all
    if (d[k] /= 'd' // digit(k) .or. len(d[k]) /= n .or. any(e(:)[k] /= 'e' // digit(k))) error stop 6
    sync all
    d[k](2:2) = '#'
    e(2)[k] = repeat('#', n)
    sync all
    if (d /= 'd#' .or. e(2) /= repeat('#', n)) error stop 7
    deallocate (d, e)
  end do
  if (me == 1) print '(a)', 'PASS'
end program character_lengths_checked
