! conformance: images=1,2,3
! feature: collectives: optional dummies passed on as result_image=, stat= and team=
! An absent optional dummy argument is an absent argument of the intrinsic procedure, too (F2018
! 15.5.2.12). Other kinds than that of the run-time system come and go by a variable of its kind.
module counts
  implicit none
contains
  pure integer function plus(a, b)
    integer, intent(in) :: a, b
    plus = a + b
  end function
  subroutine add(x, image, stat, errmsg)
    integer, intent(inout) :: x
    integer, intent(in), optional :: image
    integer(8), intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer :: y
    y = x
    call co_sum(x, image, stat, errmsg)
    call co_reduce(y, plus, result_image=image, stat=stat)
    if (x /= y) error stop 'reduce'
  end subroutine
  subroutine largest(x, image)
    integer, intent(inout) :: x
    integer(8), intent(in), optional :: image
    call co_max(x, result_image=image)
  end subroutine
  subroutine sum_to(x, image)
    integer, intent(inout) :: x
    integer, intent(in), allocatable, optional :: image
    call co_sum(x, image)
  end subroutine
  integer function me_in(team)
    use, intrinsic :: iso_fortran_env, only: team_type
    type(team_type), intent(in), optional :: team
    integer, save :: grid[2, *]
    me_in = this_image(team)
    if (me_in /= this_image(grid, 1, team) + 2*(this_image(grid, 2, team) - 1)) error stop 'grid'
    if (any(this_image(grid, team=team) /= [mod(me_in - 1, 2), (me_in - 1)/2] + 1)) error stop 'grid 2'
  end function
  subroutine ask(event, n, stat)
    use, intrinsic :: iso_fortran_env, only: event_type
    type(event_type), intent(inout) :: event[*]
    integer, intent(out) :: n
    integer(2), intent(out), optional :: stat
    call event_query(event, n, stat)
  end subroutine
end module
program absent_arguments
  use, intrinsic :: iso_fortran_env, only: team_type, event_type, initial_team
  use counts
  implicit none
  integer :: me, np, x, total, st
  integer(8) :: stat
  integer(2) :: short
  character(30) :: text
  type(event_type) :: event[*]
  type(team_type) :: odd_even, whole
  me = this_image(); np = num_images(); total = np*(np + 1)/2
  x = me; call add(x)
  if (x /= total) error stop 1
  x = me; stat = 7; call add(x, np, stat)
  if (x /= merge(total, me, me == np) .or. stat /= 0) error stop 2
  x = me; stat = 7; text = 'kept'; call add(x, stat=stat, errmsg=text)
  if (x /= total .or. stat /= 0 .or. text /= 'kept') error stop 3
  x = me; call largest(x)
  if (x /= np) error stop 4
  x = me; call largest(x, 1_8)
  if (x /= merge(np, me, me == 1)) error stop 5
  ! what is not allocated or not associated is absent, too
  block
    integer, allocatable :: to
    integer, pointer :: at
    integer :: y
    nullify (at)
    x = me; call co_sum(x, to)
    y = me; call co_sum(y, result_image=at)
    if (x /= total .or. y /= total) error stop 51
    x = me; y = me; call sum_to(x); call sum_to(y, to)
    if (x /= total .or. y /= total) error stop 52
    allocate (to, at)
    to = np; at = 1
    x = me; call co_sum(x, to)
    y = me; call co_sum(y, result_image=at)
    if (x /= merge(total, me, me == np) .or. y /= merge(total, me, me == 1)) error stop 53
    x = me; call sum_to(x, to)
    if (x /= merge(total, me, me == np)) error stop 54
    deallocate (at)
  end block
  form team (1 + mod(me, 2), odd_even)
  whole = get_team(initial_team)
  if (me_in() /= me .or. me_in(odd_even) /= (me + 1)/2) error stop 6
  change team (odd_even)
    if (me_in() /= (me + 1)/2 .or. me_in(whole) /= me) error stop 7
  end team
  call ask(event, x)
  short = 7; call ask(event, x, short)
  if (x /= 0 .or. short /= 0) error stop 8
  ! 0 is no image, and does not mean all of them.
  x = me; call co_sum(x, result_image=merge(0, 1, me > 0), stat=st, errmsg=text)
  if (st == 0 .or. x /= me .or. index(text, 'no image 0') == 0) error stop 9
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
