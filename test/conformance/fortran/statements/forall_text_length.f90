! conformance: images=1,2,3
! feature: FORALL with characters: defined assignments, and values of another length
! gfortran stores a longer value beyond the end of its temporary variable.
module codes
  implicit none
  type :: code
    integer :: v
  end type
  interface assignment(=)
    module procedure put, put_wide
  end interface
contains
  elemental subroutine put(c, x)
    character(*), intent(out) :: c
    type(code), intent(in) :: x
    c = repeat(achar(iachar('a') + x%v), len(c) - 1)
  end subroutine

  elemental subroutine put_wide(c, x)
    character(*, 4), intent(out) :: c
    type(code), intent(in) :: x
    c = repeat(char(iachar('a') + x%v, 4), len(c) - 1)
  end subroutine
end module

program forall_text_length
  use codes
  implicit none
  character(4) :: c(4)[*]
  character(4, 4) :: w(4)[*]
  character(2) :: short(4)[*]
  character(3000) :: long(4)[*]
  character(2), allocatable, target :: guarded(:)
  type(code) :: x(4)[*]
  integer :: i, n, next
  logical :: right

  next = 1 + mod(this_image(), num_images())
  x%v = [1, 2, 3, 4]
  c = ''
  w = 4_''
  do i = 1, 4
    long(i) = repeat(achar(iachar('a') + i), 3000)
  end do
  sync all
  forall (i = 1:4) c(i)[next] = x(i)[next]
  forall (i = 1:4) w(i)[next] = x(i)[next]
  forall (i = 1:4) short(i)[next] = long(5 - i)[next]
  sync all
  right = all(c == ['bbb ', 'ccc ', 'ddd ', 'eee ']) .and. &
    all(short == ['ee', 'dd', 'cc', 'bb'])
  do i = 1, 4
    right = right .and. w(i) == repeat(char(iachar('a') + i, 4), 3)
  end do

  ! what lies behind the temporary variable is used by ALLOCATE
  do n = 1, 8
    allocate (guarded(4))
    guarded = 'xy'
    sync all
    forall (i = 1:4) guarded(i) = long(i)[next]
    right = right .and. all(guarded == ['bb', 'cc', 'dd', 'ee'])
    deallocate (guarded)
    sync all
  end do
  forall (i = 1:3) c(i)[next](i:i) = long(i)[next]
  sync all
  right = right .and. all(c == ['bbb ', 'ccc ', 'ddd ', 'eee '])
  sync all
  forall (i = 1:3) c(i)[next](i:i + 1) = long(i + 1)[next]
  sync all
  right = right .and. all(c == ['ccb ', 'cdd ', 'ddee', 'eee '])

  i = merge(0, 1, right)
  call co_sum(i)
  if (this_image() == 1 .and. i == 0) print '(a)', 'PASS'
end program
