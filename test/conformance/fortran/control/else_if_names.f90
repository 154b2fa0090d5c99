! conformance: images=1,2,3
! feature: ELSE IF and ELSE with the name of their construct
! An ELSE IF whose condition needs statements in front becomes a nested construct, which has no name.
program else_if_names
  implicit none
  integer :: x(5)[*], k, way(5)
  x = [1, 2, 3, 4, 5]
  sync all
  do k = 1, 5
    choice: if (k > 4) then
      way(k) = 1
    else if (x(k)[1] > 3) then choice
      way(k) = 2
    else if (k == 3) then choice
      way(k) = 3
    else if (bump(x(2)[num_images()]) > 10**6) then choice
      way(k) = 4
    else choice
      way(k) = 5
      if (k == 1) exit choice
      way(k) = 6
    end if choice
  end do
  if (any(way /= [5, 6, 3, 2, 1])) error stop 'branches'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  integer function bump(i)
    integer, intent(inout) :: i
    i = i + 0
    bump = i
  end function
end program
