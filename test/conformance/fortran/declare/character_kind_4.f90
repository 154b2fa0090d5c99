! conformance: images=1,2,3,5
! feature: character coarray
program character_kind_4
  implicit none
  integer, parameter :: ucs4 = selected_char_kind('ISO_10646')
  character(5, kind=ucs4) :: a[*], list(3)[*]
  character(kind=ucs4, len=:), allocatable :: d[:]
  character(kind=1, len=7) :: c(2)[*]
  integer :: n, me, k
  n = num_images(); me = this_image(); k = mod(me, n) + 1
  a = ucs4_'ab' // char(960 + me, ucs4)
  list = a
  c = 'char' // achar(48 + me)
  allocate (character(kind=ucs4, len=4) :: d[*])
  d = ucs4_'xyz' // char(1000 + me, ucs4)
  sync all
  if (ichar(a[k](3:3)) /= 960 + k) error stop 'substring'
  if (a[k] /= ucs4_'ab' // char(960 + k, ucs4)) error stop 'get'
  if (any(list(2:3)[k](1:2) /= ucs4_'ab')) error stop 'substrings of an array'
  if (ichar(d[k](4:4)) /= 1000 + k .or. len(d) /= 4) error stop 'deferred'
  if (c(2)[k](5:5) /= achar(48 + k)) error stop 'kind 1'
  sync all
  list(2)[k] = ucs4_'Z'
  list(3)[k](2:4) = char(8364, ucs4) // ucs4_'q'
  sync all
  if (list(2) /= ucs4_'Z    ' .or. list(3)(2:4) /= char(8364, ucs4) // ucs4_'q ' .or. list(3)(1:1) /= ucs4_'a') error stop 'put'
  a = char(900 + me, ucs4)
  call co_max(a)
  if (ichar(a(1:1)) /= 900 + n) error stop 'co_max'
  call co_broadcast(list, n)
  if (me == 1) print '(a)', 'PASS'
end program
