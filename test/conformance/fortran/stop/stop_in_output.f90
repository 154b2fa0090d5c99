! conformance: images=1,2,3
! feature: stop
! expect-exit: 3
! expect-stdout: written before
! Every image stops in a function that is referred to in the output list of a statement for a file.
program stop_in_output
  implicit none
  integer :: unit
  print '(a)', 'written before'
  open (newunit=unit, status='scratch', action='readwrite')
  write (unit, *) 'a value: ', value_of(this_image())
contains
  integer function value_of(i)
    integer, intent(in) :: i
    value_of = 2*i
    stop 3
  end function value_of
end program stop_in_output
