! Ways through statements that the programs of the suites do not have. It is translated, not run.
module flows
  implicit none
  integer :: x(4)[*]
contains
  subroutine left_block(n, y)
    integer, intent(in) :: n
    integer, intent(out) :: y
    y = 0
    b: block
      integer :: t
      t = n
      if (t > 1) exit b
      y = x(1)[n]
    end block b
    y = y + x(2)[n]
  end subroutine
  subroutine allocates_in_loop(n, y)
    integer, intent(in) :: n
    integer, intent(out) :: y
    integer, allocatable :: a(:)[:]
    integer :: i
    y = 0
    do i = 1, n
      if (i == 2) allocate (a(2)[*])
      y = y + x(1)[i]
    end do
  end subroutine
  subroutine deallocates_in_loop(a, n, y)
    integer, allocatable :: a(:)[:]
    integer, intent(in) :: n
    integer, intent(out) :: y
    integer :: i
    y = 0
    do i = 1, n
      if (i == 2) deallocate (a)
      y = y + x(1)[i]
    end do
  end subroutine
  subroutine asks_in_loop(a, n, y)
    integer, allocatable, intent(in) :: a(:)[:]
    integer, intent(in) :: n
    integer, intent(out) :: y
    integer :: i
    y = 0
    do i = 1, n
      y = y + lcobound(a, 1)
    end do
    y = y + a(1)[n]
  end subroutine
  subroutine asks_while(a, n, y)
    integer, allocatable, intent(inout) :: a(:)[:]
    integer, intent(in) :: n
    integer, intent(out) :: y
    y = 0
    do while (lcobound(a, 1) < n)
      call again(a, n)
      y = y + 1
    end do
  end subroutine
  subroutine calls_in_condition(n, y)
    integer, intent(in) :: n
    integer, intent(inout) :: y
    y = x(2)[n]
    if (changes(n)) y = x(1)[n]
  end subroutine
  subroutine again(a, n)
    integer, allocatable, intent(inout) :: a(:)[:]
    integer, intent(in) :: n
    deallocate (a)
    allocate (a(n)[n:*])
  end subroutine
  logical function changes(n)
    integer, intent(in) :: n
    changes = n > 1
  end function
end module
