! conformance: images=1,2,3,5
! feature: type-bound procedures with coindexed objects
! Array components of types with type-bound procedures in constructors, FORALL, WHERE and DO
! CONCURRENT, with vector subscripts, and as actual arguments; extended types, and types with
! allocatable components.
module arrays_of_bound_more
  implicit none
  type acc
    integer :: n = 0
  contains
    procedure :: add
  end type
  type big
    real(8) :: r(3) = 0
    character(5) :: nm = ' '
    integer :: n = 0
  contains
    procedure, nopass :: what
  end type
  type, extends(big) :: bigger
    integer :: m = 0
  end type
  type deep
    integer, allocatable :: v(:)
    integer :: n = 0
  contains
    procedure, nopass :: what
  end type
  type hold
    type(acc) :: arr(2,3)
    type(bigger) :: big(4)
    type(deep) :: dp(3)
    type(acc), allocatable :: al(:)
  end type
contains
  subroutine add(self)
    class(acc), intent(inout) :: self
    self%n = self%n + 1
  end subroutine
  subroutine what
  end subroutine
end module
program bound_array_contexts
  use arrays_of_bound_more
  implicit none
  type(hold), save :: h(2)[*]
  type(acc) :: t(2,3), u(3), v(2)
  type(bigger) :: b(4)
  type(deep) :: d(3)
  integer :: k, i, j, me, p, w(6), ix(2)
  me = this_image(); ix = [3,1]
  k = 1+mod(me, num_images()); p = merge(num_images(), me-1, me==1)
  h(1)%arr%n = me*10+reshape([1,2,3,4,5,6], [2,3])
  do i = 1, 4
    h(2)%big(i) = bigger([1,2,3]*me, 'a', me*i, me+i)
  end do
  do i = 1, 3
    h(2)%dp(i)%v = [(j*me, j=1,i)]
    h(2)%dp(i)%n = me
  end do
  h(1)%al = [acc(me), acc(2*me), acc(3*me)]
  sync all
  t(:,:2) = h(1)[k]%arr(:,ix)
  call chk('1', all(t(:,:2)%n == 10*k+reshape([5,6,1,2],[2,2])))
  v = h(1)[k]%arr(2,ix)
  call chk('2', all(v%n == 10*k+[6,2]))
  b = h(2)[k]%big
  call chk('3', all(b%n == k*[1,2,3,4]) .and. all(b%m == k+[1,2,3,4]) .and. all(b%nm == 'a'))
  b(:2) = h(2)[k]%big(4:1:-3)
  call chk('4', all(b(:2)%n == k*[4,1]))
  v(1:2) = [(h(1)[k]%arr(1,i), i=1,2)]
  call chk('5', all(v%n == 10*k+[1,3]))
  block
    type(acc) :: z(6)
    z = [(h(1)[k]%arr(:,i), i=3,1,-1)]
  call chk('6', all(z%n == 10*k+[5,6,3,4,1,2]))
    z(:3) = [(h(1)[i]%al, i=k,k)]
  call chk('7', all(z(:3)%n == k*[1,2,3]))
  end block
  d = h(2)[k]%dp
  call chk('8', all(d%n == k) .and. size(d(3)%v) == 3 .and. d(3)%v(3) == 3*k)
  d(:2) = h(2)[k]%dp(2:3)
  call chk('9', size(d(2)%v) == 3 .and. d(2)%v(3) == 3*k)
  do i = 1, 3
    u(i:i) = h(1)[k]%arr(1,i:i)
  call chk('10', u(i)%n == 10*k+2*i-1)
  end do
  do concurrent (i=1:3)
    t(:,i) = h(1)[k]%arr(:,i)
  end do
  call chk('11', all(t%n == 10*k+reshape([1,2,3,4,5,6], [2,3])))
  forall (i=1:3) t(:,i) = h(1)[k]%arr(:,4-i)
  call chk('12', all(t%n == 10*k+reshape([5,6,3,4,1,2], [2,3])))
  t%n = 0
  where (reshape([1,0,1,0,1,0], [2,3]) == 1) t%n = h(1)[k]%arr%n
  call chk('13', all(t%n == 10*k*reshape([1,0,1,0,1,0], [2,3])+reshape([1,0,3,0,5,0], [2,3])))
  call sub(h(1)[k]%arr, h(1)[k]%al, h(2)[k]%big(2:3))
  call poly(h(2)[k]%big)
  sync all
  do i = 1, 3
    h(1)[k]%arr(:,i) = [acc(me+i), acc(me-i)]
  end do
  sync all
  call chk('p1', all(h(1)%arr(1,:)%n == p+[1,2,3]) .and. all(h(1)%arr(2,:)%n == p-[1,2,3]))
  sync all
  forall (i=1:3) h(1)[k]%arr(:,i) = [acc(me*i), acc(-i)]
  sync all
  call chk('p2', all(h(1)%arr(1,:)%n == p*[1,2,3]) .and. all(h(1)%arr(2,:)%n == -[1,2,3]))
  sync all
  h(1)[k]%arr(1,ix) = [acc(7), acc(8)]
  h(2)[k]%big = bigger([1,2,3]*1d0, 'new', 1, me)
  sync all
  call chk('p3', all(h(1)%arr(1,:)%n == [8,2*p,7]))
  call chk('p4', all(h(2)%big%nm == 'new') .and. all(h(2)%big%m == p))
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine sub(a, b, c)
    type(acc), intent(in) :: a(:,:), b(3)
    class(bigger), intent(in) :: c(*)
    call chk('s1', all(a%n == 10*k+reshape([1,2,3,4,5,6], [2,3])))
    call chk('s2', all(b%n == k*[1,2,3]))
    call chk('s3', all(c(:2)%n == k*[2,3]))
  end subroutine
  subroutine poly(c)
    class(big), intent(in) :: c(:)
    call chk('s4', all(c%n == k*[1,2,3,4]))
  end subroutine
  subroutine chk(s, l)
    character(*), intent(in) :: s
    logical, intent(in) :: l
    if (l) return
    print '(3a,i0)', 'wrong: ', s, ' on image ', me
    error stop
  end subroutine
end program
