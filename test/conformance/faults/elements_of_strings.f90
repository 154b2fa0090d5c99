! An unlimited polymorphic array holds characters of length 3. gfortran 12 takes its elements for
! neighbours at a distance of one character.
module strings
  implicit none
contains
  subroutine second(o, text)
    class(*), intent(in) :: o(:)
    character(3), intent(out) :: text
    text = ''
    select type (o)
    type is (character(*))
      text = o(2)
    end select
  end subroutine
end module
program elements_of_strings
  use strings
  implicit none
  character(3) :: c(2), text
  c = ['abc', 'def']
  call second(c, text)
  if (text /= 'def') error stop 'FAIL'
  print '(a)', 'PASS'
end program
