! The kernels of holders.F90 over one holder of a coarray. The file that includes this defines
!   HEAD(name)   the first line of the procedure, and declarations where it has arguments
!   HERE(s)      a section or element of this image's own part
!   THERE(s)     the same of the other image's part

HEAD(put_local)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      HERE(1:m) = a(1:m)
      call opaque_real(a)
    end do
  end subroutine

HEAD(put_other)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      THERE(1:m) = a(1:m)
      call opaque_real(a)
    end do
  end subroutine

HEAD(get_local)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      a(1:m) = HERE(1:m)
      call opaque_real(a)
    end do
  end subroutine

HEAD(get_other)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      a(1:m) = THERE(1:m)
      call opaque_real(a)
    end do
  end subroutine

HEAD(stride_local)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      a(1:m) = HERE(1:2*m:2)
      call opaque_real(a)
    end do
  end subroutine

HEAD(stride_other)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      a(1:m) = THERE(1:2*m:2)
      call opaque_real(a)
    end do
  end subroutine

HEAD(triad_local)
    integer, intent(in) :: sweeps
    integer :: s, i

    do s = 1, sweeps
      do i = 1, m
        a(i) = b(i) + 3 * HERE(i)
      end do
      call opaque_real(a)
    end do
  end subroutine

HEAD(triad_other)
    integer, intent(in) :: sweeps
    integer :: s, i

    do s = 1, sweeps
      do i = 1, m
        a(i) = b(i) + 3 * THERE(i)
      end do
      call opaque_real(a)
    end do
  end subroutine

HEAD(gather_local)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      a(1:m) = HERE(halo(1:m))
      call opaque_real(a)
    end do
  end subroutine

HEAD(gather_other)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      a(1:m) = THERE(halo(1:m))
      call opaque_real(a)
    end do
  end subroutine

HEAD(gather_loop_local)
    integer, intent(in) :: sweeps
    integer :: s, i

    do s = 1, sweeps
      do i = 1, m
        a(i) = HERE(halo(i))
      end do
      call opaque_real(a)
    end do
  end subroutine

HEAD(gather_loop_other)
    integer, intent(in) :: sweeps
    integer :: s, i

    do s = 1, sweeps
      do i = 1, m
        a(i) = THERE(halo(i))
      end do
      call opaque_real(a)
    end do
  end subroutine
