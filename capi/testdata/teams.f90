! Teams as the translator writes them: regular and irregular ones, nested, with allocations; selectors of other teams.
module programs
  use coral_rt
  implicit none
  type :: coral_t_x
     integer(coral_ik) :: gen = -1
     integer, pointer :: p(:)
  end type
  type :: coral_t_v
     integer(coral_ik) :: gen = -1
     integer, pointer :: p(:, :)
  end type
  type :: coral_t_a
     integer(coral_ik) :: gen = -1
     integer(coral_ik) :: c(2)
     integer, pointer :: p(:, :)
  end type
  integer, save :: x, v(4)
  type(coral_event_type), save :: ev
  type :: coral_t_ev
     integer(coral_ik) :: gen = -1
     type(coral_event_type), pointer :: p(:)
  end type
  type(coral_t_x), save :: coral_x, coral_v_x
  type(coral_t_v), save :: coral_v, coral_v_v
  type(coral_t_ev), save :: coral_ev
  integer, allocatable :: a(:)
  type(coral_t_a), save :: coral_a
contains
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
       print '(3a,i0,a,i0,a,i0)', what, ': ', 'expected ', want, ', got ', got, ', image ', coral_self
       error stop
    end if
  end subroutine check

  ! Every image of the team reads and writes its neighbour; rank(k) is the initial index of image k.
  subroutine in_team(rank, m)
    integer, intent(in) :: rank(:), m
    integer :: k, left, s
    call check('images', coral_num, m)
    call check('own index', rank(coral_me), coral_self)
    k = mod(coral_me, m) + 1
    left = modulo(coral_me - 2, m) + 1
    x = coral_self
    v = [coral_self, 2 * coral_self, 3 * coral_self, 4 * coral_self]
    call coral_sync_all(1, 'teams.f90')
    if (coral_x%gen /= coral_gen) call coral_view(loc(coral_x), x, [integer(coral_ik) ::], 0, 1, 'teams.f90')
    if (coral_v%gen /= coral_gen) call coral_view(loc(coral_v), v, lbound(v, kind=coral_ik), 0, 1, 'teams.f90')
    if (coral_lib) call coral_get(coral_x%p(k))
    call check('x[k]', coral_x%p(k), rank(k))
    if (coral_lib) call coral_get(coral_v%p(2:4:2, k))
    call check('v(2:4:2)[k]', sum(coral_v%p(2:4:2, k)), 6 * rank(k))
    call coral_sync_all(1, 'teams.f90')
    coral_v%p(1:3, k) = [7, 8, coral_self]
    if (coral_lib) call coral_put(coral_v%p(1:3, k))
    coral_x%p(k) = -coral_self
    if (coral_lib) call coral_put(coral_x%p(k))
    call coral_sync_all(1, 'teams.f90')
    call check('x', x, -rank(left))
    call check('v(3)', v(3), rank(left))
    call coral_copy(v, coral_v%p(:, k))
    call check('copy', v(1), 7)
    if (coral_ev%gen /= coral_gen) call coral_view(loc(coral_ev), ev, [integer(coral_ik) ::], 0, 1, 'teams.f90')
    call coral_event_post(loc(coral_ev%p(k)), 1, 'teams.f90')
    call coral_event_wait(loc(ev), 1_coral_ik, 1, 'teams.f90')
    s = coral_self
    call coral_co_sum(s, coral_all_images, 1, 'teams.f90')
    call check('co_sum', s, sum(rank(1:m)))
    call sync_neighbours([k, left], m)
  end subroutine in_team

  subroutine sync_neighbours(set, m)
    integer, intent(in) :: set(:), m
    if (m > 2) call sync(set)
    if (m == 2) call sync(set(1:1))
  end subroutine sync_neighbours
  subroutine sync(set)
    integer, intent(in) :: set(:)
    call coral_sync_images(set, 1, 'teams.f90')
  end subroutine sync

  subroutine allocate_a(n)
    integer, intent(in) :: n
    block
      integer :: coral_as
      interface
        subroutine coral_d(a)
          import
          integer, allocatable, target :: a(:)
        end subroutine coral_d
      end interface
      procedure(coral_d), pointer :: coral_p
      call coral_alloc_begin(1, 'teams.f90')
      allocate (a(n), stat=coral_as)
      call coral_alloc_end(loc(a), 1, [1_coral_ik], coral_as, 1, 'teams.f90')
      call c_f_procpointer(coral_noter(), coral_p)
      call coral_p(a)
    end block
  end subroutine allocate_a
