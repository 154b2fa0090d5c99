! One element to or from another image, in a loop, beside a store to or a load
! from an ordinary local array in the same loop; for each way in which a program
! may hold the coarray. The data fits into the first-level cache.
!
!     element [repetitions [patience]]
!
! Prints `bench put|get case=… local=ns other=ns` per element.
module element_data
  use, intrinsic :: iso_fortran_env, only: int64
  implicit none

  integer, parameter :: n = 1024

  type :: record
    integer(int64) :: before
    integer(int64) :: v(n)
  end type

  integer(int64) :: static_x(n)[*], static_y(n)
  integer(int64), allocatable :: heap_x(:)[:], heap_y(:)
  type(record) :: record_x[*], record_y
  integer(int64) :: table_y(n, 2)      ! stands for the images where the index varies
  integer :: image(n)                  ! 1 2 1 2 ..
  integer :: partner
end module element_data

module element_kernels
  use, intrinsic :: iso_fortran_env, only: int64
  use element_data
  implicit none

  interface
    subroutine opaque(a)
      import
      integer(int64), intent(inout) :: a(*)
    end subroutine
  end interface

contains

  subroutine put_static_local(sweeps)
    integer, intent(in) :: sweeps
    integer :: i, s

    do s = 1, sweeps
      do i = 1, n
        static_y(i) = s
      end do
      call opaque(static_y)
    end do
  end subroutine

  subroutine put_static_other(sweeps)
    integer, intent(in) :: sweeps
    integer :: i, s, p

    p = partner
    do s = 1, sweeps
      do i = 1, n
        static_x(i)[p] = s
      end do
      call opaque(static_x)
    end do
  end subroutine

  subroutine get_static_local(sweeps)
    integer, intent(in) :: sweeps
    integer(int64) :: folded(1)
    integer :: i, s

    folded = 0
    do s = 1, sweeps
      do i = 1, n
        folded(1) = ieor(folded(1), static_y(i))
      end do
      call opaque(static_y)
    end do
    call opaque(folded)
  end subroutine

  subroutine get_static_other(sweeps)
    integer, intent(in) :: sweeps
    integer(int64) :: folded(1)
    integer :: i, s, p

    p = partner
    folded = 0
    do s = 1, sweeps
      do i = 1, n
        folded(1) = ieor(folded(1), static_x(i)[p])
      end do
      call opaque(static_x)
    end do
    call opaque(folded)
  end subroutine

  subroutine put_heap_local(sweeps)
    integer, intent(in) :: sweeps
    integer :: i, s

    do s = 1, sweeps
      do i = 1, n
        heap_y(i) = s
      end do
      call opaque(heap_y)
    end do
  end subroutine

  subroutine put_heap_other(sweeps)
    integer, intent(in) :: sweeps
    integer :: i, s, p

    p = partner
    do s = 1, sweeps
      do i = 1, n
        heap_x(i)[p] = s
      end do
      call opaque(heap_x)
    end do
  end subroutine

  subroutine get_heap_local(sweeps)
    integer, intent(in) :: sweeps
    integer(int64) :: folded(1)
    integer :: i, s

    folded = 0
    do s = 1, sweeps
      do i = 1, n
        folded(1) = ieor(folded(1), heap_y(i))
      end do
      call opaque(heap_y)
    end do
    call opaque(folded)
  end subroutine

  subroutine get_heap_other(sweeps)
    integer, intent(in) :: sweeps
    integer(int64) :: folded(1)
    integer :: i, s, p

    p = partner
    folded = 0
    do s = 1, sweeps
      do i = 1, n
        folded(1) = ieor(folded(1), heap_x(i)[p])
      end do
      call opaque(heap_x)
    end do
    call opaque(folded)
  end subroutine

  subroutine put_component_local(sweeps)
    integer, intent(in) :: sweeps
    integer :: i, s

    do s = 1, sweeps
      do i = 1, n
        record_y%v(i) = s
      end do
      call opaque(record_y%v)
    end do
  end subroutine

  subroutine put_component_other(sweeps)
    integer, intent(in) :: sweeps
    integer :: i, s, p

    p = partner
    do s = 1, sweeps
      do i = 1, n
        record_x[p]%v(i) = s
      end do
      call opaque(record_x%v)
    end do
  end subroutine

  subroutine get_component_local(sweeps)
    integer, intent(in) :: sweeps
    integer(int64) :: folded(1)
    integer :: i, s

    folded = 0
    do s = 1, sweeps
      do i = 1, n
        folded(1) = ieor(folded(1), record_y%v(i))
      end do
      call opaque(record_y%v)
    end do
    call opaque(folded)
  end subroutine

  subroutine get_component_other(sweeps)
    integer, intent(in) :: sweeps
    integer(int64) :: folded(1)
    integer :: i, s, p

    p = partner
    folded = 0
    do s = 1, sweeps
      do i = 1, n
        folded(1) = ieor(folded(1), record_x[p]%v(i))
      end do
      call opaque(record_x%v)
    end do
    call opaque(folded)
  end subroutine

  subroutine put_dummy_local(sweeps)
    integer, intent(in) :: sweeps

    call local_stores(static_y, sweeps)
  end subroutine

  subroutine local_stores(y, sweeps)
    integer, intent(in) :: sweeps
    integer(int64), intent(inout) :: y(n)
    integer :: i, s

    do s = 1, sweeps
      do i = 1, n
        y(i) = s
      end do
      call opaque(y)
    end do
  end subroutine

  subroutine put_dummy_other(sweeps)
    integer, intent(in) :: sweeps

    call puts(static_x, sweeps, partner)
  end subroutine

  subroutine puts(x, sweeps, p)
    integer, intent(in) :: sweeps, p
    integer(int64), intent(inout) :: x(n)[*]
    integer :: i, s

    do s = 1, sweeps
      do i = 1, n
        x(i)[p] = s
      end do
      call opaque(x)
    end do
  end subroutine

  subroutine get_dummy_local(sweeps)
    integer, intent(in) :: sweeps

    call local_loads(static_y, sweeps)
  end subroutine

  subroutine local_loads(y, sweeps)
    integer, intent(in) :: sweeps
    integer(int64), intent(inout) :: y(n)
    integer(int64) :: folded(1)
    integer :: i, s

    folded = 0
    do s = 1, sweeps
      do i = 1, n
        folded(1) = ieor(folded(1), y(i))
      end do
      call opaque(y)
    end do
    call opaque(folded)
  end subroutine

  subroutine get_dummy_other(sweeps)
    integer, intent(in) :: sweeps

    call gets(static_x, sweeps, partner)
  end subroutine

  subroutine gets(x, sweeps, p)
    integer, intent(in) :: sweeps, p
    integer(int64), intent(inout) :: x(n)[*]
    integer(int64) :: folded(1)
    integer :: i, s

    folded = 0
    do s = 1, sweeps
      do i = 1, n
        folded(1) = ieor(folded(1), x(i)[p])
      end do
      call opaque(x)
    end do
    call opaque(folded)
  end subroutine

  subroutine put_varying_local(sweeps)
    integer, intent(in) :: sweeps
    integer :: i, s

    do s = 1, sweeps
      do i = 1, n
        table_y(i, image(i)) = s
      end do
      call opaque(table_y)
    end do
  end subroutine

  subroutine put_varying_other(sweeps)
    integer, intent(in) :: sweeps
    integer :: i, s

    do s = 1, sweeps
      do i = 1, n
        static_x(i)[image(i)] = s
      end do
      call opaque(static_x)
    end do
  end subroutine

  subroutine get_varying_local(sweeps)
    integer, intent(in) :: sweeps
    integer(int64) :: folded(1)
    integer :: i, s

    folded = 0
    do s = 1, sweeps
      do i = 1, n
        folded(1) = ieor(folded(1), table_y(i, image(i)))
      end do
      call opaque(table_y)
    end do
    call opaque(folded)
  end subroutine

  subroutine get_varying_other(sweeps)
    integer, intent(in) :: sweeps
    integer(int64) :: folded(1)
    integer :: i, s

    folded = 0
    do s = 1, sweeps
      do i = 1, n
        folded(1) = ieor(folded(1), static_x(i)[image(i)])
      end do
      call opaque(static_x)
    end do
    call opaque(folded)
  end subroutine

