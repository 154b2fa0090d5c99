! conformance: images=1,2,4
! feature: TEAM= and TEAM_NUMBER= in image selectors
! Assignments that turn an array around have it on one side by a selector with a team, on the other
! by one without, or without any: both may be the same memory.
module arrays
  use, intrinsic :: iso_fortran_env
  implicit none
  integer, save :: x(4)[*]
  character(3), save :: s(4)[*]
  type :: pair
    integer(1) :: n
    integer(8) :: a(4)
  end type
  type(pair), save :: p[*]
  integer, save, target :: g(4,3)[*]
  logical :: right = .true.
contains
  subroutine check(what, found)
    character(*), intent(in) :: what
    integer, intent(in) :: found(:)
    if (all(found == [4, 3, 2, 1])) return
    print *, what, found
    right = .false.
  end subroutine

  subroutine dummies(d, t, w)
    integer :: d(:)[*]
    character(*) :: t(4)[0:*]
    type(team_type), intent(in) :: w
    integer :: me
    me = this_image()
    d = [1, 2, 3, 4]
    d(:)[me] = d(4:1:-1)[me, team=w]
    call check('dummy, both', d)
    d = [1, 2, 3, 4]
    d(:) = d(4:1:-1)[me, team=w]
    call check('dummy, right', d)
    d = [1, 2, 3, 4]
    d(:)[me, team=w] = d(4:1:-1)
    call check('dummy, left', d)
    t = ['001', '002', '003', '004']
    t(:)[me - 1] = t(4:1:-1)[me - 1, team=w]
    call check('characters, both', ichar(t(:)(3:3)) - ichar('0'))
    t = ['001', '002', '003', '004']
    t = t(4:1:-1)[me - 1, team=w]
    call check('characters, right', ichar(t(:)(3:3)) - ichar('0'))
  end subroutine
end module

program main
  use arrays
  implicit none
  type(team_type) :: all_images, halves
  integer :: me, i
  me = this_image()
  all_images = get_team()
  call dummies(x, s, all_images)

  x = [1, 2, 3, 4]
  x(:)[me] = x(4:1:-1)[me, team_number=-1]
  call check('both', x)
  x = [1, 2, 3, 4]
  x(:)[me, team_number=-1] = x(4:1:-1)[me, team=all_images]
  call check('two teams', x)
  x = [1, 2, 3, 4]
  x(2:)[me, team=all_images] = x(:3)
  if (any(x /= [1, 1, 2, 3])) right = .false.
  x = [1, 2, 3, 4]
  x(:) = x(4:1:-1)[me, team=all_images] + 0
  call check('expression', x)
  x = [1, 2, 3, 4]
  where (x > 0) x(:)[me, team=all_images] = x(4:1:-1)[me]
  call check('where', x)
  x = [1, 2, 3, 4]
  where (x(:)[me] > 0) x = x(4:1:-1)[me, team=all_images]
  call check('where, right', x)
  p%a = [1, 2, 3, 4]
  p[me]%a = p[me, team=all_images]%a(4:1:-1)
  call check('component', int(p%a))
  g = 0
  g(:, 2) = [1, 2, 3, 4]
  associate (row => g)
    row(:, 2)[me] = row(4:1:-1, 2)[me, team=all_images]
  end associate
  call check('associate name', g(:, 2))

  form team (1 + mod(me, 2), halves)
  change team (halves)
    i = this_image()
    x = [1, 2, 3, 4]
    x(:)[i] = x(4:1:-1)[me, team=all_images]
    call check('in a team', x)
    x = [1, 2, 3, 4]
    x(:) = x(4:1:-1)[me, team=all_images]
    call check('in a team, right', x)
  end team

  if (.not. right) error stop
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
