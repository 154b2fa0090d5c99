! conformance: images=1,2,3
! feature: collective subroutines of real and imaginary parts and of substrings
! The operands are parts of components, pointers and associate names. gfortran passes them with
! wrong distances between the elements.
program parts_of_components
  implicit none
  type waves
    complex, allocatable :: a(:)
    complex, pointer :: p(:)
    complex :: s(3)
  end type
  type holder
    complex, allocatable :: x(:)[:]
  end type
  type(waves) :: y
  type(holder) :: o
  complex, target :: z(3)
  character(4), pointer :: p(:,:)
  complex(8) :: w(4)
  integer :: me, n, sum
  integer :: calls = 0
  me = this_image(); n = num_images()
  sum = n*(n + 1)/2
  allocate (y%a(3), y%p(3), o%x(3)[*], p(3,3))
  z = [(1, 2), (3, 4), (5, 6)]
  y%a = z*me; y%p = y%a; y%s = y%a; o%x = y%a; w = (1, 1)*me
  call co_sum(y%a%im)
  if (any(y%a%re /= z%re*me) .or. any(y%a%im /= z%im*sum)) error stop 'allocatable'
  call co_sum(y%p(2:3)%re)
  if (any(y%p%re /= z%re*[me, sum, sum]) .or. any(y%p%im /= z%im*me)) error stop 'pointer'
  call co_sum(y%s(3:1:-2)%re)
  if (any(y%s%re /= z%re*[sum, me, sum]) .or. any(y%s%im /= z%im*me)) error stop 'component'
  call co_broadcast(o%x%im, n)
  if (any(o%x%re /= z%re*me) .or. any(o%x%im /= z%im*n)) error stop 'coarray component'
  associate (q => w(2:3))
    call co_sum(q(2:1:-1)%im)
  end associate
  if (any(w%re /= me) .or. any(w%im /= [me, sum, sum, me])) error stop 'associate name'
  p = 'abcd'
  p(2,2) = achar(iachar('a') + me)//'xyz'
  call co_max(p(2:3,2)(1:2))
  if (p(2,2) /= achar(iachar('a') + n)//'xyz' .or. p(3,2) /= 'abcd') error stop 'substrings'
  p(3,2) = 'ab'//achar(iachar('a') + me)//'d'
  call co_min(p(3:2:-1,2)(me - me + 3:3))
  if (p(3,2) /= 'abbd' .or. p(2,2) /= achar(iachar('a') + n)//'xyz') error stop 'variable length'
  p(1,1) = 'a'//achar(iachar('b') + me)//'cd'
  call co_max(p(:1,1)(index_of(2):3))
  if (p(1,1) /= 'a'//achar(iachar('b') + n)//'cd' .or. p(2,1) /= 'abcd') error stop 'function'
  if (calls /= 1) error stop 'calls'
  if (me == 1) print '(a)', 'PASS'
contains
  integer function index_of(i)
    integer, intent(in) :: i
    calls = calls + 1
    index_of = i
  end function
end program parts_of_components
