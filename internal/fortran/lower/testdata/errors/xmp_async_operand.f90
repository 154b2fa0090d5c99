! inline pointers
! gfortran passes other memory for these, and a copy would have to stay until WAIT_ASYNC.
subroutine asynchronous(p, s, e)
  type box
    integer :: n
  end type
  class(box) :: e(:)
  type(box) :: b(3)
  integer, pointer :: p(:)
  character(4) :: s(3)
  !$xmp nodes q(*)
  !$xmp bcast (p(2:3)) async(1)
  !$xmp bcast (s(:)(2:3)) async(2)
  !$xmp bcast (p(:2), s(2:), e(2)%n) async(3)
  !$xmp bcast (e(2:3)%n) async(4)
  !$xmp bcast (e%n) async(5)
  associate (f => p(:2), g => b)
    !$xmp bcast (f) async(6)
    !$xmp bcast (g%n) async(7)
  end associate
end subroutine
