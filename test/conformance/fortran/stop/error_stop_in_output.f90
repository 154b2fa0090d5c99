! conformance: images=1,2,3,5
! feature: error stop
! expect-exit: 6
! expect-stdout: written before
! A function that is referred to in an output list ends the program while the statement has the unit.
program error_stop_in_output
  implicit none
  print '(a)', 'written before'
  sync all
  write (*, '(a)', advance='no') 'a value: '
  print *, value_of(this_image())
  sync all
contains
  integer function value_of(i)
    integer, intent(in) :: i
    value_of = 2*i
    if (i == num_images()) error stop 6
  end function value_of
end program error_stop_in_output