end module element_kernels

program element
  use bench_support
  use element_data
  use element_kernels
  implicit none
  integer :: i

  call set_up(1)
  partner = 1 + mod(this_image(), num_images())
  allocate (heap_x(n)[*], heap_y(n))
  image = [(1 + mod(i - 1, num_images()), i = 1, n)]
  static_x = 1
  static_y = 1
  heap_x = 1
  heap_y = 1
  record_x%v = 1
  record_y%v = 1
  table_y = 1
  sync all
  if (this_image() == 1) then
    call measure('put', 'static',      n, put_static_local,    put_static_other)
    call measure('put', 'dummy',       n, put_dummy_local,     put_dummy_other)
    call measure('put', 'allocatable', n, put_heap_local,      put_heap_other)
    call measure('put', 'component',   n, put_component_local, put_component_other)
    call measure('put', 'varying',     n, put_varying_local,   put_varying_other)
    call measure('get', 'static',      n, get_static_local,    get_static_other)
    call measure('get', 'dummy',       n, get_dummy_local,     get_dummy_other)
    call measure('get', 'allocatable', n, get_heap_local,      get_heap_other)
    call measure('get', 'component',   n, get_component_local, get_component_other)
    call measure('get', 'varying',     n, get_varying_local,   get_varying_other)
  end if
  sync all
end program element
