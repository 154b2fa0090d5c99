! conformance: images=1,2,3
! feature: character coarray
! Substrings of sections of another image in expressions: their length is that of the substring.
program p
  implicit none
  type :: t
    character(3) :: c(2)
  end type
  character(2) :: z(2)[*], y(2,2)[*]
  character(:), allocatable :: d(:)[:]
  type(t) :: w[*]
  character(1) :: r(2)
  character(80) :: line
  integer :: n, k, i
  z = ['01', '23']
  y = reshape(['ab', 'cd', 'ef', 'gh'], [2, 2])
  w%c = ['xyz', 'uvw']
  allocate (character(4) :: d(2)[*])
  d = ['abcd', 'efgh']
  sync all
  n = 2
  k = num_images()
  r = cshift(z(:)[1](2:2), 1)
  if (any(r /= ['3', '1'])) error stop 'cshift'
  if (z(1)[1] /= '01' .or. len(z(1)[1]) /= 2) error stop 'element'
  r = cshift(z(:)[k](n:), 1)
  if (any(r /= ['3', '1'])) error stop 'cshift of a variable length'
  write (line, '(*(a,"."))') [z(:)[k](2:2), 'x']
  if (line /= '1.3.x.') error stop 'constructor'
  write (line, '(*(a,"."))') [z(:)[k](n:n), 'x']
  if (line /= '1.3.x.') error stop 'constructor of a variable length'
  write (line, '(*(a,"."))') maxval(z(:)[k](2:2)), maxval(z(:)[k](n:n))
  if (line /= '3.3.') error stop 'maxval'
  write (line, '(*(a,"."))') z(:)[k](2:2)//'!', z(:)[k](:n-1)//'?'
  if (line /= '1!.3!.0?.2?.') error stop 'concatenation'
  write (line, '(*(a,"."))') pack(y(:,:)[k](2:), .true.), w[k]%c(:)(2:3)//'', d(:)[k](2:3)//'.'
  if (line /= 'b.d.f.h.yz.vw.bc..fg..') error stop 'ranks'
  if (any(z(:)[k](2:2) == '3') .neqv. .true.) error stop 'head'
  if (any([z(:)[k](n:), 'q'] == 'x')) then
    error stop 'head of IF'
  end if
  do i = 1, size([z(:)[k](2:2), 'x'])
    if (len([z(:)[k](i:i), 'x']) /= 1 .and. i < 3) error stop 'loop'
  end do
  call show(z(:)[k](2:2), ['1', '3'])
  call show(z(:)[k](n:n), ['1', '3'])
  if (first(z(:)[k](n:n)) /= '1') error stop 'function'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine show(a, b)
    character(*), intent(in) :: a(:), b(:)
    if (len(a) /= 1 .or. any(a /= b)) error stop 'argument'
  end subroutine
  character(1) function first(a)
    character(*), intent(in) :: a(:)
    first = a(1)
    if (len(a) /= 1) error stop 'argument of a function'
  end function
end program
