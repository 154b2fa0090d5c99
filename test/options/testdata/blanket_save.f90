! options: -std=f2018
! What is declared beside a coarray does not repeat SAVE where a statement without a list says it.
program p
  implicit none
  call s
  call s
contains
  subroutine s
    integer :: x[*], calls = 0
    save
    calls = calls + 1
    x = 10*calls + this_image()
    sync all
    if (x[num_images()] /= 10*calls + num_images()) error stop 'x'
    sync all
    if (calls == 2 .and. this_image() == 1) print '(a)', 'PASS'
  end subroutine
end program