end module programs

program teams
  use programs
  implicit none
  type(coral_team_type) :: rows, odd, inner, all
  integer :: me, n, i, k, color, m, round
  integer, allocatable :: order(:)
  logical :: taken
  me = coral_me; n = coral_num
  all = coral_get_team()
  ! regular: every other image, descending
  color = mod(me, 2) + 1
  order = [(i, i = n, 1, -1)]
  order = pack(order, mod(order, 2) == mod(me, 2))
  m = size(order)
  do round = 1, 3
    call coral_form_team(int(color, coral_ik), rows, 1, 'teams.f90', new_index=int(findloc(order, me, 1), coral_ik))
    call coral_change_team(rows, 1, 'teams.f90')
    call check('number', coral_team_number(), color)
    call in_team(order, m)
    if (round == 3) call check('parent', coral_team_size(coral_get_team(-2), 0, '', 'num_images'), n)
    ! all images through the initial team
    k = mod(me, n) + 1
    x = 5 * me
    call coral_sync_team(all, 1, 'teams.f90')
    call coral_view_initial(loc(coral_v_x), x, [integer(coral_ik) ::], 0, 1, 'teams.f90')
    if (coral_lib) call coral_get(coral_v_x%p(coral_image_of(all, k, 1, 'teams.f90')))
    call check('x[k, team=all]', coral_v_x%p(coral_image_of(all, k, 1, 'teams.f90')), 5 * k)
    if (n > 1) then
      if (coral_lib) call coral_get(coral_v_x%p(coral_image_in(3_coral_ik - color, 1, 1, 'teams.f90')))
      k = merge(n, n - 1, mod(n, 2) == 2 - color)
      call check('sibling', coral_v_x%p(coral_image_in(3_coral_ik - color, 1, 1, 'teams.f90')), 5 * k)
    end if
    call allocate_a(10 * color)
    a = me
    call coral_sync_all(1, 'teams.f90')
    call coral_view(loc(coral_a), a, [1_coral_ik], 1, 1, 'teams.f90')
    k = mod(coral_me, m) + 1
    if (coral_lib) call coral_get(coral_a%p(5, k))
    call check('a(5)[k]', coral_a%p(5, k), order(k))
    call coral_end_team(1, 'teams.f90')
    call check('a is deallocated', merge(1, 0, allocated(a)), 0)
    call check('me again', coral_me, me)
  end do
  ! irregular: 1, n, n-1, .., 2 and in it the same once more
  order = [1, (i, i = n, 2, -1)]
  call coral_form_team(9_coral_ik, odd, 1, 'teams.f90', new_index=int(findloc(order, me, 1), coral_ik))
  do round = 1, 2
    call coral_change_team(odd, 1, 'teams.f90')
    call in_team(order, n)
    call coral_form_team(4_coral_ik, inner, 1, 'teams.f90', new_index=int(findloc(order, coral_me, 1), coral_ik))
    call coral_change_team(inner, 1, 'teams.f90')
    call in_team([(i, i = 1, n)], n)
    call coral_end_team(1, 'teams.f90')
    call in_team(order, n)
    call coral_end_team(1, 'teams.f90')
  end do
  call in_team([(i, i = 1, n)], n)
  ! a team that is not one
  block
    type(coral_team_type) :: none
    integer :: st
    character(80) :: msg
    call coral_change_team(none, 1, 'teams.f90', st, msg)
    taken = st /= 0 .and. index(msg, 'not defined') > 0
    call coral_end_team(1, 'teams.f90', st)
    call check('undefined team', merge(1, 0, taken .and. st == 0), 1)
    call coral_form_team(1_coral_ik, none, 1, 'teams.f90', new_index=1_coral_ik, stat=st)
    call check('one index for all', merge(1, 0, st /= 0), merge(1, 0, n > 1))
  end block
  call coral_sync_all(1, 'teams.f90')
  if (me == 1) print '(a)', 'PASS'
  call coral_end()
end program teams
