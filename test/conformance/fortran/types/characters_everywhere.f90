! conformance: images=1,2,3,5
! feature: character coarray
! Characters: deferred length, substrings, arrays, kinds, in expressions and as arguments.
module characters_everywhere_m
  implicit none
  character(:), allocatable :: msg[:]
  character(len=:), allocatable :: tab(:)[:]
  type person
    character(:), allocatable :: name
    character(10) :: code
    character(:), pointer :: alias => null()
    character(3) :: tags(4)
    character(:), allocatable :: notes(:)
  end type
  type(person), save :: p[*]
contains
  function tail(s, n) result(r)
    character(*), intent(in) :: s
    integer, intent(in) :: n
    character(n) :: r
    r = s(len(s)-n+1:)
  end function
  subroutine upper(s)
    character(*), intent(inout) :: s
    integer :: i
    do i = 1, len(s)
      if (s(i:i) >= 'a' .and. s(i:i) <= 'z') s(i:i) = achar(iachar(s(i:i))-32)
    end do
  end subroutine
  subroutine dum(s, a, k)
    character(*), intent(inout) :: s[*]
    character(*), intent(inout) :: a(:)[*]
    integer, intent(in) :: k
    s[k](2:3) = 'zz'
    a(2)[k](1:1) = 'Y'
    a(1:size(a):2)[k](2:2) = 'Q'
  end subroutine
end module
program characters_everywhere
  use characters_everywhere_m
  implicit none
  integer :: me, np, k, j, i, n
  character(12) :: w
  character(5) :: arr(3)[*], s[*]
  character(:), allocatable :: loc
  integer, parameter :: ck = selected_char_kind('ISO_10646')
  me = this_image(); np = num_images(); k = mod(me,np)+1; j = merge(np,me-1,me==1)
  allocate (character(7+np) :: msg[*])
  n = 4
  allocate (character(n) :: tab(0:2)[*])
  msg(:) = 'hello' // achar(48+me)
  tab = [character(4) :: 'ab', 'cde', achar(48+me)]
  p%name = repeat('xy', me); p%code = 'code' // achar(48+me); p%tags = ['aaa','bbb','ccc',repeat(achar(48+me),3)]
  allocate (character(me+1) :: p%alias); p%alias = repeat('z', me)
  allocate (character(me) :: p%notes(2)); p%notes = [repeat('m',me), repeat('n',me)]
  s = 'abcde'; arr = ['hello','world','again']
  sync all
  if (len(msg[k]) /= 7+np) error stop 'len'
  if (msg[k] /= 'hello'//achar(48+k)) error stop 'msg'
  if (trim(msg[k])//'!' /= 'hello'//achar(48+k)//'!') error stop 'trim'
  if (msg[k](6:6) /= achar(48+k)) error stop 'substring'
  loc = msg[k]
  if (len(loc) /= 7+np) error stop 'loc'
  loc = trim(tab(2)[k])
  if (loc /= achar(48+k) .or. len(loc) /= 1) error stop 'tab'
  if (any(tab(:)[k](1:2) /= ['ab','cd',achar(48+k)//' '])) error stop 'tab sub'
  if (any(len_trim(tab(:)[k]) /= [2,3,1])) error stop 'len_trim'
  if (len(p[k]%name) /= 2*k .or. p[k]%name /= repeat('xy',k)) error stop 'name'
  if (p[k]%name(2:2) /= 'y') error stop 'name(2:2)'
  if (p[k]%code(5:5) /= achar(48+k)) error stop 'code'
  if (p[k]%alias /= repeat('z',k) .or. len(p[k]%alias) /= k+1) error stop 'alias'
  if (p[k]%tags(4)(2:3) /= repeat(achar(48+k),2)) error stop 'tags'
  if (any(p[k]%tags(1:3)(1:1) /= ['a','b','c'])) error stop 'tags2'
  if (p[k]%notes(2) /= repeat('n',k)) error stop 'notes'
  if (len(p[k]%notes) /= k) error stop 'len notes'
  if (any(p[k]%notes(:)(1:1) /= ['m','n'])) error stop 'notes sub'
  if (tail(p[k]%name, 1) /= 'y') error stop 'tail'
  if (tail(msg[k](1:6), 2) /= 'o'//achar(48+k)) error stop 'tail2'
  if (index(msg[k], 'lo') /= 4) error stop 'index'
  if (p[k]%name == p[k]%alias) error stop 'eq'
  if (max(s[k], arr(1)[k]) /= 'hello') error stop 'max'
  sync all
  call upper(s[k](2:4))
  call upper(p[k]%tags(2)(3:3))
  p[k]%alias(1:1) = 'A'
  msg[k](2:3) = 'EL'
  p[k]%code = 'new' // s[k](1:1)
  sync all
  if (s /= 'aBCDe') error stop 'upper'
  if (p%tags(2) /= 'bbB') error stop 'tags up'
  if (p%alias(1:1) /= 'A') error stop 'alias put'
  if (msg(1:5) /= 'hELlo') error stop 'msg put'
  if (p%code /= 'newa') error stop 'code put'
  sync all
  call dum(s, arr, k)
  sync all
  if (s /= 'azzDe') error stop 'dum s'
  if (arr(1) /= 'hQllo' .or. arr(2) /= 'Yorld' .or. arr(3) /= 'aQain') error stop 'dum arr'
  sync all
  arr(2:3)[k] = arr(1:2)[j]
  write (w, '(a,"-",a)') s[k](1:1), arr(1)[j](5:5)
  if (w /= 'a-o') error stop 'w'
  select case (msg[k](2:3))
  case ('EL')
  case default; error stop 'select'
  end select
  read (msg[k](6:6), '(i1)') i
  if (i /= k) error stop 'read'
  sync all
  deallocate (msg)
  allocate (msg[*], source='abc')
  if (msg[k](3:) /= 'c') error stop 'source'
  loc = msg[k] // p[k]%name // tab(0)[j](:2)
  if (loc /= 'abc' // repeat('xy',k)//'ab') error stop 'concat'
  if (ck > 0) call ucs
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine ucs
    character(4) :: u
    u = 'x'
    if (u(1:1) /= 'x') error stop
  end subroutine
end program
