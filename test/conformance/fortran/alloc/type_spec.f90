! conformance: images=1,2,3,5
! feature: allocate with a type-spec
program type_spec
  implicit none
  integer, allocatable :: a(:)[:]
  character(:), allocatable :: s[:], v(:)[:]
  character(len=5), allocatable :: w(:)[:]
  real(kind(1d0)), allocatable :: d(:, :)[:]
  integer :: me, n, k, length
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  length = 6
  allocate (integer :: a(3)[*])
  allocate (character(len=length) :: s[*], v(2)[*])
  allocate (character(5) :: w(0:1)[*])
  allocate (real(kind(1d0)) :: d(2, 2)[*])
  a = me; s = 'abcde' // achar(48 + me); v = ['one   ', 'two   ']; w = 'x' // achar(48 + me); d = 0.5d0 * me
  v(2) = s
  sync all
  if (len(s) /= 6 .or. len(v) /= 6) error stop 'FAIL: length'
  if (s[k] /= 'abcde' // achar(48 + k)) error stop 'FAIL: s'
  if (s[k](5:6) /= 'e' // achar(48 + k)) error stop 'FAIL: substring of s'
  if (v(2)[k] /= 'abcde' // achar(48 + k) .or. v(1)[k] /= 'one') error stop 'FAIL: v'
  if (w(1)[k] /= 'x' // achar(48 + k)) error stop 'FAIL: w'
  if (a(3)[k] /= k .or. d(2, 1)[k] /= 0.5d0 * k) error stop 'FAIL: a or d'
  sync all
  s[k] = 'no' // achar(48 + me)
  sync all
  if (s /= 'no' // achar(48 + modulo(me - 2, n) + 1) // '   ') error stop 'FAIL: put'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program type_spec
