! conformance: images=1,2,3,5
! feature: vector subscripts
program p
  implicit none
  integer :: perm(4) = [3,1,4,2], y(2), z(2)
  integer :: x(4)[*]
  x = [10,20,30,40] + this_image()*100
  sync all
  associate (p => perm(1:2))
    y = x(p)[1]
  end associate
  if (any(y /= [130,110])) error stop 'y'
  associate (p => perm(1:2)+1)
    z = x(p)[1] + 1
  end associate
  if (any(z /= [141,121])) error stop 'z'
  sync all
  if (this_image()==num_images()) then
  associate (p => perm(3:4))
    x(p)[1] = [7,8]
    x(p)[1] = x(p)[1] + 1
  end associate
  end if
  sync all
  if (this_image()==1) then
    if (any(x /= [110,9,130,8])) error stop 'x'
    print '(a)', 'PASS'
  end if
end program
