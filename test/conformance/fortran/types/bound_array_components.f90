! conformance: images=1,2,3,5
! feature: type-bound procedures with coindexed objects
! Array components whose type has type-bound procedures, whole and as sections: fixed ones,
! allocatable ones and targets of pointers, behind coarrays and behind coarray components; got, put,
! and defined by procedures.
module arrays_of_bound
  implicit none
  type acc
    integer :: n = 0
  contains
    procedure :: add
  end type
  type wrap
    integer :: pad = 7
    type(acc) :: a
    type(acc) :: arr(2,3)
  end type
  type hold
    type(wrap) :: w(3)
    type(acc), allocatable :: al(:)
    type(acc), pointer :: pt(:)
  end type
  type nocoal
    type(wrap) :: w(3)
  end type
  type comp
    type(wrap), allocatable :: c(:)[:]
    type(acc), allocatable :: d(:,:)[:]
  end type
contains
  subroutine add(self)
    class(acc), intent(inout) :: self
    self%n = self%n + 1
  end subroutine
  subroutine set(x, m)
    type(acc), intent(inout) :: x(:,:)
    integer, intent(in) :: m
    x%n = m*10 + reshape([1,2,3,4,5,6], shape(x), pad=[9])
  end subroutine
end module
program bound_array_components
  use arrays_of_bound
  implicit none
  type(hold), save :: h(2)[*]
  type(nocoal), save :: g(2)[*]
  type(comp) :: c
  type(acc) :: t(2,3), u(3), v(2)
  integer :: k, i, me, p
  me = this_image()
  k = 1+mod(me, num_images()); p = merge(num_images(), me-1, me==1)
  do i = 1, 3
    call set(h(1)%w(i)%arr, 10*me+i)
    h(2)%w(i)%a%n = 10*me+i
    g(1)%w(i) = h(1)%w(i)
    g(2)%w(i) = h(2)%w(i)
  end do
  allocate (h(1)%al(3), h(1)%pt(3))
  h(1)%al%n = [1,2,3]*me
  h(1)%pt%n = [1,2,3]*me
  allocate (c%c(3)[*], c%d(2,3)[*])
  c%c = h(1)%w
  call set(c%d, me)
  sync all
  t = g(1)[k]%w(2)%arr
  call chk('1', all(t%n == 10*(10*k+2)+reshape([1,2,3,4,5,6],[2,3])))
  t%n = 0
  t = g(1)[k]%w(2)%arr(2:1:-1,:)
  call chk('2', all(t%n == 10*(10*k+2)+reshape([2,1,4,3,6,5],[2,3])))
  v = g(1)[k]%w(2)%arr(:,2)
  call chk('3', all(v%n == 10*(10*k+2)+[3,4]))
  u = g(2)[k]%w%a
  call chk('4', all(u%n == 10*k+[1,2,3]))
  v = g(2)[k]%w(::2)%a
  call chk('5', all(v%n == 10*k+[1,3]))
  v = g(:)[k]%w(3)%arr(1,1)
  call chk('6', v(1)%n == 10*(10*k+3)+1)
  u = h(2)[k]%w%a
  call chk('7', all(u%n == 10*k+[1,2,3]))
  u = h(1)[k]%al
  call chk('8', all(u%n == k*[1,2,3]))
  v = h(1)[k]%al(3:1:-2)
  call chk('9', all(v%n == k*[3,1]))
  u = h(1)[k]%pt
  call chk('10', all(u%n == k*[1,2,3]))
  v = h(1)[k]%pt(::2)
  call chk('11', all(v%n == k*[1,3]))
  t = h(1)[k]%w(2)%arr
  call chk('12', all(t%n == 10*(10*k+2)+reshape([1,2,3,4,5,6],[2,3])))
  t = c%c(3)[k]%arr
  call chk('13', all(t%n == 10*(10*k+3)+reshape([1,2,3,4,5,6],[2,3])))
  v = c%c(3)[k]%arr(2,1:3:2)
  call chk('14', all(v%n == 10*(10*k+3)+[2,6]))
  u = c%d(1,:)[k]
  call chk('15', all(u%n == 10*k+[1,3,5]))
  t = c%d(:,:)[k]
  call chk('16', all(t%n == 10*k+reshape([1,2,3,4,5,6],[2,3])))
  u = c%c(:)[k]%arr(2,2)
  call chk('17', all(u%n == 10*(10*k+[1,2,3])+4))
  sync all
  call set(t, 500+me)
  g(1)[k]%w(2)%arr = t
  g(1)[k]%w(1)%arr(:,::2) = t(:,:2)
  g(2)[k]%w%a = t(1,:)
  c%c(3)[k]%arr = t
  c%c(1)[k]%arr(2,:) = t(1,:)
  sync all
  call chk('p1', all(g(1)%w(2)%arr%n == 10*(500+p)+reshape([1,2,3,4,5,6],[2,3])))
  call chk('p2', all(g(1)%w(1)%arr(:,::2)%n == 10*(500+p)+reshape([1,2,3,4],[2,2])))
  call chk('p3', all(g(2)%w%a%n == 10*(500+p)+[1,3,5]))
  call chk('p4', all(c%c(3)%arr%n == 10*(500+p)+reshape([1,2,3,4,5,6],[2,3])))
  call chk('p5', all(c%c(1)%arr(2,:)%n == 10*(500+p)+[1,3,5]))
  sync all
  call upd(g(1)[k]%w(2)%arr)
  call upd1(g(2)[k]%w(3:1:-2)%a)
  call upd1(h(1)[k]%al(:))
  sync all
  call chk('u1', all(g(1)%w(2)%arr%n == 1+10*(500+p)+reshape([1,2,3,4,5,6],[2,3])))
  call chk('u2', all(g(2)%w%a%n == 10*(500+p)+[2,3,6]))
  call chk('u3', all(h(1)%al%n == 1+me*[1,2,3]))
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine upd(x)
    type(acc), intent(inout) :: x(:,:)
    x%n = x%n + 1
  end subroutine
  subroutine upd1(x)
    type(acc), intent(inout) :: x(:)
    x%n = x%n + 1
  end subroutine
  subroutine chk(s, l)
    character(*), intent(in) :: s
    logical, intent(in) :: l
    if (l) return
    print '(3a,i0)', 'wrong: ', s, ' on image ', me
    error stop
  end subroutine
end program
