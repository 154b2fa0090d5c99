! conformance: images=1,2,3,5,8
! feature: components of coindexed objects in whole programs
! A component of all elements of an allocatable component on another image, without a section.
program component_of_whole_array
  implicit none
  type particle
    integer(8) :: x = 0
    integer :: id = 0, k = 0
    integer, allocatable :: w(:)
  end type particle
  type box
    type(particle), allocatable :: p(:), q(:, :)
    type(particle), pointer :: r(:)
  end type box
  type(box) :: b[*]
  integer :: me, n, j, i

  me = this_image()
  n = num_images()
  allocate (b%p(2 + me), b%q(2, me), b%r(3))
  b%p%x = 10*me
  b%p%id = [(100*me + i, i=1, 2 + me)]
  b%p%k = me
  b%q%id = me
  b%q%k = -me
  b%r%id = 3*me
  sync all
  do j = 1, n
    if (any(b[j]%p%k /= j)) error stop 'last component'
    if (any(b[j]%p%id /= [(100*j + i, i=1, 2 + j)])) error stop 'middle component'
    if (any(b[j]%p%x /= 10*j)) error stop 'first component'
    if (any(b[j]%q%k /= -j) .or. any(b[j]%q%id /= j)) error stop 'two dimensions'
    if (any(b[j]%r%id /= 3*j)) error stop 'pointer'
  end do
  sync all
  j = merge(1, me + 1, me == n)
  b[j]%p%k = 5*me
  b[j]%q%id = 6*me
  b[j]%r%id = 7*me
  sync all
  j = merge(n, me - 1, me == 1)
  if (any(b%p%k /= 5*j) .or. any(b%p%x /= 10*me)) error stop 'put'
  if (any(b%p%id /= [(100*me + i, i=1, 2 + me)])) error stop 'put changes a neighbour'
  if (any(b%q%id /= 6*j) .or. any(b%q%k /= -me)) error stop 'put in two dimensions'
  if (any(b%r%id /= 7*j) .or. any(b%r%k /= 0)) error stop 'put by a pointer'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program component_of_whole_array
