! feature: diagnostics: intrinsic procedures about images without their underscores
program without_underscore
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  type(team_type) :: t
  integer, external :: imageindex
  integer :: me, s
  ! expect-error: did you mean this_image
  me = thisimage()
  ! expect-error: did you mean num_images
  if (numimages() > 1) s = imageindex(me)
  s = inner(me)
  form team (1, t)
  change team (t)
  end team
contains
  integer function inner(i)
    integer, intent(in) :: i
    inner = teamnumber() + i
  end function inner
  integer function teamnumber()
    teamnumber = 1
  end function teamnumber
end program without_underscore
