! conformance: images=1,2,3
! feature: copies of every length
! Contiguous copies of 0 to 300 bytes and around a mebibyte, between images and onto oneself, overlapping: nothing beside the section changes.
program lengths_of_copies
  use, intrinsic :: iso_fortran_env, only: int8
  implicit none
  integer, parameter :: short = 300, long = 3 * 2**20
  integer(int8), allocatable :: x(:)[:], y(:), expected(:)
  integer :: k, me, turn

  me = this_image()
  k = 1 + mod(me, num_images())
  allocate (x(0:long + 1)[*], y(0:long + 1), expected(0:long + 1))
  call fill(x, me)
  y = 0
  sync all
  call gets()
  sync all
  call puts()
  sync all
  if (me == 1) then
    do turn = 1, 8
      call overlapping(turn)
    end do
    print '(a)', 'PASS'
  end if

contains

  subroutine fill(a, image)
    integer(int8), intent(out) :: a(0:)
    integer, intent(in) :: image
    integer :: i

    do i = 0, ubound(a, 1)
      a(i) = int(mod(i * 7 + i / 251 + 31 * image, 113), int8)
    end do
  end subroutine

  subroutine gets()
    integer :: first, n

    call fill(expected, k)
    do first = 1, 17, 4
      do n = -2, short
        y(0:short + 20) = -1
        y(first:first + n - 1) = x(first + 3:first + n + 2)[k]
        if (any(y(first:first + n - 1) /= expected(first + 3:first + n + 2))) error stop 'FAIL: got'
        if (any(y(:first - 1) /= -1) .or. any(y(max(first, first + n):short + 20) /= -1)) error stop 'FAIL: beside what was got'
      end do
    end do
    do n = 2**20 - 2, 2**20 + 2
      y = -1
      y(5:n + 4) = x(2:n + 1)[k]
      if (any(y(5:n + 4) /= expected(2:n + 1)) .or. any(y(:4) /= -1) .or. any(y(n + 5:) /= -1)) error stop 'FAIL: long'
    end do
  end subroutine

  subroutine puts()
    integer :: n

    call fill(expected, me)
    call fill(y(0:short + 1), 1 + mod(me + num_images() - 2, num_images()))
    do n = 0, short
      x(0:short + 3) = -1
      sync all
      x(3:n + 2)[k] = expected(1:n)
      sync all
      if (any(x(3:n + 2) /= y(1:n)) .or. any(x(:2) /= -1) .or. any(x(n + 3:short + 3) /= -1)) error stop 'FAIL: put'
      sync all
    end do
    do n = 1, 20
      x(n:long - n)[k] = expected(n:long - n)
    end do
  end subroutine

  ! On this image, as a coindexed object of another would be.
  subroutine overlapping(turn)
    integer, intent(in) :: turn
    integer :: n, by

    do n = 0, short, 7
      do by = -20, 20, 5
        call fill(x(0:short + 60), turn)
        call fill(expected(0:short + 60), turn)
        y(1:n) = expected(30:29 + n)
        expected(30 + by:29 + by + n) = y(1:n)
        x(30 + by:29 + by + n)[me] = x(30:29 + n)[me]
        if (any(x(0:short + 60) /= expected(0:short + 60))) error stop 'FAIL: overlapping'
      end do
    end do
    do by = -1, 1
      call fill(x, turn)
      call fill(expected, turn)
      y(1:2**21) = expected(2:2**21 + 1)
      expected(2 + by:2**21 + 1 + by) = y(1:2**21)
      x(2 + by:2**21 + 1 + by)[me] = x(2:2**21 + 1)[me]
      if (any(x /= expected)) error stop 'FAIL: long and overlapping'
    end do
  end subroutine
end program
