! conformance: images=1,2,3,5,8
! feature: nested teams
program nested
  use, intrinsic :: iso_fortran_env
  implicit none
  type(team_type) :: outer, inner, back
  integer :: me, n, s, depth, me_outer, n_outer
  me = this_image(); n = num_images()
  form team (mod(me - 1, 2) + 1, outer, new_index=(me + 1) / 2)
  change team (outer)
    me_outer = this_image(); n_outer = num_images()
    s = me
    call co_sum(s)
    call check('sum in the outer team', s, sum_of(mod(me - 1, 2) + 1, n, 2))
    form team (mod(me_outer - 1, 2) + 1, inner)
    change team (inner)
      s = me
      call co_sum(s)
      call check('sum in the inner team', s, sum_of(mod(me - 1, 4) + 1, n, 4))
      call check('team_number of the parent', team_number(get_team(parent_team)), mod(me - 1, 2) + 1)
      call check('team_number of the initial', team_number(get_team(initial_team)), -1)
      call check('num_images of the parent', num_images(get_team(parent_team)), n_outer)
      back = get_team(initial_team)
      call check('this_image of the initial', this_image(team=back), me)
      sync team (get_team(parent_team))
    end team
    call check('outer again', this_image(), me_outer)
    depth = recurse(get_team(current_team))
  end team
  call check('levels of halving', depth, levels(n_outer))
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  integer function sum_of(first, last, step)
    integer, intent(in) :: first, last, step
    integer :: i
    sum_of = sum([(i, i = first, last, step)])
  end function sum_of
  integer function levels(m)
    integer, intent(in) :: m
    integer :: k
    k = m; levels = 0
    do while (k > 1)
      k = (k + 1) / 2
      levels = levels + 1
    end do
  end function levels
  ! halve the current team until its largest part has one image; the deepest level is reported
  recursive integer function recurse(t) result(r)
    type(team_type), intent(in) :: t
    type(team_type) :: sub
    integer :: m
    r = 0
    if (num_images(t) > 1) then
      form team (merge(1, 2, this_image() <= (num_images() + 1) / 2), sub)
      change team (sub)
        r = 1 + recurse(get_team())
      end team
    end if
    m = r
    call co_max(m)
    r = m
  end function recurse
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program nested
