! conformance: images=1,2,3
! feature: copies of sections whose images and subscripts are conditional expressions
! A copy between mapped images does without the view of the section. The conditional expression in
! its designator is evaluated in front of it all the same.
program conditional_copies
  implicit none
  integer, parameter :: n = 8
  integer, save :: a(n)[*], m(n,n)[*]
  integer, allocatable, save :: d(:)[:]
  integer :: me, k, s, i, t, z(n), w(n,n)
  me = this_image(); k = 1 + mod(me, num_images())
  s = 1 + mod(me + num_images() - 2, num_images())
  t = 3
  allocate (d(n)[*])
  d = [(i, i = 1, n)]*me
  do i = 1, n; m(:,i) = d*i; end do
  a = 0; w = 0; z = 0
  sync all
  w = m(:,:)[( t > 2 ? k : 99 )]
  if (any(w*me /= m*k)) error stop 'all of it'
  w(:,2) = m(:,3)[( t > 2 ? k : 99 )]
  if (any(w(:,2)*me /= m(:,3)*k)) error stop 'a column'
  w(1,:) = m(( t > 2 ? 2 : 99 ),:)[( t > 2 ? k : 99 )]
  if (any(w(1,:)*me /= m(2,:)*k)) error stop 'a row'
  z(2:4) = m(( t > 2 ? 5 : 99 ):7,( t > 2 ? 4 : 99 ))[k]
  if (any(z(2:4) /= [20, 24, 28]*k)) error stop 'bounds'
  z = d(:)[( t > 2 ? k : 99 )]
  if (any(z /= [(i, i = 1, n)]*k)) error stop 'allocatable'
  sync all
  a(1:4)[( t > 2 ? k : 99 )] = z(1:4)
  m(:,1)[( t > 2 ? k : 99 )] = w(:,1)
  m(2,2:)[( t > 2 ? k : 99 )] = m(3,2:)[me]
  sync all
  if (any(a(:4) /= [(i, i = 1, 4)]*me) .or. any(m(3:,1) /= [(i, i = 3, n)]*me) .or. &
    any(m(2,2:) /= [(3*i, i = 2, n)]*s)) error stop 'the other way'
  do i = 1, n
    z(i:) = m(i:,i)[( i > 4 ? k : me )]
    if (z(n) /= merge(i*n*k, i*n*me, i > 4) .and. i > 1) error stop 'in a loop'
  end do
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
