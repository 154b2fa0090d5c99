! conformance: images=1,2,3
! feature: coindexed in READ and WRITE
! An input list defines its items one after another (F2018 12.6.3): a coindexed item whose subscripts
! or cosubscripts have been read by the same statement is the one that their new values mean.
module items_in_order_m
  implicit none
  integer, save :: kept = 1
contains
  pure integer function twice(n)
    integer, intent(in) :: n
    twice = 2*n
  end function
  pure integer function next()
    next = kept + 1
  end function
  pure subroutine purely(line, a, k, i)
    character(*), intent(in) :: line
    integer, intent(in) :: a(4)[*]
    integer, intent(in) :: k
    integer, intent(out) :: i
    integer :: b(4)
    b = 0
    read (line, *) i, b(a(i)[k])
    i = sum(b)
  end subroutine
end module

program items_in_order
  use items_in_order_m
  implicit none
  type :: pair
    integer :: n
    complex :: z
    integer :: v(3)
  end type
  integer, save :: a(4)[*], n[*], idx(4)[*], grid(2,3)[*]
  character(5), save :: words(3)[*]
  type(pair), save :: s(2)[*]
  integer, allocatable :: dynamic(:)[:]
  integer, target :: t
  integer, pointer :: p
  integer :: me, k, i, j, v(4), status, chars
  character(60) :: line, lines(3)
  me = this_image()
  k = 1 + mod(me, num_images())
  allocate (dynamic(4)[*])
  a = 0; n = 2; idx = [4, 3, 2, 1]; grid = 0; words = 'abcde'; dynamic = 0
  s = pair(1, (1., 2.), [7, 8, 9])
  i = 1; j = 1; v = 0
  sync all

  line = '3 30 4 40'
  read (line, *) i, a(i)[k], j, a(j)[k]
  sync all
  if (any(a /= [0, 0, 30, 40])) error stop 'elements'
  sync all

  line = '2 1 5'                      ! the same element three times
  a = 0
  sync all
  read (line, *) a(2)[k], i, a(i + 1)[k]
  sync all
  if (any(a /= [0, 5, 0, 0])) error stop 'one element twice'
  sync all

  line = '2 11 12'
  a = 0
  sync all
  read (line, *) i, a(1:i)[k]
  sync all
  if (any(a /= [11, 12, 0, 0])) error stop 'section'
  sync all

  line = '4 2 44 22 9'
  a = 0
  sync all
  read (line, *) (v(j), j = 1, 2), (a(v(j))[k], j = 1, 2), a(3)[k]
  sync all
  if (any(a /= [0, 22, 9, 44])) error stop 'implied DO'
  sync all

  line = '4 44 2 22'
  a = 0
  sync all
  read (line, *) (v(j), a(v(j))[k], j = 1, 2)
  sync all
  if (any(a /= [0, 22, 0, 44])) error stop 'in one implied DO'
  sync all

  line = '3 5 6 7'                     ! the bound of an implied DO is another image's
  v = 0
  n = 2
  sync all
  read (line, *) n[k], (v(j), j = 1, n[k])
  sync all
  if (n /= 3 .or. any(v /= [5, 6, 7, 0])) error stop 'bound'
  sync all

  line = '3 5'                         ! a local item, whose subscript is another image's
  v = 0
  read (line, *) i, v(idx(i)[k])
  if (any(v /= [0, 5, 0, 0])) error stop 'local item'

  line = '1 2 77'
  sync all
  read (line, *) i, idx(i)[k], a(idx(i)[k])[k]
  sync all
  if (idx(1) /= 2 .or. a(2) /= 77) error stop 'nested'
  sync all

  a = 0
  line = '2 8'
  sync all
  read (line, *) i, a(twice(i))[k]
  sync all
  if (any(a /= [0, 0, 0, 8])) error stop 'function'
  line = '3 8'
  sync all
  read (line, *) kept, a(next() - 2)[k]
  sync all
  if (any(a /= [0, 8, 0, 8])) error stop 'function that reads a variable of the module'
  sync all

  p => t
  t = 1
  line = '4 9'
  read (line, *) p, a(t)[k]
  sync all
  if (any(a /= [0, 8, 0, 9])) error stop 'by a pointer'
  sync all

  write (line, '(i0,1x,i0)') k, 17     ! a cosubscript
  i = -1
  read (line, *) i, a(1)[i]
  sync all
  if (a(1) /= 17) error stop 'cosubscript'
  sync all

  line = '2 xyz 3 ab'
  read (line, *) i, words(i)[k](2:i+2), j, words(j)[k](j:)
  sync all
  if (any(words /= ['abcde', 'axyze', 'abab '])) error stop 'substrings'
  sync all
  line = '3 one two'
  read (line, *) i, words(2:i)[k]
  sync all
  if (any(words /= ['abcde', 'one  ', 'two  '])) error stop 'words'
  sync all

  line = '2 5.0 3 70'
  read (line, *) i, s(i)[k]%z%im, j, s(i)[k]%v(j)
  sync all
  if (s(2)%z /= (1., 5.) .or. any(s(2)%v /= [7, 8, 70]) .or. s(1)%v(3) /= 9) error stop 'parts'
  line = '1 4 (3.,4.) 1 2 3'
  sync all
  read (line, *) i, s(i)[k]
  sync all
  if (s(1)%n /= 4 .or. s(1)%z /= (3., 4.) .or. any(s(1)%v /= [1, 2, 3])) error stop 'structure'
  sync all
  line = '1 50 60'
  read (line, *) i, s(i:)[k]%n
  sync all
  if (s(1)%n /= 50 .or. s(2)%n /= 60) error stop 'component of a section'
  sync all

  line = '2 3 4 5'
  read (line, *) i, grid(i, 3:1:-1)[k]
  sync all
  if (any(grid(2, :) /= [5, 4, 3]) .or. any(grid(1, :) /= 0)) error stop 'row'
  line = '2 4 6'
  sync all
  read (line, *) j, dynamic(j::2)[k]
  sync all
  if (any(dynamic /= [0, 4, 0, 6])) error stop 'allocatable'
  sync all

  a = 0                                 ! what an error leaves out stays
  line = '2 5 x 7'
  sync all
  read (line, *, iostat=status) i, a(i)[k], j, a(j + 1)[k]
  sync all
  if (status == 0 .or. a(2) /= 5 .or. sum(a) /= 5) error stop 'iostat'
  sync all
  line = '3 6 x 7'
  read (line, *, err=10) i, a(i)[k], j, a(j)[k]
  error stop 'err'
