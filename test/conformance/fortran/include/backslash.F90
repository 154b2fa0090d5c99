! feature: C preprocessor
! Backslashes in character constants of a file that is preprocessed stay as they are.
#define KEEPS 'a\b'
program backslash
  implicit none
  character(5) :: x[*]
  character(*), parameter :: long = 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\\\\\\\\\\\\\\\&
    &\\\\\\\\\\'
  integer :: k
  x = "c\\d\"
  sync all
  do k = 1, num_images()
    if (x[k] /= "c" // '\\' // "d" // '\') error stop 'FAIL x'
  end do
  if (len('\') /= 1 .or. len('it''s\') /= 5 .or. KEEPS /= 'a' // '\b') error stop 'FAIL'
  if (len(long) /= 80 .or. verify(long, 'x\') /= 0) error stop 'FAIL long'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program backslash
