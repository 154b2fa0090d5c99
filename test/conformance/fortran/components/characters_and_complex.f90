! conformance: images=1,2,3,5,8
! feature: components of coindexed objects in whole programs
! Character arrays of deferred length, parts of complex components, empty arrays.
program p
  implicit none
  type t
    character(:), allocatable :: names(:)
    complex(8), allocatable :: z(:)
    integer, allocatable :: i1(:)
  end type
  type(t) :: x[*]
  character(6) :: buf(2)
  real(8) :: re(3)
  integer :: me, n, k, j
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  allocate (character(6) :: x%names(3))
  x%names = ['aaaaaa', 'bbbbbb', 'cccccc']
  write (x%names(2)(4:6), '(i3.3)') me
  x%z = [(cmplx(me, j, 8), j = 1, 3)]
  x%i1 = [integer ::]
  sync all
  buf = x[k]%names(2:3)
  write (buf(2), '(3x,i3.3)') k
  if (buf(1)(4:6) /= buf(2)(4:6)) error stop 'FAIL names'
  if (x[k]%names(1)(2:3) /= 'aa') error stop 'FAIL sub'
  do j = 1, 3
    if (x[k]%names(j)(1:1) /= achar(96 + j)) error stop 'FAIL loop'
  end do
  re = x[k]%z%im
  if (any(re /= [1, 2, 3])) error stop 'FAIL im'
  if (size(x[k]%i1) /= 0 .or. sum(x[k]%i1) /= 0) error stop 'FAIL empty'
  do j = 1, size(x[k]%i1)
    re(1) = x[k]%i1(j)
  end do
  sync all
  x[k]%z(2)%re = 9
  x[k]%z(1:3:2)%im = -1
  x[k]%names(3)(2:2) = '!'
  sync all
  if (real(x%z(2)) /= 9 .or. aimag(x%z(3)) /= -1 .or. aimag(x%z(2)) /= 2) error stop 'FAIL put'
  if (x%names(3) /= 'c!cccc') error stop 'FAIL put names'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
