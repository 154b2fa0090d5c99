! conformance: images=1,2,3
! feature: overlap of both sides on the same image
! An associate name on one side of an assignment, and the same memory on the other, coindexed on one of both.
program overlap_of_associated
  implicit none
  type t
    integer, allocatable :: u(:)[:]
    integer :: z
  end type
  type(t), save :: x
  integer :: a(8)[*], b(8)[*], me, i
  me = this_image()
  allocate (x%u(8)[*])
  a = [(i,i=1,8)]; b = a; x%u = a
  sync all
  associate (u => a(1:8), v => x%u)
    u(2:8) = u(1:7)[me]
    if (any(a /= [1,1,2,3,4,5,6,7])) error stop 'u u'
    a = [(i,i=1,8)]
    a(2:8) = u(1:7)[me]
    if (any(a /= [1,1,2,3,4,5,6,7])) error stop 'a u'
    a = [(i,i=1,8)]
    u(2:8) = a(1:7)[me] + 0
    if (any(a /= [1,1,2,3,4,5,6,7])) error stop 'u a'
    a = [(i,i=1,8)]
    u(2:8)[me] = u(1:7) + 0
    if (any(a /= [1,1,2,3,4,5,6,7])) error stop 'u[] u'
    a = [(i,i=1,8)]
    u(2:8)[me] = a(1:7) * 1
    if (any(a /= [1,1,2,3,4,5,6,7])) error stop 'u[] a'
    v(2:8) = v(1:7)[me] + 0
    if (any(v /= [1,1,2,3,4,5,6,7])) error stop 'v v'
    v = [(i,i=1,8)]
    x%u(2:8) = v(1:7)[me] + 0
    if (any(v /= [1,1,2,3,4,5,6,7])) error stop 'x%u v'
    v = [(i,i=1,8)]
    v(2:8)[me] = x%u(1:7) + 0
    if (any(v /= [1,1,2,3,4,5,6,7])) error stop 'v x%u'
    v = [(i,i=1,8)]
    v(:) = v(8:1:-1)[me]
    if (any(v /= [(i,i=8,1,-1)])) error stop 'reverse'
    do i = 2, 8
      v(i) = v(i-1)[me]
    end do
    if (any(v /= 8)) error stop 'loop'
    v = [(i,i=1,8)]
    do i = 2, 8
      x%u(i) = v(i-1)[me] + v(i)
    end do
    if (v(8) /= 36) error stop 'loop 2'
    v = [(i,i=1,8)]
    do i = 2, 8
      v(i)[me] = x%u(i-1) + v(i)
    end do
    if (x%u(8) /= 36) error stop 'loop 3'
  end associate
  associate (u => b)
    u(2:8) = u(1:7)[me] + 0
    if (any(b /= [1,1,2,3,4,5,6,7])) error stop 'b'
    b = [(i,i=1,8)]
    b(2:8) = u(1:7)[me] + 0
    if (any(b /= [1,1,2,3,4,5,6,7])) error stop 'b2'
  end associate
  sync all
  call masked()
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine masked()
    logical :: m(8)
    m = .true.
    b = [(i,i=1,8)]
    sync all
    associate (u => a(1:8), w => b)
      a = b
      where (m(2:8)) u(2:8) = u(1:7)[me]
      if (any(a /= [1,1,2,3,4,5,6,7])) error stop 'where'
      a = b
      forall (i=2:8) u(i) = u(i-1)[me]
      if (any(a /= [1,1,2,3,4,5,6,7])) error stop 'forall'
      where (m(2:8)) w(2:8) = w(1:7)[me]
      if (any(b /= [1,1,2,3,4,5,6,7])) error stop 'where, whole'
    end associate
  end subroutine
end program
