! The variables that operations work on.
module operands
  use, intrinsic :: iso_fortran_env
  use operation_clock, only: me, k
  implicit none

  integer, parameter :: mib = 2**17       ! elements of a MiB

  type record
    integer :: n
    real(real64) :: a(8)
  end type

  type holder
    real(real64), allocatable :: a(:)
  end type

  type defined
    integer :: n
  end type

  interface assignment(=)
    module procedure from_integer
  end interface

  real(real64) :: x(mib)[*], y(mib), z(mib), s, grid(128, 128)[*], own(128, 128)
  real :: short(100)
  integer :: i4(100)[*], iv(100), n, status
  logical :: truth, mask(128)
  character(len=100) :: text[*], copy
  character(len=32) :: line
  type(record) :: r[*], rs(10)[*], mine, these(10)
  type(holder) :: h[*], hs(4)[*], held, holders(4)
  type(defined) :: d
  integer(atomic_int_kind) :: counter[*], old, flag[*], turn = 0, known = 0
  logical(atomic_logical_kind) :: switch[*], was
  type(event_type) :: ping[*], posted[*], here[*]
  type(notify_type) :: notice[*]
  type(lock_type) :: latch[*]
  type(team_type) :: half, whole, team
  real(real64), allocatable :: w(:)[:], v(:)[:], ordinary(:)
  type(holder), allocatable :: wh[:]

contains

  subroutine prepare
    integer :: i

    x = 1
    y = 1
    z = 1
    s = 0
    grid = 1
    own = 1
    i4 = 1
    iv = [(mod(37 * i, 128) + 1, i = 1, 100)]
    mask = .true.
    mask(::2) = .false.
    text = 'text'
    r = record(1, 1)
    rs = r
    mine = r
    these = mine
    allocate (h%a(16), source=1.0_real64)
    held = h
    do i = 1, 4
      hs(i) = held
      holders(i) = held
    end do
    call atomic_define(counter, 0)
    call atomic_define(switch, .false.)
    call atomic_define(flag, 0)
    form team (me, half)
    form team (1, whole)
  end subroutine

  elemental subroutine from_integer(to, from)
    type(defined), intent(out) :: to
    integer, intent(in) :: from

    to%n = from
  end subroutine

  subroutine read_only(a)
    real(real64), intent(in) :: a(:)

    s = a(1)
  end subroutine

  subroutine changed(a)
    real(real64), intent(inout) :: a

    a = a + 1
  end subroutine

  pure real(real64) function plus(a, b)
    real(real64), intent(in) :: a, b

    plus = a + b
  end function

  pure type(record) function joined(a, b)
    type(record), intent(in) :: a, b

    joined = record(a%n + b%n, a%a + b%a)
  end function

  ! A coarray of a procedure, which is deallocated at its end.
  subroutine local_coarray
    real(real64), allocatable :: a(:)[:]

    allocate (a(512)[*])
  end subroutine

  ! Until what the other image has defined is seen here.
  ! Waits until the other image has defined the flag once more. Its values only grow: one that
  ! came again could be taken for the one of this turn.
  subroutine poll_flag
    integer(atomic_int_kind) :: seen

    do
      call atomic_ref(seen, flag)
      if (seen /= known) exit
    end do
    known = seen
  end subroutine

  subroutine poll_event
    integer :: there

    do
      call event_query(ping, there)
      if (there > 0) exit
    end do
    event wait (ping)
  end subroutine

end module
