! conformance: images=1,2,3,5
! feature: functions with effects in implied DO
! A function in the subscripts or the image selector of an item of an implied DO is evaluated once for each item, one in a bound once. Bounds of an inner
! loop depend on the index of an outer one.
program implied_do_functions
  implicit none
  type t
    integer, allocatable :: p(:)
    integer :: s = 0
  end type
  integer :: x[*], a(5)[*], i, j, k, n, me
  type(t) :: o(3)[*]
  integer, allocatable :: got(:), want(:)
  character(60) :: text
  n = num_images(); me = this_image()
  i = 55; j = 77
  x = 10*me
  a = [(100*me + k, k = 1, 5)]
  do k = 1, 3
    allocate (o(k)%p(2))
    o(k)%p = 1000*me + 10*k
    o(k)%s = k
  end do
  k = 0
  sync all
  got = [(x[1 + mod(next(), n)], i = 1, 3)]
  want = [(10*(1 + mod(i, n)), i = 1, 3)]
  if (k /= 3 .or. differ()) error stop 'image'
  k = 0
  got = [(a(next())[n], i = 1, 5)]
  want = [(100*n + i, i = 1, 5)]
  if (k /= 5 .or. differ()) error stop 'subscript'
  k = 0
  got = [((a(j)[1 + mod(next(), n)] + i, j = i, 3), i = 1, 3)]
  want = [12, 13, 14, 24, 25, 36]
  if (k /= 6 .or. size(got) /= 6) error stop 'nest'
  k = 2
  got = [(a(i)[n], i = next(), next() + 1)]
  if (k /= 4) error stop 'bounds'
  k = 1
  got = [(a(i)[n], i = 1, 2*next(), next() - 2)]
  want = [(100*n + i, i = 1, 4)]
  if (k /= 3 .or. (size(got) /= 4 .and. size(got) /= 6)) error stop 'bounds and step'
  k = 0
  got = [(o(next())[n]%p(1), i = 1, 3)]
  want = [(1000*n + 10*i, i = 1, 3)]
  if (k /= 3 .or. differ()) error stop 'component'
  k = 0
  write (text, '(5(i0,1x))') (a(next())[1 + mod(i, n)], i = 1, 5)
  if (k /= 5) error stop 'output'
  read (text, *) (j, i = 1, 5)
  if (mod(j, 100) /= 5) error stop 'what is written'
  k = 0
  if (any([(a(next())[n], i = 1, 5)] /= [(100*n + i, i = 1, 5)])) error stop 'condition'
  if (k /= 5) error stop 'times in a condition'
  ! without functions
  got = [((o(i)[1 + mod(j, n)]%p(1), i = 1, j), j = 1, 3)]
  want = [((1000*(1 + mod(j, n)) + 10*i, i = 1, j), j = 1, 3)]
  if (differ()) error stop 'triangle'
  got = [((o(i)[1 + mod(j, n)]%p(1), i = j, 3), j = 3, 1, -1)]
  want = [((1000*(1 + mod(j, n)) + 10*i, i = j, 3), j = 3, 1, -1)]
  if (differ()) error stop 'triangle downwards'
  got = [((a(i)[1 + mod(j, n)], i = 1, j), j = 1, 3)]
  want = [((100*(1 + mod(j, n)) + i, i = 1, j), j = 1, 3)]
  if (differ()) error stop 'triangle of elements'
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  integer function next()
    k = k + 1
    next = k
  end function
  logical function differ()
    differ = size(got) /= size(want)
    if (.not. differ) differ = any(got /= want)
  end function
end program
