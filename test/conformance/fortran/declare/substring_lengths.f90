! conformance: images=1,2,4
! feature: substring of a coindexed object
! Lengths of coindexed substrings whose bounds are no constants, in transfers, functions and
! array constructors.
program substring_lengths
  implicit none
  type h; character(5) :: f(3) = 'vwxyz'; character(9) :: s = '123456789'; end type
  character(11), save :: a(3)[*], s[*]
  character(:), allocatable :: d[:], da(:)[:]
  type(h), save :: x[*], xa(2)[*]
  type co; character(6), allocatable :: c(:)[:]; end type
  type(co), save :: o
  integer :: l, u, k, me, n, i
  character(:), allocatable :: t(:)
  character(7) :: w
  me = this_image(); n = num_images(); k = mod(me,n)+1; l = 2; u = 3
  s = '0123456789'//achar(96+me); a = s
  a(2) = 'abcdefghij'//achar(96+me)
  allocate (character(8) :: d[*], da(2)[*]); d = 'ABCDEFG'//achar(64+me); da = d
  allocate (o%c(2)[*]); o%c = 'mnopq'//achar(96+me)
  sync all
  if (len(a(2)[k](l:u)) /= 2) error stop 1
  if (len(s[k](l:)) /= 10) error stop 2
  if (len(s[k](:u)//'') /= 3) error stop 3
  if (merge(s[k](l:u), '**', l<u) /= '12') error stop 4
  t = [s[k](l:u), a(2)[k](u:u+1), d[k](l:u), da(1)[k](l:u), o%c(1)[k](l:u)]
  if (len(t) /= 2 .or. any(t /= ['12','cd','BC','BC','no'])) error stop 5
  t = [(a(i)[k](i:i+l), i=2,3)]
  if (len(t) /= 3) error stop 61
  if (any(t /= ['bcd','234'])) error stop 6
  if (len(repeat(s[k](l:u),3)) /= 6) error stop 7
  if (len(adjustl(s[k](l:u))) /= 2) error stop 8
  if (storage_size(s[k](l:u)) /= 16) error stop 9
  if (len(spread(s[k](l:u),1,2)) /= 2) error stop 10
  if (any(spread(a(2)[k](l:u),1,2) /= 'bc')) error stop 11
  if (len([s[k](l:u)//'z', '...']) /= 3) error stop 12
  w = '['//merge(a(2)[k](l:u),'..',.true.)//']'; if (w /= '[bc]') error stop 13
  if (max(s[k](l:u),'00') /= '12') error stop 14
  if (size(transfer(s[k](l:u),[1_1])) /= 2) error stop 15
  do i = 1, len(s[k](l:u)); if (i > 2) error stop 16; end do
  select case (merge(s[k](l:u),a(2)[k](l:u),u>9))
  case ('bc')
  case default; error stop 17
  end select
  if (any(reshape(a(2:3)[k](l:u),[2]) /= ['bc','12'])) error stop 18
  if (maxval(a(:)[k](l:u)) /= 'bc') error stop 19
  if (len(o%c(2)[k](l:u)) /= 2 .or. len(d[k](l:u)) /= 2) error stop 20
  sync all
  da = 'yes     '
  if (any(da(:)(:3) /= 'yes')) error stop 21
  sync all
  x[k]%f(2:3)(l:u) = ['<>','[]']
  xa(2)[k]%f(::2)(u:) = 'K'
  xa(:)[k]%s(l:u) = ['ab','cd']
  a(2:3)[k](l:u) = ['<>','[]']
  o%c(:)[k](l:u) = o%c(2:1:-1)[k](u:u+l-1)
  sync all
  if (any(x%f /= ['vwxyz','v<>yz','v[]yz'])) error stop 31
  if (any(xa(2)%f /= ['vwK  ','vwxyz','vwK  '])) error stop 32
  if (xa(1)%s /= '1ab456789' .or. xa(2)%s /= '1cd456789') error stop 33
  if (a(2)(:4) /= 'a<>d' .or. a(3)(:4) /= '0[]3' .or. a(2)(11:) /= achar(96+me)) error stop 34
  if (any(o%c(:)(:5) /= 'mopp q')) then; if (any(o%c(:)(:4) /= 'mopp')) error stop 35; end if
  sync all
  if (me==1) print '(a)','PASS'
end program
