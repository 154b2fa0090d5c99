! feature: diagnostics: intrinsics
! Arguments of collective subroutines and of functions about teams and images (F2018 16.9.46 to 16.9.50, 16.9.78, 16.9.98, 16.9.189, 16.9.190).
program collective_types
  use iso_fortran_env
  implicit none
  logical :: l
  character(4) :: c
  complex :: z
  real :: r
  integer :: i, s[*]
  type(team_type) :: t, many(2)
  call co_sum(z, stat=i, errmsg=c)
  call co_max(c)
  call co_broadcast(l, source_image=1)
  ! expect-error: the argument A of CO_SUM cannot be logical
  call co_sum(l)
  ! expect-error: the argument A of CO_SUM cannot be character
  call co_sum(c)
  ! expect-error: the argument A of CO_MAX cannot be complex
  call co_max(z)
  ! expect-error: the argument A of CO_MIN cannot be logical
  call co_min(l)
  ! expect-error: the argument A of CO_SUM must be a variable
  call co_sum(3)
  ! expect-error: the argument A of CO_SUM must be a variable
  call co_sum(r + 1)
  ! expect-error: stat= must be an integer scalar
  call co_sum(r, stat=l)
  ! expect-error: the stat= variable cannot be coindexed
  call co_sum(r, stat=s[1])
  ! expect-error: errmsg= must be a character scalar
  call co_sum(r, errmsg=i)
  ! expect-error: CO_BROADCAST needs an argument SOURCE_IMAGE
  call co_broadcast(r)
  ! expect-error: CO_SUM has no argument 'image'
  call co_sum(r, image=3)
  i = num_images(2) + num_images(t) + team_number(t)
  ! expect-error: TEAM of NUM_IMAGES must be a scalar of type team_type
  i = num_images(team=i)
  ! expect-error: TEAM of TEAM_NUMBER must be a scalar of type team_type
  i = team_number(i)
  ! expect-error: TEAM of THIS_IMAGE must be a scalar of type team_type
  i = this_image(team=many)
  ! expect-error: TEAM of FAILED_IMAGES must be a scalar of type team_type
  print *, failed_images(i)
  ! expect-error: IMAGE of IMAGE_STATUS must be an integer
  i = image_status(1.5)
  ! expect-error: TEAM= of an image selector needs a value of type team_type
  i = s[1, team=i]
  ! expect-error: SYNC TEAM needs a scalar of type team_type
  sync team (many)
  ! expect-error: FORM TEAM needs a scalar of type team_type
  form team (1, many)
  ! expect-error: CHANGE TEAM needs a scalar of type team_type
  change team (many)
  end team
end program collective_types
