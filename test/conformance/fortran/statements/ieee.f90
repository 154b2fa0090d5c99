! conformance: images=1,2,3
! feature: coindexed in expressions
! IEEE inquiries about values of other images; flags and modes outlive image control.
program ieee
  use, intrinsic :: ieee_arithmetic
  use, intrinsic :: ieee_exceptions
  use, intrinsic :: ieee_features
  use iso_fortran_env, only: real64
  implicit none
  real(real64), save :: x(4)[*]
  type(ieee_round_type) :: mode
  type(ieee_status_type) :: status
  logical :: flag
  integer :: next, i
  real(real64) :: a
  next = modulo(this_image(), num_images()) + 1
  x = [ieee_value(1._real64, ieee_quiet_nan), ieee_value(1._real64, ieee_positive_inf), -0._real64, 1e-310_real64]
  sync all
  if (.not. ieee_is_nan(x(1)[next])) error stop 'nan'
  if (ieee_is_finite(x(2)[next])) error stop 'inf'
  if (.not. ieee_is_negative(x(3)[next])) error stop '-0'
  if (ieee_class(x(4)[next]) /= ieee_positive_denormal) error stop 'denormal'
  if (.not. all(ieee_unordered(x(1:1)[next], [1._real64]))) error stop 'unordered'
  call ieee_get_status(status)
  call ieee_set_halting_mode(ieee_divide_by_zero, .false.)
  call ieee_set_flag(ieee_all, .false.)
  a = 1
  a = a/(x(3)[next]*a)
  call ieee_get_flag(ieee_divide_by_zero, flag)
  if (.not. flag) error stop 'flag'
  call ieee_set_flag(ieee_all, .false.)
  call ieee_set_status(status)
  call ieee_get_rounding_mode(mode)
  call ieee_set_rounding_mode(ieee_up)
  sync all
  x(1) = 1
  sync all
  call ieee_get_rounding_mode(mode)
  if (mode /= ieee_up) error stop 'rounding mode lost'
  call ieee_set_rounding_mode(ieee_nearest)
  a = x(2)
  call co_max(a)
  if (ieee_is_finite(a)) error stop 'co_max'
  a = ieee_value(a, ieee_quiet_nan)
  call co_sum(a)
  if (.not. ieee_is_nan(a)) error stop 'co_sum nan'
  if (ieee_next_after(x(1)[next], 2._real64) <= 1) error stop 'next after'
  call ieee_set_flag(ieee_all, .false.)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
