! conformance: images=1,2,3
! feature: transformational functions and I/O on coindexed arrays of elements of odd sizes
! The distance of images in memory is no multiple of the size of these elements. Libraries of
! compilers get such arrays by descriptor.
module odd_sizes
  implicit none
  integer, parameter :: n = 11
  type :: eleven
    integer :: a(n)
  end type
  type :: texts
    character(n), allocatable :: a(:)
  end type
  type :: owner
    character(n), allocatable :: x(:)[:]
  end type
  logical :: good = .true.
contains
  subroutine same(what, a, b)
    character(*), intent(in) :: what
    character(*), intent(in) :: a(:), b(:)
    logical :: is
    is = size(a) == size(b) .and. len(a) == len(b)
    if (is) is = all(a == b)
    if (.not. is) print '(2a)', 'wrong: ', what
    good = good .and. is
  end subroutine
  subroutine alike(what, a, b)
    character(*), intent(in) :: what
    type(eleven), intent(in) :: a(:), b(:)
    integer :: i
    logical :: is
    is = size(a) == size(b)
    do i = 1, min(size(a), size(b))
      is = is .and. all(a(i)%a == b(i)%a)
    end do
    if (.not. is) print '(2a)', 'wrong: ', what
    good = good .and. is
  end subroutine
  subroutine holds(what, is)
    character(*), intent(in) :: what
    logical, intent(in) :: is
    if (.not. is) print '(2a)', 'wrong: ', what
    good = good .and. is
  end subroutine
end module

program sizes_beside_stride
  use odd_sizes
  implicit none
  character(n), save :: x(6)[*], y(2,3)[*], r(6)[*], f(3)[*]
  type(eleven), save :: d(6)[*]
  type(owner), save :: o
  character(n) :: mx(6), my(2,3), w(6), three(3)
  type(eleven) :: md(6)
  type(texts) :: t
  character(400) :: line, want
  logical :: mask(3)
  integer :: i, j, k

  allocate (o%x(6)[*])
  k = merge(1, this_image() + 1, this_image() == num_images())
  x = [(repeat(achar(63 + this_image() + i), n), i=1, 6)]
  y = reshape(x, [2, 3])
  o%x = x
  do i = 1, 6
    d(i)%a = [(100*this_image() + i*n + j, j=1, n)]
  end do
  mx = [(repeat(achar(63 + k + i), n), i=1, 6)]
  my = reshape(mx, [2, 3])
  do i = 1, 6
    md(i)%a = [(100*k + i*n + j, j=1, n)]
  end do
  w = [(repeat(achar(96 + i), n), i=1, 6)]
  mask = [.true., .false., .true.]
  sync all

  call same('cshift', cshift(x(::2)[k], 1), cshift(mx(::2), 1))
  call same('cshift of a dimension', [cshift(y(:,::2)[k], 1, 2)], [cshift(my(:,::2), 1, 2)])
  call same('cshift of a component', cshift(o%x(2:)[k], 1), cshift(mx(2:), 1))
  call same('eoshift', eoshift(x(::2)[k], 1), eoshift(mx(::2), 1))
  call same('pack', pack(x(::2)[k], mask), pack(mx(::2), mask))
  call same('pack into', pack(w, w == 'q', x(:)[k]), mx)
  call same('reshape', [reshape(y(:,:)[k], [3, 2])], [reshape(my, [3, 2])])
  call same('pad', [reshape(w(:2), [4, 2], x(::2)[k])], [reshape(w(:2), [4, 2], mx(::2))])
  call same('spread', [spread(x(::2)[k], 1, 2)], [spread(mx(::2), 1, 2)])
  call same('unpack', unpack(x(::2)[k], mask, w(:3)), unpack(mx(::2), mask, w(:3)))
  call same('unpack among', unpack(w(:3), mask, x(::2)[k]), unpack(w(:3), mask, mx(::2)))
  call holds('maxval', maxval(x(::2)[k]) == mx(5) .and. minval(x(4:)[k]) == mx(4))
  call holds('minloc', all(minloc(x(6:1:-2)[k]) == [3]) .and. all(maxloc(x(::2)[k]) == [3]))
  call holds('findloc', all(findloc(x(::2)[k], mx(3)) == [2]))
  call holds('transfer', all(transfer(x(::2)[k], [1_1]) == transfer(mx(::2), [1_1])))
  call alike('cshift of structures', cshift(d(2:6:2)[k], 1), cshift(md(2:6:2), 1))
  call alike('eoshift of structures', eoshift(d(2:4)[k], 1, md(1)), eoshift(md(2:4), 1, md(1)))
  call alike('pack of structures', pack(d(2:4)[k], mask), pack(md(2:4), mask))
  call alike('reshape of structures', reshape(d(::2)[k], [2]), reshape(md(::2), [2]))
  call alike('unpack of structures', unpack(d(2:4)[k], mask, md(:3)), unpack(md(2:4), mask, md(:3)))
  call holds('transfer of structures', all(transfer(d(::2)[k], [1]) == transfer(md(::2), [1])))
  i = 0
  do while (maxval(x(::2)[k]) == mx(5) .and. i < 3)
    i = i + 1
    three = cshift(x(i:i + 2)[k], 1)
    call same('in a loop', three, cshift(mx(i:i + 2), 1))
  end do
  call holds('a condition', i == 3)
  where (eoshift(x(::2)[k], 1) == mx(3)) three = 'where'
  call holds('a mask', three(1) == 'where')
  t = texts(x(::2)[k])
  call same('constructor', t%a, mx(::2))

  write (line, *) x(::2)[k], o%x(2:3)[k]
  write (want, *) mx(::2), mx(2:3)
  call holds('write', line == want)
  write (line, *) (y(i,:)[k], i=1, 2)
  write (want, *) (my(i,:), i=1, 2)
  call holds('write in a loop', line == want)
  write (line, *) d(2:3)[k]
  write (want, *) md(2:3)
  call holds('write of structures', line == want)
  line = ''
  read (x(::2)[k], '(a)') line(:n), line(n + 1:2*n)
  call holds('read from', line == mx(1)//mx(3))
  f(:)[k] = [character(n) :: '(i3,', '1x,', 'i4)']
  sync all
  write (line, f(:)[k]) 1, 2
  call holds('format', line == '  1    2')

  write (line, '(6a12)') w
  read (line, *) r(2::2)[k], r(5:1:-2)[k]
  sync all
  call same('read', [r(2::2), r(5:1:-2)], w)
  sync all
  write (r(::2)[k], '(a)') w(4), w(5), w(6)
  sync all
  call same('write into', r(::2), w(4:6))

  if (.not. good) error stop 'wrong values'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
