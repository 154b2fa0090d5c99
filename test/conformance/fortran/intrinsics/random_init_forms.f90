! conformance: images=1,2,3,5
! feature: random_init
program random_init_forms
  use iso_fortran_env, only: team_type
  implicit none
  type(team_type) :: halves
  real :: first(4), again(4), all_(4)[*]
  integer :: i
  logical :: yes
  yes = .true.
  call random_init(repeatable=.true., image_distinct=.true.)
  call random_number(first)
  call random_init(.true., .true.)
  call random_number(again)
  if (any(first /= again)) error stop 'repeatable and distinct: not repeated'
  all_ = first
  sync all
  do i = 1, num_images()
    if (i /= this_image() .and. all(all_(:)[i] == first)) error stop 'not distinct'
  end do
  sync all
  call random_init(image_distinct=.not. yes, repeatable=yes)
  call random_number(all_)
  sync all
  do i = 1, num_images()
    if (any(all_(:)[i] /= all_)) error stop 'not the same on all images'
  end do
  sync all
  call random_init(repeatable=.false., image_distinct=.true.)
  call random_number(again)
  if (all(again == first)) error stop 'repeated'
  ! not to be foreseen, and the same on all images (F2018 16.9.155)
  call random_init(repeatable=.false., image_distinct=.false.)
  call random_number(first)
  call random_init(.not. yes, .false.)
  call random_number(all_)
  if (all(first == all_)) error stop 'another call, the same seed'
  sync all
  do i = 1, num_images()
    if (any(all_(:)[i] /= all_)) error stop 'depends on the image'
  end do
  sync all
  ! images of different teams are different images
  form team (1 + mod(this_image(), 2), halves)
  change team (halves)
    call random_init(.true., .true.)
    call random_number(all_)
  end team
  sync all
  do i = 1, num_images()
    if (i /= this_image() .and. all(all_(:)[i] == all_)) error stop 'not distinct in teams'
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
