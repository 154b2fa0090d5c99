! inline pointers
! gfortran passes other memory for these, and a copy would have to stay until WAIT_ASYNC.
subroutine asynchronous(p, s)
  integer, pointer :: p(:)
  character(4) :: s(3)
  !$xmp nodes q(*)
  !$xmp bcast (p(2:3)) async(1)
  !$xmp bcast (s(:)(2:3)) async(2)
  !$xmp bcast (p(:2), s(2:)) async(3)
end subroutine
