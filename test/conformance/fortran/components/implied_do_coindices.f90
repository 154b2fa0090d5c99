! conformance: images=1,2,3
! feature: components behind an image selector, in an implied DO whose index stands in a coindexed subscript or image index
! The pointers to such components are made in a loop of their own. Coindexed objects in subscripts and image selectors must follow its index there.
program implied_do_coindices
  implicit none
  type box
    integer :: n
    integer, allocatable :: d(:)
  end type
  type(box), save :: bb(5)[*]
  integer, save :: im(5)[*], iy(5)[*]
  integer :: k, j, l(2)
  do k = 1, 5
    bb(k)%d = [k, 2*k, 3*k, 4*k, 5*k] + 100*this_image()
    bb(k)%n = k
  end do
  im = min([1, 2, 1, 2, 1], num_images())
  iy = [1, 2, 3, 4, 5]
  sync all
  k = 1
  j = -1000000000
  l = [(bb(1)[im(j)[k]]%d(2) + j, j = 3, 4)]
  if (any(l /= [102 + 3, 100*im(4) + 2 + 4])) error stop 'image'
  l = [(bb(iy(j)[k])[1]%d(2) + j, j = 3, 4)]
  if (any(l /= [106 + 3, 108 + 4])) error stop 'subscript'
  l = [(bb(2)[1]%d(iy(j)[k]) + j, j = 3, 4)]
  if (any(l /= [106 + 3, 108 + 4])) error stop 'subscript of the component'
  l = [(bb(iy(J)[k])[im(j)[k]]%d(iy(j)[iy(1)[k]]) + J, J = 3, 4)]
  if (any(l /= [109 + 3, 100*im(4) + 16 + 4])) error stop 'all of them'
  l = [(bb(iy(j)[k])[im(j)[k]]%n + j, j = 3, 4)]
  if (any(l /= [6, 8])) error stop 'no component'
  l = [(sum(bb(iy(j)[k])[im(j)[k]]%d(iy(1:j)[k])) + j, j = 3, 4)]
  if (any(l /= [318 + 3, 400*im(4) + 40 + 4])) error stop 'vector'
  if (j /= -1000000000) error stop 'index'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
