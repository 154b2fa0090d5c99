! conformance: images=1,2,4
! feature: CHANGE TEAM: collectives of associate names
! The associate name of an allocatable coarray is not allocatable (F2018 11.1.3.3), and cannot be
! the argument of ALLOCATED.
program collectives_of_associations
  use iso_fortran_env, only: team_type
  implicit none
  type pair
    integer, allocatable :: n(:)
  end type
  type(team_type) :: half
  integer, allocatable :: a(:,:)[:], root[:]
  type(pair), allocatable :: p[:]
  integer :: n, total
  allocate (a(3,2)[*], root[*], p[*])
  a = this_image()
  a(2,:) = 1
  root = 1
  allocate (p%n(2), source=1)
  form team (1 + mod(this_image(), 2), half)
  change team (half, b[*] => a, r[*] => root, q[*] => p)
    n = num_images()
    call co_sum(b(2,:))
    if (any(b(2,:) /= n)) error stop 'section'
    b = this_image()
    call co_max(b)
    if (any(b /= n)) error stop 'whole'
    call co_sum(q%n)
    if (any(q%n /= n)) error stop 'component'
    total = 1
    call co_sum(total, result_image=r)
    if (this_image() == 1 .and. total /= n) error stop 'result_image'
    r = n
    call co_broadcast(b(1,1), source_image=r)
  end team
  associate (x => a, y => root)
    x = 1
    call co_sum(x(:,1))
    if (any(x(:,1) /= num_images())) error stop 'associate'
    y = 1
    call co_min(x, y)
  end associate
  if (this_image() == 1) print '(a)', 'PASS'
end program
