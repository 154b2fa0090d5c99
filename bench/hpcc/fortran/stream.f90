! STREAM of the HPC Challenge, embarrassingly parallel: all images at the same time, each on its own
! part of three coarrays.
!
!     stream [elements=1000000] [repetitions=10]
!
! elements      of each array on each image, 8 bytes each
! repetitions   of which the fastest counts, the first one left out; 2 at least
!
! Rates are means over the images in GB/s, counted as STREAM does: 16 bytes an element for copy and
! scale, 24 for add and triad.
module stream_arrays
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none
  real(real64), parameter :: q = 3
  real(real64), allocatable, dimension(:) :: a[:], b[:], c[:]
  integer :: elements
contains

  subroutine copy_kernel
    integer :: j

    do j = 1, elements
      c(j) = a(j)
    end do
  end subroutine

  subroutine scale_kernel
    integer :: j

    do j = 1, elements
      b(j) = q * c(j)
    end do
  end subroutine

  subroutine add_kernel
    integer :: j

    do j = 1, elements
      c(j) = a(j) + b(j)
    end do
  end subroutine

  subroutine triad_kernel
    integer :: j

    do j = 1, elements
      a(j) = b(j) + q * c(j)
    end do
  end subroutine

end module stream_arrays

program stream
  use, intrinsic :: iso_fortran_env, only: real64
  use hpcc_support
  use stream_arrays
  implicit none
  integer, parameter :: bytes(4) = [16, 16, 24, 24]
  real(real64) :: best(4), rate(4), error
  integer :: repetitions, r

  elements = option('elements', 1000000)
  repetitions = max(2, option('repetitions', 10))
  call check_options
  allocate (a(elements)[*], b(elements)[*], c(elements)[*])
  a = 1
  b = 2
  c = 0
  best = huge(best)
  do r = 1, repetitions
    call time_kernel(copy_kernel, best(1))
    call time_kernel(scale_kernel, best(2))
    call time_kernel(add_kernel, best(3))
    call time_kernel(triad_kernel, best(4))
    if (r == 1) best = huge(best)
  end do

  error = relative_error()
  call co_max(error)
  if (error > 1e-13_real64) error stop 'STREAM: wrong values'
  rate = real(bytes, real64) * elements / best * 1e-9_real64
  call co_sum(rate)
  rate = rate / num_images()
  if (this_image() == 1) then
    call result_line('stream', [character(8) :: 'elements', 'images', 'copy', 'scale', 'add', &
        'triad', 'error'], [real(elements, real64), real(num_images(), real64), rate, error])
  end if

contains

  ! All images begin together; each takes its own time.
  subroutine time_kernel(kernel, least)
    interface
      subroutine kernel
      end subroutine
    end interface
    real(real64), intent(inout) :: least
    real(real64) :: start

    sync all
    start = seconds()
    call kernel
    least = min(least, seconds() - start)
  end subroutine

  ! What the arrays must hold after all repetitions is the same arithmetic on one element.
  real(real64) function relative_error()
    real(real64) :: x, y, z
    integer :: r

    x = 1
    y = 2
    do r = 1, repetitions
      z = x
      y = q * z
      z = x + y
      x = y + q * z
    end do
    relative_error = max(maxval(abs(a - x)) / x, maxval(abs(b - y)) / y, maxval(abs(c - z)) / z)
  end function

end program stream
