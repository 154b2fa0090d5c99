! conformance: images=1,2,3
! feature: coindexed in where and forall
! Both sides of an assignment may be the same memory by names of which that cannot be seen: pointers
! and their targets, pointer and coarray components, dummy arguments with TARGET, associate names.
! The right side is evaluated first (F2018 10.2.1.3), in WHERE, too (10.2.3.2).
program p
  implicit none
  type t
    integer, pointer :: q(:, :)
    integer, allocatable :: al(:, :)
  end type
  type parts
    integer, allocatable :: co(:, :)[:]
  end type
  type pair
    integer :: n, v
  end type
  integer, target :: b(6, 6)[*]
  integer, allocatable, target :: init(:, :)
  integer, pointer :: q(:, :), r(:)
  type(t), target :: x[*]
  type(parts), target :: o
  type(pair), target :: pairs(6)[*]
  integer :: k, i, e(6, 6), w(6, 6)
  logical :: m(4, 4)
  k = this_image()
  allocate (o%co(6, 6)[*])
  init = reshape([(i, i=1, 36)], [6, 6])
  m = mod(init(2:5, 2:5), 3) /= 0
  e = init
  e(2:5, 2:5) = init(1:4, 1:4)
  w = init
  w(2:5, 2:5) = merge(2*init(1:4, 1:4), init(2:5, 2:5), m)
  q => b
  x%q => b
  sync all
  b = init; b(2:5, 2:5)[k] = q(1:4, 1:4); call plain(b, 1)
  b = init; q(2:5, 2:5) = b(1:4, 1:4)[k]; call plain(b, 2)
  b = init; q(2:5, 2:5) = x[k]%q(1:4, 1:4); call plain(b, 3)
  b = init; b(2:5, 2:5) = x[k]%q(1:4, 1:4); call plain(b, 4)
  b = init; x[k]%q(2:5, 2:5) = b(1:4, 1:4); call plain(b, 5)
  b = init; x[k]%q(2:5, 2:5) = b(1:4, 1:4)[k]; call plain(b, 6)
  b = init; b(2:5, 2:5)[k] = x[k]%q(1:4, 1:4); call plain(b, 7)
  x%al = init; x[k]%al(2:5, 2:5) = x%al(1:4, 1:4); call plain(x%al, 8)
  x%al = init; x%al(2:5, 2:5) = x[k]%al(1:4, 1:4); call plain(x%al, 9)
  b = init; where (m) b(2:5, 2:5)[k] = 2*q(1:4, 1:4)
  call masked(b, 11)
  b = init; where (m) q(2:5, 2:5) = 2*b(1:4, 1:4)[k]
  call masked(b, 12)
  b = init; where (m) x%q(2:5, 2:5) = 2*x[k]%q(1:4, 1:4)
  call masked(b, 13)
  b = init; where (m) b(2:5, 2:5) = b(1:4, 1:4)[k] + x[k]%q(1:4, 1:4)
  call masked(b, 14)
  b = init; where (m) x[k]%q(2:5, 2:5) = 2*x[k]%q(1:4, 1:4)
  call masked(b, 15)
  x%al = init; where (m) x[k]%al(2:5, 2:5) = 2*x%al(1:4, 1:4)
  call masked(x%al, 16)
  x%al = init; where (m) x[k]%al(2:5, 2:5) = 2*x[k]%al(1:4, 1:4)
  call masked(x%al, 17)
  o%co = init; q => o%co
  where (m) o%co(2:5, 2:5)[k] = 2*o%co(1:4, 1:4)
  call masked(o%co, 18)
  o%co = init
  where (.not. m)
    q(2:5, 2:5) = o%co(2:5, 2:5)[k]
  elsewhere
    q(2:5, 2:5) = 2*o%co(1:4, 1:4)[k]
  end where
  call masked(o%co, 19)
  b = init
  associate (a => b)
    where (m) b(2:5, 2:5)[k] = 2*a(1:4, 1:4)
    call masked(b, 20)
    b = init; where (m) b(2:5, 2:5) = 2*a(1:4, 1:4)[k]
    call masked(b, 28)
  end associate
  associate (a => x%al, c => x)
    x%al = init; where (m) x[k]%al(2:5, 2:5) = 2*a(1:4, 1:4)
    call masked(x%al, 29)
    x%al = init; where (m) c%al(2:5, 2:5) = 2*x[k]%al(1:4, 1:4)
    call masked(x%al, 30)
  end associate
  r => pairs%v
  pairs%v = [(i, i=1, 6)]
  r(2:6) = pairs(1:5)[k]%v
  if (any(pairs%v /= [1, 1, 2, 3, 4, 5])) error stop 'pairs'
  pairs%v = [(i, i=1, 6)]
  where (pairs%v > 0) pairs(6:1:-1)[k]%v = r
  if (any(pairs%v /= [(7 - i, i=1, 6)])) error stop 'pairs in where'
  call dummies(b)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine plain(got, what)
    integer, intent(in) :: got(6, 6), what
    if (any(got /= e)) error stop what
  end subroutine
  subroutine masked(got, what)
    integer, intent(in) :: got(6, 6), what
    if (any(got /= w)) error stop what
  end subroutine
  subroutine dummies(d)
    integer, target :: d(6, 6)[*]
    b = init; b(2:5, 2:5)[k] = d(1:4, 1:4); call plain(b, 21)
    b = init; d(2:5, 2:5) = b(1:4, 1:4)[k]; call plain(b, 22)
    b = init; b(6:1:-1, :)[k] = d; call plain(b(6:1:-1, :) - init + e, 23)
    b = init; b(2:5, 2:5) = d(1:4, 1:4)[k]; call plain(b, 24)
    b = init; b(2:5, 2:5)[k] = d(1:4, 1:4)[k]; call plain(b, 25)
    b = init; where (m) b(2:5, 2:5)[k] = 2*d(1:4, 1:4)[k]
    call masked(b, 26)
    b = init; where (m) d(2:5, 2:5) = 2*b(1:4, 1:4)[k]
    call masked(b, 27)
  end subroutine
end program
