! conformance: images=1,2,3
! feature: sections of pointers to components, and of associate names, beside coindexed objects and in collectives
! gfortran reckons where such a section begins with the size of the component.
program misplaced_sections
  implicit none
  type box
    integer :: n, v(5)
  end type
  type pair
    integer :: k
    character(len=3) :: word
  end type
  type(box), save, target :: lo(5)
  type(pair), save, target :: words(4)
  type(box), save :: bb(5)[*]
  integer, save :: x(5)[*], c(2)[*], long(40)[*]
  integer, pointer :: p(:), w(:), q(:,:)
  character(len=3), pointer :: s(:)
  type wide
    integer :: e, f
  end type
  type(wide), target :: table(3, 50)
  integer, target :: two(2, 5)
  integer :: n, me, i, next, before, asked = 0
  n = num_images(); me = this_image()
  next = mod(me, n) + 1
  before = mod(me + n - 2, n) + 1
  p => lo(:)%n
  do i = 1, 5
    lo(i)%v = -i
  end do

  call reset()
  sync all
  c(:)[next] = p(2:5:3)
  sync all
  if (any(c /= [2, 5]*before)) error stop 'put'
  p(2:5:3) = 0
  p(2:5:3) = c(:)[next]
  if (any(lo%n /= [1, 2, 3, 4, 5]*me)) error stop 'get'
  p(5:2:-3) = c(:)[next]
  if (any(lo%n /= [1, 5, 3, 4, 2]*me)) error stop 'get backwards'
  table%e = me
  table(2,:)%e = [(me*i, i = 1, 50)]
  q => table%e
  sync all
  long(:)[next] = q(2, 6:45)
  sync all
  if (any(long /= [(before*i, i = 6, 45)])) error stop 'long put'
  q(3, 11:50) = long(:)[next]
  if (any(table(3,:)%e /= [(me, i = 1, 10), (me*i, i = 6, 45)])) error stop 'long get'

  call reset()
  call co_broadcast(p(2:5:3), n)
  call expect([me, 2*n, 3*me, 4*me, 5*n], 'broadcast')
  call co_reduce(p(2:5:3), add)
  call expect([me, n*(n + 1), 3*me, 4*me, 5*n*(n + 1)/2], 'reduce')
  call co_max(p(2:5:3), result_image=1)
  call expect([me, 2*n, 3*me, 4*me, 5*n], 'max')
  call co_sum(p)
  call expect([1, 2, 3, 4, 5]*n*(n + 1)/2, 'whole pointer')
  call co_sum(p(second():5:3))
  call expect([me, n*(n + 1), 3*me, 4*me, 5*n*(n + 1)/2], 'function')
  if (asked /= 1) error stop 'the function is called once'
  associate (a => lo(:)%n)
    call co_sum(a(2:5:3))
    call expect([me, n*(n + 1), 3*me, 4*me, 5*n*(n + 1)/2], 'associate name')
    call co_sum(a(2:4))
    call expect([me, n*(n + 1), 3*n*(n + 1)/2, 2*n*(n + 1), 5*me], 'contiguous section')
    call co_sum(a(:4:3))
    call expect([n*(n + 1)/2, 2*me, 3*me, 2*n*(n + 1), 5*me], 'from the first element')
  end associate
  associate (a => p)
    call co_sum(a(2:5:3))
    call expect([me, n*(n + 1), 3*me, 4*me, 5*n*(n + 1)/2], 'associate name of a pointer')
  end associate
  bb%n = 2
  sync all
  associate (a => bb(:)%n)
    call co_sum(a(2:5:3))
  end associate
  if (any(bb%n /= 2*[1, n, 1, 1, n])) error stop 'coarray'
  two = me
  w => two(2, :)
  call co_sum(w(2:4))
  if (any(two(2, 2:4) /= n*(n + 1)/2) .or. any(two(1, :) /= me) .or. any(two(2, [1, 5]) /= me)) error stop 'row'
  words%k = me
  words%word = 'abc'
  if (me == n) words%word = ['one', 'two', 'thr', 'fou']
  s => words%word
  call co_broadcast(s(2:4:2), n)
  if (words(2)%word /= 'two' .or. words(4)%word /= 'fou' .or. any(words%k /= me)) error stop 'words'
  if (me < n .and. any(words(1:3:2)%word /= 'abc')) error stop 'other words'
  do i = 1, 5
    if (any(lo(i)%v /= -i)) error stop 'other components'
  end do
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine reset()
    lo%n = [1, 2, 3, 4, 5]*me
  end subroutine
  subroutine expect(values, what)
    integer, intent(in) :: values(5)
    character(*), intent(in) :: what
    if ((me == 1 .or. what /= 'max') .and. any(lo%n /= values)) error stop what
    call reset()
  end subroutine
  integer function second()
    asked = asked + 1
    second = 2
  end function
  pure integer function add(a, b)
    integer, intent(in) :: a, b
    add = a + b
  end function
end program
