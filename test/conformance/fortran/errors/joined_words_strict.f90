! feature: pre-standard usage
! build-args: -std=f2018
program joined_words_strict
  implicit none
  integer :: x[*]
  x = this_image()
  ! expect-error: 'syncall' is not standard Fortran in free form
  syncall
  endassociate: associate (y => x)
  end associate endassociate
  ! expect-error: 'errorstop' is not standard Fortran in free form
  if (x[1] /= 1) errorstop
end program
