! options: -std=f2008
! The same without declarations, and from a procedure that has no coarrays itself.
program p
  integer, save :: n[*]
  n = irand(7)
  sync all
  if (n[num_images()] /= 42) error stop 'irand'
  call t
  if (this_image() == 1) print '(a)', 'PASS'
end program
subroutine t
  if (abs(second(3) - 1.5) > 0.) error stop 'second'
end subroutine
integer function irand(i)
  integer, intent(in) :: i
  irand = 6*i
end function
real function second(i)
  integer, intent(in) :: i
  second = i/2.
end function
