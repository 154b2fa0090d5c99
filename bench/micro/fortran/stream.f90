! STREAM with every right-hand side on the other image, beside the same loops over
! ordinary local arrays. The left-hand side is local in both.
!
!     stream [repetitions [patience]]
!
! Prints `bench stream case=KERNEL/FORM local=ns other=ns` per element.
module stream_data
  use, intrinsic :: iso_fortran_env, only: real64
  use stream_size
  implicit none

  real(real64), dimension(elements) :: a, b, c
  real(real64), dimension(elements) :: co_a[*], co_b[*]
  real(real64), allocatable, dimension(:) :: heap_a, heap_b
  real(real64), allocatable, dimension(:) :: co_heap_a[:], co_heap_b[:]
  integer :: partner
  integer :: n                         ! elements that take part
end module stream_data

module stream_kernels
  use, intrinsic :: iso_fortran_env, only: real64
  use stream_data
  implicit none

  real(real64), parameter :: q = 3

  interface
    subroutine opaque_real(a)
      import
      real(real64), intent(inout) :: a(*)
    end subroutine
  end interface

contains

  subroutine copy_local(sweeps)
    integer, intent(in) :: sweeps
    integer :: j, s

    do s = 1, sweeps
      do j = 1, n
        c(j) = a(j)
      end do
      call opaque_real(c)
    end do
  end subroutine

  subroutine copy_other(sweeps)
    integer, intent(in) :: sweeps
    integer :: j, s

    do s = 1, sweeps
      do j = 1, n
        c(j) = co_a(j)[partner]
      end do
      call opaque_real(c)
    end do
  end subroutine

  subroutine scale_local(sweeps)
    integer, intent(in) :: sweeps
    integer :: j, s

    do s = 1, sweeps
      do j = 1, n
        c(j) = q * a(j)
      end do
      call opaque_real(c)
    end do
  end subroutine

  subroutine scale_other(sweeps)
    integer, intent(in) :: sweeps
    integer :: j, s

    do s = 1, sweeps
      do j = 1, n
        c(j) = q * co_a(j)[partner]
      end do
      call opaque_real(c)
    end do
  end subroutine

  subroutine add_local(sweeps)
    integer, intent(in) :: sweeps
    integer :: j, s

    do s = 1, sweeps
      do j = 1, n
        c(j) = a(j) + b(j)
      end do
      call opaque_real(c)
    end do
  end subroutine

  subroutine add_other(sweeps)
    integer, intent(in) :: sweeps
    integer :: j, s

    do s = 1, sweeps
      do j = 1, n
        c(j) = co_a(j)[partner] + co_b(j)[partner]
      end do
      call opaque_real(c)
    end do
  end subroutine

  subroutine triad_local(sweeps)
    integer, intent(in) :: sweeps
    integer :: j, s

    do s = 1, sweeps
      do j = 1, n
        c(j) = a(j) + q * b(j)
      end do
      call opaque_real(c)
    end do
  end subroutine

  subroutine triad_other(sweeps)
    integer, intent(in) :: sweeps
    integer :: j, s

    do s = 1, sweeps
      do j = 1, n
        c(j) = co_a(j)[partner] + q * co_b(j)[partner]
      end do
      call opaque_real(c)
    end do
  end subroutine

  subroutine copy_local_array(sweeps)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      c(1:n) = a(1:n)
      call opaque_real(c)
    end do
  end subroutine

  subroutine copy_other_array(sweeps)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      c(1:n) = co_a(1:n)[partner]
      call opaque_real(c)
    end do
  end subroutine

  subroutine scale_local_array(sweeps)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      c(1:n) = q * a(1:n)
      call opaque_real(c)
    end do
  end subroutine

  subroutine scale_other_array(sweeps)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      c(1:n) = q * co_a(1:n)[partner]
      call opaque_real(c)
    end do
  end subroutine

  subroutine add_local_array(sweeps)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      c(1:n) = a(1:n) + b(1:n)
      call opaque_real(c)
    end do
  end subroutine

  subroutine add_other_array(sweeps)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      c(1:n) = co_a(1:n)[partner] + co_b(1:n)[partner]
      call opaque_real(c)
    end do
  end subroutine

  subroutine triad_local_array(sweeps)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      c(1:n) = a(1:n) + q * b(1:n)
      call opaque_real(c)
    end do
  end subroutine

  subroutine triad_other_array(sweeps)
    integer, intent(in) :: sweeps
    integer :: s

    do s = 1, sweeps
      c(1:n) = co_a(1:n)[partner] + q * co_b(1:n)[partner]
      call opaque_real(c)
    end do
  end subroutine

  subroutine triad_local_heap(sweeps)
    integer, intent(in) :: sweeps
    integer :: j, s

    do s = 1, sweeps
      do j = 1, n
        c(j) = heap_a(j) + q * heap_b(j)
      end do
      call opaque_real(c)
    end do
  end subroutine

  subroutine triad_other_heap(sweeps)
    integer, intent(in) :: sweeps
    integer :: j, s

    do s = 1, sweeps
      do j = 1, n
        c(j) = co_heap_a(j)[partner] + q * co_heap_b(j)[partner]
      end do
      call opaque_real(c)
    end do
  end subroutine

end module stream_kernels

program stream
  use bench_support
  use stream_data
  use stream_kernels
  implicit none

  call set_up(1)
  partner = 1 + mod(this_image(), num_images())
  allocate (co_heap_a(elements)[*], co_heap_b(elements)[*])
  allocate (heap_a(elements), heap_b(elements))
  a = 1
  b = 2
  c = 0
  co_a = 1
  co_b = 2
  heap_a = 1
  heap_b = 2
  co_heap_a = 1
  co_heap_b = 2
  sync all
  call measure_stream('copy/loop',          copy_local,        copy_other)
  call measure_stream('scale/loop',         scale_local,       scale_other)
  call measure_stream('add/loop',           add_local,         add_other)
  call measure_stream('triad/loop',         triad_local,       triad_other)
  call measure_stream('copy/array',         copy_local_array,  copy_other_array)
  call measure_stream('scale/array',        scale_local_array, scale_other_array)
  call measure_stream('add/array',          add_local_array,   add_other_array)
  call measure_stream('triad/array',        triad_local_array, triad_other_array)
  call measure_stream('triad/allocatable',  triad_local_heap,  triad_other_heap)
  sync all

contains

  ! All elements, or as many as the patience allows where a system moves them one
  ! by one.
  subroutine measure_stream(case, local, other)
    character(len=*), intent(in) :: case
    procedure(kernel) :: local, other
    real(real64) :: one

    n = 1024
    if (this_image() == 1) then
      call other(1)
      one = time_of(other, 1) / n
      n = elements
      if (one * elements * repetitions > 4 * patience) &
          n = max(1024, int(patience / (one * repetitions)))
      if (n < elements) print '(3a,i0)', 'bench stream-reduced case=', case, ' elements=', n
    end if
    call co_broadcast(n, 1)
    call measure_in_turn('stream', case, n, local, other)
  end subroutine

end program stream
