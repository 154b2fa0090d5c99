! conformance: images=1,2,3,5
! feature: coindexed in do concurrent with locality
program locality_forms
  implicit none
  type :: pair
    integer :: a = 5, b = 6
  end type
  integer :: x(12)[*], y(12), me, n, k, i, j, total, biggest
  real, target :: outside(2) = [1.0, 2.0]
  real, pointer :: p(:)
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  x = [(100 * me + i, i = 1, 12)]
  p => outside
  sync all
  call locals(12, 'abcdef')
  total = 1000; biggest = -1
  do concurrent (i = 1:12) reduce(+: total) reduce(max: biggest) shared(x, k) default(none)
    total = total + x(i)[k]
    biggest = max(biggest, x(i)[k])
  end do
  if (total /= 1000 + sum(x(:)[k]) .or. biggest /= 100 * k + 12) error stop 'reduce'
  i = -1; j = -2
  do concurrent (integer(8) :: i = 1:4, j = 3:1:-1, mod(i + j, 2_8) == 0)
    y(i + 4 * (j - 1)) = x(i + 4 * (j - 1))[k]
  end do
  if (i /= -1 .or. j /= -2) error stop 'indices of the construct'
  if (y(1) /= 100 * k + 1 .or. y(11) /= 100 * k + 11 .or. y(6) /= 100 * k + 6) error stop 'mask'
  sync all
  rows: do concurrent (i = 1:3)
    do concurrent (j = 1:4) local(total)
      total = i * j
      if (total == 6) cycle
      x(i + 3 * (j - 1))[k] = total + me
    end do
    if (i == 2) cycle rows
    y(i) = x(i)[me]
  end do rows
  sync all
  if (x(12) /= 12 + modulo(me - 2, n) + 1) error stop 'nested, put'
  if (x(8) /= 100 * me + 8) error stop 'nested, cycle'
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine locals(m, text)
    integer, intent(in) :: m
    character(*), intent(in) :: text
    integer :: work(m), i
    type(pair) :: q
    character(len(text)) :: word
    work = 7; q = pair(1, 2); word = text
    do concurrent (i = 1:m) local(q) local_init(work, word, p) shared(x, y, k)
      if (q%a /= 5 .or. q%b /= 6) error stop 'default initialisation'
      if (any(work /= 7) .or. word /= 'abcdef' .or. p(2) /= 2.0) error stop 'local_init'
      q%a = x(i)[k]
      work(i) = q%a
      word(2:2) = '-'
      p => null()
      y(i) = sum(work) - 7 * (size(work) - 1)
    end do
    if (any(work /= 7) .or. q%a /= 1 .or. word /= 'abcdef' .or. .not. associated(p)) error stop 'outer variables'
    if (any(y /= x(:)[k])) error stop 'values'
  end subroutine
end program
