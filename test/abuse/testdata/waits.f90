! All images wait for the first, which waits for the end of its input.
program waits
  implicit none
  integer :: status
  character :: word

  sync all
  if (this_image() == 1) read (*, '(a)', iostat=status) word
  sync all
end program waits
