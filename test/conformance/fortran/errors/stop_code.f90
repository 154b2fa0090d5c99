! feature: diagnostics: image control
program stop_code
  implicit none
  type t
    integer :: n
  end type
  type(t) :: v
  integer :: codes(2)
  character(4) :: words(2)
  logical :: whether(2)
  ! expect-error: the stop code must be an integer scalar or a character scalar of default kind
  if (codes(1) == 1) stop 1.5
  ! expect-error: the stop code must be an integer scalar or a character scalar of default kind
  if (codes(1) == 2) error stop .true.
  ! expect-error: the stop code must be an integer scalar or a character scalar of default kind
  if (codes(1) == 3) stop codes
  ! expect-error: the stop code must be an integer scalar or a character scalar of default kind
  if (codes(1) == 4) error stop words
  ! expect-error: the stop code must be an integer scalar or a character scalar of default kind
  if (codes(1) == 5) stop v
  ! expect-error: the stop code must be an integer scalar or a character scalar of default kind
  if (codes(1) == 6) error stop 4_'abc'
  ! expect-error: the stop code must be an integer scalar or a character scalar of default kind
  if (codes(1) == 7) stop (1, 2), quiet=.true.
  ! expect-error: quiet= must be a logical scalar
  if (codes(1) == 8) stop, quiet=1
  ! expect-error: quiet= must be a logical scalar
  if (codes(1) == 9) error stop 1, quiet=whether
end program stop_code
