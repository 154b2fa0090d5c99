! conformance: images=2,3
! feature: XcalableMP directives: bcast
! Operands of which gfortran passes other memory: sections of pointers and associate names,
! substrings, parts of complex numbers and sections with deferred length. Functions in subscripts
! are called once. A node that does not execute the directive needs no operand.
program operands
  implicit none
  type :: rec
    integer :: n, m
    complex :: c
    character(6) :: s
  end type
  type :: box
    integer, allocatable :: v(:)
  end type
  type(rec), target :: a(5)
  type(box) :: boxes(3)
  integer, pointer :: p(:)
  character(:), allocatable :: e(:)
  integer :: calls = 0, me, i
  !$xmp nodes q(*)
  me = this_image()
  a%n = [(10 * me + i, i = 1, 5)]
  a%m = -1
  a%s = 'abcde' // achar(48 + me)
  a%c = cmplx(me, 10 * me)
  p => a%n
  !$xmp bcast (p(2:3)) from q(1)
  if (any(a(2:3)%n /= [12, 13]) .or. any(a%m /= -1)) error stop 'section of a pointer'
  !$xmp reduction (max:p(4:5))
  if (any(a(4:5)%n /= 10 * num_images() + [4, 5])) error stop 'reduction'
  !$xmp bcast (a%s(6:6)) from q(2)
  if (any(a%s /= 'abcde2')) error stop 'substrings'
  associate (z => a%m)
    z = me
    !$xmp bcast (z(2:3)) from q(2)
    if (any(z(2:3) /= 2) .or. z(1) /= me) error stop 'associate name'
  end associate
  !$xmp bcast (a%c%im) from q(2)
  if (any(a%c /= cmplx(me, 20))) error stop 'imaginary parts'
  allocate (character(5) :: e(4))
  e = 'h' // achar(48 + me)
  !$xmp bcast (e(2:3), e(4:)) from q(2)
  if (any(e(2:) /= 'h2') .or. e(1) /= 'h' // achar(48 + me)) error stop 'deferred length'
  boxes(2)%v = [me, 7]
  !$xmp bcast (boxes(two())%v) from q(2)
  !$xmp reduction (+:boxes(two())%v)
  if (calls /= 2 .or. any(boxes(2)%v /= num_images() * [2, 7])) error stop 'functions'
  if (me == 1) nullify (p)
  !$xmp bcast (p(2:3)) from q(2) on q(2:)
  if (me > 1 .and. any(a(2:3)%n /= [12, 13])) error stop 'on'
  !$xmp barrier
  if (me == 1) print '(a)', 'PASS'
contains
  integer function two()
    calls = calls + 1
    two = 2
  end function
end program
