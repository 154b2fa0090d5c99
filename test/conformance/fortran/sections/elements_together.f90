! conformance: images=1,2,3,6
! feature: vector subscripts
! Elements that loops name are fetched together, by one question for each image: of several images, of many lengths, of
! more than one answer has room for, of elements that are subscripts of others, behind what this image has put there.
program elements_together
  implicit none
  integer, parameter :: m = 300, many = 9000
  type :: point
    integer :: x, y(2)
    character(3) :: name
  end type
  integer :: a(m)[*], next(m)[*], i, j, me, n, k
  integer(8) :: long(many)[*]
  integer(1) :: bytes(many)[*]
  real(8) :: grid(40, 30)[*]
  complex :: z(m)[*]
  character(5) :: words(m)[*]
  character(700) :: pages(60)[*]
  type(point) :: points(m)[*]
  integer :: list(many), got(m)
  integer(8) :: far(many)
  integer(1) :: small(many)
  logical :: mask(m)
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  a = [(1000*me + i, i = 1, m)]
  next = [(mod(7*i, m) + 1, i = 1, m)]
  long = [(100000_8*me + i, i = 1, many)]
  bytes = [(int(mod(i + me, 100), 1), i = 1, many)]
  grid = reshape([(1d3*me + i, i = 1, 1200)], [40, 30])
  z = [(cmplx(me, i), i = 1, m)]
  do i = 1, m
    write (words(i), '(2i2.2,a)') me, mod(i, 100), 'x'
    points(i) = point(me, [i, -i], 'p')
  end do
  do i = 1, 60
    pages(i) = repeat(achar(32 + i), 700)
    pages(i)(1:1) = achar(48 + me)
  end do
  list = [(mod(4999*i, many) + 1, i = 1, many)]
  sync all
  call check('implied loop', [(a(i)[k], i = 1, m)], [(1000*k + i, i = 1, m)])
  call check('downwards, with a step', [(a(i)[k], i = m, 1, -3)], [(1000*k + i, i = m, 1, -3)])
  call check('of all images', [(a(3)[i], i = 1, n)], [(1000*i + 3, i = 1, n)])
  call check('of all images and elements', [((a(j)[i], i = 1, n), j = 1, 20)], [((1000*i + j, i = 1, n), j = 1, 20)])
  call check('two in one item', [(a(i)[k] - a(m + 1 - i)[1], i = 1, m)], [(1000*(k - 1) + 2*i - m - 1, i = 1, m)])
  call check('subscripts of another image', [(a(next(i)[k])[1], i = 1, m)], [(1000 + mod(7*i, m) + 1, i = 1, m)])
  call check('the same again and again', [(a(7)[k], i = 1, m)], [(1000*k + 7, i = 1, m)])
  call check('none', [(a(i)[k], i = 1, 0)], [(0, i = 1, 0)])
  far = long(list)[k]
  call check('long list', int(far - 100000_8*k), list)
  small = bytes(list)[k]
  call check('bytes', int(small), mod(list + k, 100))
  far(1:50) = long(list(1:50))[k] + long(list(51:100))[1]
  call check('two lists', int(far(1:50) - 100000_8*(k + 1)), list(1:50) + list(51:100))
  call check('block', reshape(int(grid(list(1:10)/300 + 1, [30, 1, 30])[k]) - 1000*k, [30]), &
    [((list(i)/300 + 1 + 40*(mod(j, 2)*29), i = 1, 10), j = 1, 3)])
  call check('imaginary', int(aimag(z([5, 300, 1])[k])), [5, 300, 1])
  if (any(words([3, 299, 3])[k] /= [word(3), word(299), word(3)])) call fail('words')
  if (any([(words(i)[k](2:4), i = 1, m)] /= [(substring(i), i = 1, m)])) call fail('substrings')
  if (any([(pages(i)[k](:2), i = 1, 60)] /= [(achar(48 + k)//achar(32 + i), i = 1, 60)])) call fail('pages, in part')
  if (any(pages([(61 - i, i = 1, 60)])[k] /= [(achar(48 + k)//repeat(achar(93 - i), 699), i = 1, 60)])) call fail('pages')
  call check('components', [(points(i)[k]%y(2), i = 1, m)], [(-i, i = 1, m)])
  call check('vector of components', points([9, 2, 9])[k]%x, [k, k, k])
  got = 0
  forall (i = 1:m) got(i) = a(m + 1 - i)[k]
  call check('forall', got, [(1000*k + m + 1 - i, i = 1, m)])
  got = 0
  mask = .false.
  forall (i = 1:m:2, a(i)[k] > 1000*k + 100) got(i) = a(i)[k]
  call check('forall with a mask', got, [(merge(1000*k + i, 0, mod(i, 2) == 1 .and. i > 100), i = 1, m)])
  call check('pure function', [summed(k)], [m*1000*k + m*(m + 1)/2])
  sync all
  a(list(1:1))[k] = 5
  long(1:many:3)[k] = -1
  long(2)[k] = -2
  call check('behind puts', [int(long([1, 2, 3, 4])[k]), a(list(1:1))[k]], [-1, -2, 100000*k + 3, -1, 5])
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  pure integer function summed(k)
    integer, intent(in) :: k
    integer :: i
    summed = sum([(a(i)[k], i = 1, m)])
  end function
  pure character(5) function word(i)
    integer, intent(in) :: i
    write (word, '(2i2.2,a)') k, mod(i, 100), 'x'
  end function
  pure character(3) function substring(i)
    integer, intent(in) :: i
    character(5) :: whole
    whole = word(i)
    substring = whole(2:4)
  end function
  subroutine check(what, got, want)
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
