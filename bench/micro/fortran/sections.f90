! Sections put to and got from another image, beside the copy of the same shape
! to and from this image's own part of the same array: an ordinary variable, whose
! elements lie on the same offsets in their pages and cache lines. After a put the local
! source is read on both sides: the first element of x here has the offset of what was
! just stored there, and a processor that takes one for the other waits 2 to 3 ns.
!
!     sections [repetitions [patience]]
!
! Prints `bench put|get case=SHAPE/BYTES local=ns other=ns` per copy.
module section_data
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none

  integer, parameter :: length = 1024 * 1024, side = 1000

  ! Arrays end inside a page. What lies behind one of exact pages would have the offset of its first
  ! element: the processor then takes the loads of m and partner for loads of what has just been
  ! stored there.
  integer, parameter :: behind = 160
  real(real64) :: x(length + behind)[*], a(length + behind)
  real(real64) :: x2(side, side)[*], a2(side, side)
  integer :: partner
  integer :: m, stride                 ! elements and stride of the shape being measured
end module section_data

module section_kernels
  use, intrinsic :: iso_fortran_env, only: real64
  use section_data
  implicit none

  interface
    subroutine opaque_real(a)
      import
      real(real64), intent(inout) :: a(*)
    end subroutine
  end interface

contains

  subroutine put_contiguous_local(sweeps)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      x(1:m) = a(1:m)
      call opaque_real(a)
    end do
  end subroutine

  subroutine put_contiguous_other(sweeps)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      x(1:m)[partner] = a(1:m)
      call opaque_real(a)
    end do
  end subroutine

  subroutine get_contiguous_local(sweeps)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      a(1:m) = x(1:m)
      call opaque_real(a)
    end do
  end subroutine

  subroutine get_contiguous_other(sweeps)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      a(1:m) = x(1:m)[partner]
      call opaque_real(a)
    end do
  end subroutine

  subroutine put_strided_local(sweeps)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      x(1:m*stride:stride) = a(1:m)
      call opaque_real(a)
    end do
  end subroutine

  subroutine put_strided_other(sweeps)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      x(1:m*stride:stride)[partner] = a(1:m)
      call opaque_real(a)
    end do
  end subroutine

  subroutine get_strided_local(sweeps)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      a(1:m) = x(1:m*stride:stride)
      call opaque_real(a)
    end do
  end subroutine

  subroutine get_strided_other(sweeps)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      a(1:m) = x(1:m*stride:stride)[partner]
      call opaque_real(a)
    end do
  end subroutine

  subroutine put_block_local(sweeps)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      x2(2:m+1, 3:m+2) = a2(1:m, 1:m)
      call opaque_real(a2)
    end do
  end subroutine

  subroutine put_block_other(sweeps)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      x2(2:m+1, 3:m+2)[partner] = a2(1:m, 1:m)
      call opaque_real(a2)
    end do
  end subroutine

  subroutine get_block_local(sweeps)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      a2(1:m, 1:m) = x2(2:m+1, 3:m+2)
      call opaque_real(a2)
    end do
  end subroutine

  subroutine get_block_other(sweeps)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      a2(1:m, 1:m) = x2(2:m+1, 3:m+2)[partner]
      call opaque_real(a2)
    end do
  end subroutine

  subroutine put_grid_local(sweeps)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      x2(1:2*m:2, 1:3*m:3) = a2(2:2*m:2, 1:3*m:3)
      call opaque_real(a2)
    end do
  end subroutine

  subroutine put_grid_other(sweeps)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      x2(1:2*m:2, 1:3*m:3)[partner] = a2(2:2*m:2, 1:3*m:3)
      call opaque_real(a2)
    end do
  end subroutine

  subroutine get_grid_local(sweeps)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      a2(1:2*m:2, 1:3*m:3) = x2(2:2*m:2, 1:3*m:3)
      call opaque_real(a2)
    end do
  end subroutine

  subroutine get_grid_other(sweeps)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      a2(1:2*m:2, 1:3*m:3) = x2(2:2*m:2, 1:3*m:3)[partner]
      call opaque_real(a2)
    end do
  end subroutine

end module section_kernels

program sections
  use bench_support
  use section_data
  use section_kernels
  implicit none
  integer, parameter :: strides(2) = [2, 8]
  integer, parameter :: grids(4) = [8, 32, 128, 333]   ! elements a side, with steps of 2 and 3
  integer :: power, k

  call set_up(1)
  partner = 1 + mod(this_image(), num_images())
  x = 1
  a = 1
  x2 = 1
  a2 = 1
  sync all
  if (this_image() == 1) then
    do power = 3, 20
      if (mod(power, 3) /= 0 .and. power /= 20) cycle
      m = 2**power
      call measure('put', label('contiguous', 8 * m), 1, put_contiguous_local, put_contiguous_other)
      call measure('get', label('contiguous', 8 * m), 1, get_contiguous_local, get_contiguous_other)
    end do
    do k = 1, size(strides)
      stride = strides(k)
      do power = 3, 20, 3
        m = 2**power
        if (m * stride > length) exit
        call measure('put', label('stride' // achar(48 + stride), 8 * m), 1, put_strided_local, &
             put_strided_other)
        call measure('get', label('stride' // achar(48 + stride), 8 * m), 1, get_strided_local, &
             get_strided_other)
      end do
    end do
    do power = 3, 9, 2
      m = 2**power
      call measure('put', label('block', 8 * m * m), 1, put_block_local, put_block_other)
      call measure('get', label('block', 8 * m * m), 1, get_block_local, get_block_other)
    end do
    do k = 1, size(grids)
      m = grids(k)
      call measure('put', label('grid', 8 * m * m), 1, put_grid_local, put_grid_other)
      call measure('get', label('grid', 8 * m * m), 1, get_grid_local, get_grid_other)
    end do
  end if
  sync all

contains

  function label(shape, bytes)
    character(len=*), intent(in) :: shape
    integer, intent(in) :: bytes
    character(len=:), allocatable :: label
    character(len=12) :: digits

    write (digits, '(i0)') bytes
    label = shape // '/' // trim(digits)
  end function

end program sections