10 sync all
  if (any(a /= [0, 5, 6, 0])) error stop 'err: value'
  sync all

  lines = ['   2', '  31', '   4']      ! formats over several records
  read (lines, '(i4)') i, a(i)[k], j
  sync all
  if (any(a /= [0, 31, 6, 0]) .or. j /= 4) error stop 'format'
  sync all

  open (10 + me, status='scratch', form='unformatted')
  write (10 + me) 4, 99, 1, 98
  rewind (10 + me)
  read (10 + me) i, a(i)[k], j, a(j)[k]
  close (10 + me)
  sync all
  if (any(a /= [98, 31, 6, 99])) error stop 'unformatted'
  sync all

  open (10 + me, status='scratch')
  write (10 + me, '(a)') '  3 55'
  rewind (10 + me)
  read (10 + me, '(i3,i6)', advance='no', size=chars, iostat=status, eor=20) i, a(i)[k]
  error stop 'eor'
20 close (10 + me)
  sync all
  if (a(3) /= 55 .or. chars /= 6) error stop 'advance'
  sync all

  line = '3 5'
  call purely(line, idx, k, i)
  if (i /= 5) error stop 'pure'

  n = 0                                 ! what a control defines is another image's
  line = '7 x'
  sync all
  read (line, *, iostat=n[k]) i, j
  sync all
  if (n == 0) error stop 'iostat of another image'
  sync all
  words(1) = ''
  sync all
  write (words(1)[k], '(i2,i3)') idx(1)[k], a(3)[k]
  sync all
  if (words(1) /= ' 2 55') error stop 'internal file'
  words(1) = '2 8'
  sync all
  read (words(1)[k], *) i, a(i)[k]
  sync all
  if (a(2) /= 8) error stop 'from an internal file'
  sync all

  do i = 1, 2                           ! in a loop, with a reference that needs no order
    write (line, *) i + 1, i*100, i
    read (line, *) j, a(j)[k], v(i)
  end do
  sync all
  if (any(a(2:3) /= [100, 200]) .or. any(v(:2) /= [1, 2])) error stop 'loop'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
