! conformance: images=1,2,3
! build-args: -check
! feature: character coarray
! Coindexed allocatable characters get values of their own length: -check has nothing to say.
! Substrings, and characters that are not coindexed, may get others.
program lengths_checked
  implicit none
  type t
    character(:), allocatable :: c, w(:)
  end type
  type(t), save :: o[*]
  character(:), allocatable :: s[:], v(:)[:], l
  integer :: n, k, calls = 0

  n = mod(this_image(), num_images()) + 1
  allocate (character(3) :: s[*], v(2)[*])
  o%c = 'abc'
  allocate (character(2) :: o%w(3))
  s = 'xyz'
  v = 'abc'
  o%w = 'ab'
  sync all
  l = 'new'
  s[n] = l
  l = 'longer'
  s[n](2:2) = l
  s[n] = s[n](1:2)//'c'
  o[n]%c = l(:3)
  o[n]%w = ['xy', 'yz', 'zx']
  o[n]%c(2:) = 'l'
  v(:)[n](1:2) = l
  do k = 1, 2
    v(k)[n] = text(k)
  end do
  where (v(:)[n] == 'f2 ') v(:)[n] = 'two'
  sync all
  if (s /= 'nlc' .or. o%c /= 'll ' .or. any(o%w /= ['xy', 'yz', 'zx'])) error stop 1
  if (any(v /= ['f1 ', 'two']) .or. calls /= 2) error stop 2
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  function text(i)
    integer, intent(in) :: i
    character(3) :: text

    calls = calls + 1
    text = 'f'//achar(iachar('0') + i)
  end function
end program
