! conformance: images=1,2,3,5,8
! feature: intrinsics with team arguments
program team_intrinsics
  use, intrinsic :: iso_fortran_env
  implicit none
  type(team_type) :: pairs, all_images
  integer :: x[0:*], y[2, *], me, n, co(2)
  me = this_image(); n = num_images()
  all_images = get_team()
  form team ((me + 1) / 2, pairs, new_index=mod(me - 1, 2) + 1)
  call check('num_images(team_number)', num_images(team_number=-1), n)
  change team (pairs)
    call check('num_images(team)', num_images(pairs), merge(1, 2, me == n .and. mod(n, 2) == 1))
    call check('this_image(team)', this_image(pairs), mod(me - 1, 2) + 1)
    call check('team_number of a team', team_number(pairs), (me + 1) / 2)
    call check('num_images of the ancestor', num_images(all_images), n)
    call check('num_images of a sibling', num_images(1), min(2, n))
    call check('this_image of the ancestor', this_image(all_images), me)
    call check('cosubscript in the team', this_image(x, 1), mod(me - 1, 2))
    call check('cosubscript in the ancestor', this_image(x, 1, all_images), me - 1)
    co = this_image(y, all_images)
    call check('cosubscripts in the ancestor', 10 * co(1) + co(2), 10 * (mod(me - 1, 2) + 1) + (me + 1) / 2)
    call check('image_index', image_index(x, [0]), 1)
    call check('image_index in the ancestor', image_index(x, [n - 1], all_images), n)
    call check('image_index in a sibling', image_index(x, [0], 1), 1)
    call check('ucobound', ucobound(x, 1), num_images() - 1)
    call check('team_number', team_number(), (me + 1) / 2)
  end team
  call check('team_number of the initial team', team_number(all_images), -1)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program team_intrinsics
