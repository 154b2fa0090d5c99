! STREAM's triad over one holder of two coarrays. The file that includes this defines
!   HEAD(name)   the first line of the procedure, and declarations where it has arguments
!   A(s), B(s)                a section or element of this image's own parts
!   OTHER_A(s), OTHER_B(s)    the same of the other image's

HEAD(loop_local)
    integer, intent(in) :: sweeps
    integer :: s, j

    do s = 1, sweeps
      do j = 1, elements
        c(j) = A(j) + q * B(j)
      end do
      call opaque_real(c)
    end do
  end subroutine

HEAD(loop_other)
    integer, intent(in) :: sweeps
    integer :: s, j

    do s = 1, sweeps
      do j = 1, elements
        c(j) = OTHER_A(j) + q * OTHER_B(j)
      end do
      call opaque_real(c)
    end do
  end subroutine

HEAD(array_local)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      c = A(1:elements) + q * B(1:elements)
      call opaque_real(c)
    end do
  end subroutine

HEAD(array_other)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      c = OTHER_A(1:elements) + q * OTHER_B(1:elements)
      call opaque_real(c)
    end do
  end subroutine
