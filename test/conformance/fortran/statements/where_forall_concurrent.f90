! conformance: images=1,2,3,5
! feature: coindexed in where and forall
! Do concurrent, forall, where, array constructors, associate, block, select case, with coindexed operands.
program where_forall_concurrent
  implicit none
  integer, parameter :: n = 12
  integer :: a(n)[*], b(n,n)[*], me, np, k, i, j, t(n), acc(n), w(n)
  real, allocatable :: x(:)[:], y(:)
  logical :: m(n)[*]
  integer, allocatable :: idx(:)[:]
  me = this_image(); np = num_images(); k = mod(me,np)+1
  allocate (x(n)[*], y(n)); allocate (idx(n)[*])
  a = [(i*me, i=1,n)]; m = mod(a,2) == 0; x = a*0.5; idx = [(n+1-i,i=1,n)]
  forall (i=1:n, j=1:n) b(i,j) = 1000*me + 10*i + j
  sync all
  where (m(:)[k])
    t = a(:)[k]
  elsewhere (a(:)[k] > 5)
    t = -a(:)[k]
  elsewhere
    t = 0
  end where
  do i = 1, n
    if (mod(i*k,2) == 0) then
      if (t(i) /= i*k) error stop 'where1'
    else if (i*k > 5) then
      if (t(i) /= -i*k) error stop 'where2'
    else
      if (t(i) /= 0) error stop 'where3'
    end if
  end do
  do concurrent (i=1:n, j=1:n, a(i)[k] > a(j)[k])
    b(i,j) = -1
  end do
  do i = 1, n; do j = 1, n
    if (b(i,j) /= merge(-1, 1000*me+10*i+j, i > j)) error stop 'dc'
  end do; end do
  sync all
  forall (i=1:n, m(i)[k]) t(i) = a(idx(i)[k])[k]
  do i = 1, n
    if (mod(i*k,2)==0) then
       if (t(i) /= (n+1-i)*k) error stop 'forall'
    end if
  end do
  acc = [(sum(a(1:i)[k]), i=1,n)]
  if (any(acc /= [(k*i*(i+1)/2, i=1,n)])) error stop 'constructor'
  w = a(idx(:)[k])[k]
  if (any(w /= [((n+1-i)*k, i=1,n)])) error stop 'vector subscript'
  y = x(n:1:-1)[k] + a(:)[k]
  if (any(y /= [( (n+1-i)*k*0.5 + i*k, i=1,n)])) error stop 'y'
  ! realloc on assignment
  deallocate (y)
  y = pack(x(:)[k], m(:)[k])
  if (size(y) /= merge(n, n/2, mod(k,2)==0)) error stop 'pack'
  associate (v => a(3:7), s => a(3)[k] + 1, ck => k)
    if (s /= 3*k+1) error stop 'assoc'
    if (any(v(:)[ck] /= [(i*k,i=3,7)])) error stop 'assoc coarray'
  end associate
  select case (a(2)[k])
  case (:0); error stop 'sc'
  case (2,4,6,8,10,12)
    continue
  case default
    error stop 'sc2'
  end select
  blk: block
    integer, save :: c(3)[*]
    integer :: kk
    kk = a(1)[k]
    c = me
    sync all
    c(2)[kk] = -me
    sync all
    if (c(2) /= -merge(np,me-1,me==1)) error stop 'block'
    if (kk == k) exit blk
    error stop 'exit'
  end block blk
  ! do while with remote condition
  a(1) = 0
  sync all
  if (me == 1) then
    do i = 2, np
      a(1)[i] = i
    end do
    a(1) = 1
  end if
  do while (a(1) == 0)
    sync memory
  end do
  ! nested coindexed subscript inside cosubscript
  sync all
  i = a(1)[a(1)[a(1)[me]]]
  if (i /= me) error stop 'nested'
  ! forall with remote put
  sync all
  forall (i=1:n:2) x(i)[k] = real(i + me)
  where (mod([(i,i=1,n)],2)==0) x(:)[k] = -1.0
  sync all
  j = merge(np,me-1,me==1)
  do i = 1, n
    if (x(i) /= merge(real(i+j), -1.0, mod(i,2)==1)) error stop 'put forall'
  end do
  ! do concurrent with put
  sync all
  do concurrent (i=1:n) 
    x(i)[k] = x(i)[k]*2
  end do
  do concurrent (integer :: ii=1:n) local(t) shared(x,k,y)
    x(ii)[k] = x(ii)[k]*2
  end do
  sync all
  do i = 1, n
    if (x(i) /= 4*merge(real(i+j), -1.0, mod(i,2)==1)) error stop 'dc put'
  end do
  if (any(x(:)[k] /= x(:)[k])) stop 3
  if (me == 1) print '(a)', 'PASS'
end program
