! conformance: images=1,2,3,6
! feature: vector subscripts
! Elements that loops name are sent together: to several images, of all lengths about the limits,
! with gaps, one place several times, as components, substrings and parts of complex numbers, behind
! and in front of other puts and gets of the same places, in recursive and pure functions that send
! while their caller does, and left by EXIT, END= and an error.
module sender
  implicit none
  integer, parameter :: m = 300
  integer :: a(m)[*], log(m)[*]
contains
  impure elemental integer function noted(i, k)
    integer, intent(in) :: i, k
    log([i, m + 1 - i])[k] = [i, -i]
    noted = 10*i
  end function
  recursive integer function deep(n, k) result(r)
    integer, intent(in) :: n, k
    integer :: v(3)
    r = n
    if (n == 0) return
    v = [3*n, 3*n - 1, 3*n - 2]
    a(v)[k] = v*deep(n - 1, k)
    v = 1
  end function
end module
program elements_sent_together
  use sender
  implicit none
  integer, parameter :: big = 9000
  type :: inner
    integer(2) :: s
    character(5) :: w
    real(8) :: r(2)
  end type
  type :: point
    integer :: x, y(2)
    type(inner) :: in
  end type
  integer :: me, n, k, i, j, ios, from
  integer :: list(m), to(m), v(3)
  integer(1) :: bytes(big)[*]
  integer(8) :: long(big)[*]
  real(8) :: grid(40, 30)[*], cube(6, 700, 4)[*]
  complex :: z(m)[*]
  character(7) :: words(m)[*]
  character(1023) :: page(9)[*]
  character(1024) :: pages(9)[*]
  character(4096) :: sheets(5)[*]
  character(5000) :: sheet(5)[*]
  type(point) :: points(m)[*]
  character(80) :: line
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  from = mod(me + n - 2, n) + 1
  list = [(mod(7*i, m) + 1, i = 1, m)]
  to = [(mod(i, n) + 1, i = 1, m)]
  a = 0; log = 0; bytes = 0; long = 0; grid = 0; cube = 0; z = 0; words = '-'
  page = '-'; pages = '-'; sheets = '-'; sheet = '-'
  points = point(0, 0, inner(0_2, '-', 0))
  sync all
  a(list)[k] = [(1000*me + i, i = 1, m)]
  call same('behind a put', a(list)[k], [(1000*me + i, i = 1, m)])
  a(2)[k] = -1
  a([2, 4])[k] = [-2, -4]
  a(4)[k] = -5
  a([4, 6, 8])[k] = a([2, 4, 6])[k]
  sync all
  call same('order', a([2, 4, 6, 8]), [-2, -2, -5, 1000*from + where_is(6)])
  sync all
  ! one place several times has the last value, as the compiler assigns in order
  do i = 1, 200
    v = [1, i + 1, 1]
    a(v)[k] = [i, 2*i, 3*i]
    v = 9
    if (i == 150) exit
  end do
  sync all
  call same('left by EXIT', a(2:151), [(2*i, i = 1, 150)])
  call same('last value', a(1:1), [450])
  sync all
  forall (i = 1:m) a(i)[to(m + 1 - i)] = i
  sync all
  call same('to many images', pack(a, to(m:1:-1) == me), pack([(i, i = 1, m)], to(m:1:-1) == me))
  sync all
  a = 0
  sync all
  if (me == 1) then
    forall (i = 1:m, mod(i, 3) /= 0) a(list(i))[to(i)] = i
  end if
  sync all
  call same('mask', a(list), [(merge(i, 0, mod(i, 3) /= 0 .and. to(i) == me), i = 1, m)])
  sync all
  do concurrent (i = 1:m/3)
    a([3*i, 3*i - 1])[k] = [i, -i]
  end do
  sync all
  call same('concurrent', a([3, 2, 300, 299]), [1, -1, 100, -100])
  sync all
  bytes([(big + 1 - i, i = 1, big)])[k] = [(int(mod(i, 100), 1), i = 1, big)]
  long([(big + 1 - i, i = 1, big)])[k] = [(i*int(me, 8), i = 1, big)]
  grid([30, 1, 7], [30, 2, 9])[k] = reshape([(i*me, i = 1, 9)], [3, 3])
  cube(2:5:3, [700, 1, 350], 2:3)[k] = reshape([(i*me, i = 1, 12)], [2, 3, 2])
  cube(:, [9, 8], :)[k] = reshape([(i*me, i = 1, 48)], [6, 2, 4])
  cube([6, 1], :, [1])[k] = reshape([(i*me, i = 1, 1400)], [2, 700, 1])
  z(list)%re = 1
  z(list)[k]%im = [(i, i = 1, m)]
  words(list)[k](3:5) = [(text(i), i = 1, m)]
  page([9, 1, 5])[k] = [repeat('a', 1023), repeat('b', 1023), repeat('c', 1023)]
  pages([9, 1, 5])[k] = [repeat('a', 1024), repeat('b', 1024), repeat('c', 1024)]
  sheets([5, 1])[k] = [repeat('a', 4096), repeat('b', 4096)]
  sheet([5, 1])[k] = [repeat('a', 5000), repeat('b', 5000)]
  sheet([4, 2, 3])[k](4990:) = ['12345678901', '22345678902', '32345678903']
  points(list)[k]%y(2) = [(me*i, i = 1, m)]
  points(list)[k]%in%s = [(int(i, 2), i = 1, m)]
  points(list)[k]%in%w(2:3) = [(text(i), i = 1, m)]
  points(list(:9))[k]%in%r(1) = 0.5d0
  points([1, 3])[k] = [point(8, 9, inner(7_2, 'whole', 6)), point(1, 2, inner(3_2, 'other', 4))]
  sync all
  call same('bytes', int(bytes), [(mod(big + 1 - i, 100), i = 1, big)])
  call same('long', int(long), [((big + 1 - i)*from, i = 1, big)])
  call same('grid', int([grid(30, 30), grid(1, 30), grid(7, 9), sum(grid)]), from*[1, 2, 9, 45])
  call same('cube', int([cube(2, 700, 2), cube(5, 350, 3), cube(6, 8, 4), cube(6, 9, 1), &
    cube(1, 700, 1), cube(3, 10, 1)]), from*[1, 12, 48, 17, 1400, 0])
  call same('parts', int(z(list)%im + z(list)%re), [(i + 1, i = 1, m)])
  if (any(words(list) /= [('-'//' '//text(i), i = 1, m)])) call fail('substrings')
  if (page(5) /= repeat('c', 1023) .or. page(2) /= '-'  &
    .or. page(9) /= repeat('a', 1023)) call fail('page')
  if (pages(5) /= repeat('c', 1024) .or. pages(2) /= '-' &
    .or. pages(1) /= repeat('b', 1024)) call fail('pages')
  if (sheets(5) /= repeat('a', 4096) .or. sheets(1) /= repeat('b', 4096)) call fail('sheets')
  if (sheet(5) /= repeat('a', 5000) .or. sheet(1) /= repeat('b', 5000)) call fail('sheet')
  if (sheet(3)(4989:) /= ' 32345678903') call fail('long strings, in part')
  call same('components', points(list(2:9))%y(2), from*[(i, i = 2, 9)])
  call same('nested components', int(points(list(2:9))%in%s), [(i, i = 2, 9)])
  if (points(8)%in%w /= '-'//'1  ' .or. points(15)%in%w /= '-2') call fail('nested strings')
  call same('whole objects', [points(1)%x, points(3)%y(1), int(points(3)%in%s)], [8, 2, 3])
  if (points(3)%in%w /= 'other' .or. points(8)%in%r(1) /= 0.5d0) call fail('objects')
  sync all
  a = 0
  sync all
  a(list(1:9))[k] = noted([(i, i = 1, 9)], k)
  sync all
  call same('functions that send', [a(list(1:9)), log([1, 9, 300, 292])], &
    [(10*i, i = 1, 9), 1, 9, -1, -9])
  sync all
  i = deep(20, k)
  sync all
  call same('recursion', a(1:60), [(i*((i - 1)/3), i = 1, 60)])
  sync all
  v = 1
  line = '7 8 9 70 80 90'
  read (line, *) v
  read (line, *) j, j, j, (a(v(i))[k], i = 1, 3)
  sync all
  call same('subscripts that are read', a([7, 8, 9]), [70, 80, 90])
  sync all
  read (line, *, iostat=ios) (a(list(i))[k], i = 1, 7)
  if (ios == 0) call fail('end of file')
  read (line, *, end=10) (a(i)[k], i = 1, 7)
  call fail('end not met')
10 a([11, 12])[k] = [1, 2]
  sync all
  call same('behind an error', a([11, 12]), [1, 2])
  sync all
  v = [1, 2, 3]
  j = k
  call move(a(v)[k], v, j)
  sync all
  call same('changed by the procedure', a([1, 2, 3]), [11, 12, 13])
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine move(x, v, j)
    integer, intent(in) :: x(3)
    integer, intent(inout) :: v(3), j
    integer :: copy(3)
    copy = x*0 + [11, 12, 13]
    a(v)[j] = copy
    v = 200
    j = -1
  end subroutine
  integer function where_is(p)
    integer, intent(in) :: p
    where_is = findloc(list, p, 1)
  end function
  pure character(3) function text(i)
    integer, intent(in) :: i
    write (text, '(i0)') i
  end function
  subroutine same(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got(:), want(:)
    if (size(got) /= size(want)) call fail(what)
    if (any(got /= want)) call fail(what)
  end subroutine
  subroutine fail(what)
    character(*), intent(in) :: what
    print '(3a,i0)', 'FAIL: ', what, ', image ', this_image()
    error stop 1
  end subroutine
end program
