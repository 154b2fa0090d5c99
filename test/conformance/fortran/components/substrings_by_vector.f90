! conformance: images=1,2,3
! feature: allocatable and pointer components of coindexed objects
! Substrings of elements with vector subscripts, of deferred and of constant length.
program substrings_by_vector
  implicit none
  type t
    character(:), allocatable :: n(:), g(:,:)
    character(6), allocatable :: f(:,:)
  end type
  type(t) :: x[*]
  character(2) :: r(2), q(2,2)
  integer :: list(2), me, k, i
  me = this_image(); k = mod(me, num_images()) + 1
  allocate (x%n(3), source=['abcdef', 'ghijkl', 'mnopqr'])
  allocate (character(6) :: x%g(3,3))
  do i = 1, 3
    x%g(:, i) = x%n(:)
  end do
  allocate (x%f(3,3))
  x%f(:,:) = x%g
  list = [3, 1]
  sync all
  r = x[k]%n(list)(2:3)
  if (any(r /= ['no', 'bc'])) error stop 'a'
  r = x[k]%g(list, 2)(2:3)
  if (any(r /= ['no', 'bc'])) error stop 'b'
  q = x[k]%g(list, 1:2)(2:3)
  if (any(q /= reshape(['no', 'bc', 'no', 'bc'], [2, 2]))) error stop 'c'
  q = x[k]%f(list, 1:2)(2:3)
  if (any(q /= reshape(['no', 'bc', 'no', 'bc'], [2, 2]))) error stop 'd'
  q = x[k]%f(1:2, list)(2:3)
  if (any(q /= reshape(['bc', 'hi', 'bc', 'hi'], [2, 2]))) error stop 'e'
  sync all
  x[k]%n(list)(2:3) = ['12', '34']
  x[k]%g(list, 1:2)(2:3) = reshape(['12', '34', '56', '78'], [2,2])
  x[k]%f(list, 1:2)(2:3) = reshape(['12', '34', '56', '78'], [2,2])
  sync all
  if (any(x%n /= ['a34def', 'ghijkl', 'm12pqr'])) error stop 'f'
  if (any(x%g(:,1) /= ['a34def', 'ghijkl', 'm12pqr'])) error stop 'g'
  if (any(x%g(:,2) /= ['a78def', 'ghijkl', 'm56pqr'])) error stop 'h'
  if (any(x%f /= x%g)) error stop 'i'
  if (me == 1) print '(a)', 'PASS'
end program
