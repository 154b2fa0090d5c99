! conformance: images=1,2,3,5
! feature: co_reduce
program reduce_kinds
  use iso_fortran_env, only: int8, int16, int64, real32, real64
  implicit none
  integer(int8) :: i1
  integer(int64) :: i8(2)
  complex(real64) :: z
  logical :: l
  logical(1) :: l1
  character(3) :: c
  real(real32) :: r(2,2)
  integer :: n, me
  n = num_images(); me = this_image()
  i1 = int(me, int8); i8 = me; z = cmplx(1, 1, real64); l = me > 0; l1 = me /= n; c = repeat(achar(96 + me), 3); r = me
  call co_reduce(i1, low)
  call co_reduce(i8, add)
  call co_reduce(z, times)
  call co_reduce(l, both)
  call co_reduce(l1, both1)
  call co_reduce(c, later)
  call co_reduce(r, larger)
  if (i1 /= 1 .or. any(i8 /= n * (n + 1) / 2)) error stop 'integers'
  if (abs(z - cmplx(1, 1, real64)**n) > 1e-12) error stop 'complex'
  if (.not. l .or. l1) error stop 'logical'
  if (c /= repeat(achar(96 + n), 3)) error stop 'character'
  if (any(r /= n)) error stop 'real'
  if (me == 1) print '(a)', 'PASS'
contains
  pure integer(int8) function low(a, b)
    integer(int8), intent(in) :: a, b
    low = min(a, b)
  end function
  pure function add(a, b) result(s)
    integer(int64), intent(in) :: a, b
    integer(int64) :: s
    s = a + b
  end function
  pure complex(real64) function times(a, b)
    complex(real64), intent(in) :: a, b
    times = a * b
  end function
  pure logical function both(a, b)
    logical, intent(in) :: a, b
    both = a .and. b
  end function
  pure logical(1) function both1(a, b)
    logical(1), intent(in) :: a, b
    both1 = a .and. b
  end function
  pure function later(a, b) result(s)
    character(3), intent(in) :: a, b
    character(3) :: s
    s = max(a, b)
  end function
  pure real(real32) function larger(a, b)
    real(real32), intent(in) :: a, b
    larger = max(a, b)
  end function
end program
