! conformance: images=1,2,3,5
! feature: collectives over arrays of any rank
! collectives on odd things: components, sections, allocatable components, unlimited, big derived types by co_reduce, characters; STAT and ERRMSG
module stats_m
  implicit none
  type :: moments
    integer(8) :: n = 0
    real(8) :: mean = 0, m2 = 0, lo = huge(1d0), hi = -huge(1d0)
    character(6) :: who = ''
  end type
  type :: holder
    type(moments) :: m(2)
    real, allocatable :: v(:,:)
    integer, pointer :: p(:) => null()
  end type
contains
  pure function combine(a, b) result(c)
    type(moments), intent(in) :: a, b
    type(moments) :: c
    real(8) :: d
    if (a%n == 0) then; c = b; return; end if
    if (b%n == 0) then; c = a; return; end if
    c%n = a%n + b%n
    d = b%mean - a%mean
    c%mean = a%mean + d*b%n/c%n
    c%m2 = a%m2 + b%m2 + d**2*a%n*b%n/c%n
    c%lo = min(a%lo, b%lo); c%hi = max(a%hi, b%hi)
    c%who = merge(a%who, b%who, a%hi >= b%hi)
  end function
  pure subroutine add(m, x)
    type(moments), intent(inout) :: m
    real(8), intent(in) :: x
    type(moments) :: one
    one%n = 1; one%mean = x; one%lo = x; one%hi = x; one%who = m%who
    m = combine(m, one)
  end subroutine
  pure integer function gcd2(a, b) result(g)
    integer, intent(in) :: a, b
    integer :: x, y, t
    x = a; y = b
    do while (y /= 0); t = mod(x, y); x = y; y = t; end do
    g = x
  end function
  pure logical function both(a, b)
    logical, intent(in) :: a, b
    both = a .and. b
  end function
end module
program collect
  use stats_m
  implicit none
  type(holder) :: h
  type(moments) :: all
  integer :: i, me, np, st, mat(4, 4), odd(5), g
  character(30) :: em
  character(5) :: names(3)
  logical :: ok(2)
  complex :: z(2)
  me = this_image(); np = num_images()
  h%m%who = 'img' // achar(48 + me)
  do i = 1, 10
    call add(h%m(1), real(me*10 + i, 8))
  end do
  call co_reduce(h%m(1), combine)
  all = h%m(1)
  if (all%n /= 10*np .or. abs(all%mean - (5.5d0 + 10*(np + 1)/2d0)) > 1d-10) error stop 'mean'
  if (all%hi /= np*10 + 10 .or. all%who /= 'img'//achar(48 + np)) error stop 'who'
  call co_reduce(h%m, combine, result_image=np, stat=st, errmsg=em)
  if (st /= 0) error stop 'stat'
  if (me == np .and. h%m(1)%n /= 10*np*np) error stop 'array of types'
  allocate (h%v(2, 3), source=real(me)); allocate (h%p(3), source=me)
  call co_sum(h%v)
  if (any(h%v /= np*(np+1)/2)) error stop 'allocatable component'
  call co_max(h%v(:, 2), result_image=1)
  call co_sum(h%p(1:3:2))
  if (any(h%p /= [np*(np+1)/2, me, np*(np+1)/2])) error stop 'pointer section'
  mat = me
  call co_sum(mat(::2, 2:3))
  if (sum(mat) /= 12*me + 4*np*(np+1)/2) error stop 'matrix section'
  odd = [1, 2, 3, 4, 5]*me
  call co_broadcast(odd(5:1:-2), source_image=np)
  if (any(odd /= [1*np, 2*me, 3*np, 4*me, 5*np])) error stop 'reversed section'
  g = 12*me
  call co_reduce(g, operation=gcd2)
  if (g /= 12) error stop 'gcd'
  ok = [.true., me == 1]
  call co_reduce(ok, both)
  if (.not. ok(1) .or. (ok(2) .neqv. np == 1)) error stop 'logical'
  names = ['aaaaa', 'bbbbb', 'ccccc']; names(2)(me:) = 'zzzzz'
  if (me > 5) names(2) = 'bbbbb'
  call co_max(names(2:3)); call co_min(names(1))
  if (names(2) /= 'zzzzz' .or. names(1) /= 'aaaaa') error stop 'characters'
  call co_max(names(2)(2:3))
  z = cmplx(me, -me)
  call co_sum(z%re)
  call co_sum(z, result_image=1)
  block
    integer :: n0(0)
    call co_sum(n0); call co_broadcast(n0, 1)
  end block
  call recurse(3)
  if (me == 1) print '(a)', 'PASS'
contains
  recursive subroutine recurse(d)
    integer, intent(in) :: d
    integer :: auto(d), k
    auto = [(me + k, k = 1, d)]
    call co_min(auto)
    if (any(auto /= [(1 + k, k = 1, d)])) error stop 'automatic array'
    if (d > 1) call recurse(d - 1)
  end subroutine
end program
