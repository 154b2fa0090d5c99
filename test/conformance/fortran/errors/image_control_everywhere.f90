! feature: diagnostics: image control
! Image control that is less easily seen: STOP, MOVE_ALLOC, DEALLOCATE, the end of a BLOCK, in constructs and in pure procedures (F2018 11.6.1, C1117, C1137, C1599).
module image_control_everywhere
  implicit none
  integer, save :: x[*]
contains
  subroutine in_constructs
    integer, allocatable :: a[:], b[:], plain, other
    integer :: i
    critical
      block
        ! expect-error: the end of this BLOCK deallocates the coarray 'y': it cannot stand in a CRITICAL construct
        integer, allocatable :: y[:]
        integer, save :: kept[*]
      end block
      ! expect-error: MOVE_ALLOC of coarrays cannot stand in a CRITICAL construct
      call move_alloc(a, b)
      call move_alloc(plain, other)
      ! expect-error: DEALLOCATE of a coarray cannot stand in a CRITICAL construct
      deallocate (a)
      ! expect-error: STOP cannot stand in a CRITICAL construct
      if (plain > 0) stop
      if (plain > 1) error stop
    end critical
    do concurrent (i = 1:3)
      block
        ! expect-error: the end of this BLOCK deallocates the coarray 'y': it cannot stand in a DO CONCURRENT construct
        integer, allocatable :: y(:)[:]
      end block
      ! expect-error: MOVE_ALLOC of coarrays cannot stand in a DO CONCURRENT construct
      call move_alloc(a, b)
      ! expect-error: STOP cannot stand in a DO CONCURRENT construct
      if (i == 2) stop
    end do
  end subroutine
  pure subroutine change(n)
    integer, intent(inout) :: n
    n = n + 1
  end subroutine
  pure subroutine read_only(n)
    integer, intent(in) :: n
  end subroutine
  pure subroutine in_pure(a, b, k)
    integer, allocatable, intent(inout) :: a[:], b[:]
    integer, intent(in) :: k
    ! expect-error: a pure procedure has no coarray of its own: 'kept'
    integer, save :: kept[*]
    ! expect-error: a pure procedure has no coarray of its own: 'local'
    integer, allocatable :: local[:]
    ! expect-error: MOVE_ALLOC of coarrays cannot stand in a pure procedure
    call move_alloc(a, b)
    ! expect-error: DEALLOCATE of a coarray cannot stand in a pure procedure
    deallocate (a)
    ! expect-error: ALLOCATE of a coarray cannot stand in a pure procedure
    allocate (a[*])
    ! expect-error: STOP cannot stand in a pure procedure
    stop
    call read_only(x[k])
    ! expect-error: a pure procedure cannot define a coindexed object, which 'n' of 'change' may do
    call change(x[k])
  end subroutine
  subroutine watching
    ! expect-error: the coarray 'x' cannot be made VOLATILE here: it belongs to another scope
    volatile :: x
    x[1] = 1
  end subroutine
  subroutine in_background
    asynchronous :: x
    x[1] = 1
  end subroutine
end module image_control_everywhere
