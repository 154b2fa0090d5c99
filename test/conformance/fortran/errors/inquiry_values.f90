! feature: diagnostics: intrinsics
program inquiry_values
  use iso_fortran_env
  implicit none
  integer :: a[2, *], one(1), two(2), rows(0:1, 2), i
  type(team_type) :: t
  print *, image_index(a, [1, 1]), image_index(a, two), image_index(a, [(1, i = 1, 2)])
  ! expect-error: SUB of IMAGE_INDEX has 3 elements, but 'a' has corank 2
  print *, image_index(a, [1, 1, 1])
  ! expect-error: SUB of IMAGE_INDEX has 1 elements, but 'a' has corank 2
  print *, image_index(a, one)
  ! expect-error: SUB of IMAGE_INDEX must be an integer array of rank one
  print *, image_index(a, 2)
  ! expect-error: SUB of IMAGE_INDEX must be an integer array of rank one
  print *, image_index(sub=rows, coarray=a)
  ! expect-error: SUB of IMAGE_INDEX must be an integer array of rank one
  print *, image_index(a, [1.0, 1.0])
  t = get_team(parent_team)
  ! expect-error: LEVEL of GET_TEAM must be initial_team, parent_team or current_team
  t = get_team(99)
  ! expect-error: LEVEL of GET_TEAM must be initial_team, parent_team or current_team
  t = get_team('parent')
  ! expect-error: THIS_IMAGE has no argument 'distance': only a draft of TS 18508 had it
  print *, this_image(distance=1)
  ! expect-error: NUM_IMAGES has no argument 'failed': only a draft of TS 18508 had it
  print *, num_images(failed=.true.)
end program inquiry_values
