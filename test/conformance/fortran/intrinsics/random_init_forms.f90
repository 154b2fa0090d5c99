! conformance: images=1,2,3,5
! feature: random_init
program random_init_forms
  implicit none
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
  call random_init(repeatable=.false., image_distinct=.true.)
  call random_number(again)
  if (all(again == first)) error stop 'repeated'
  call random_init(repeatable=.false., image_distinct=.false.)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
