! conformance: images=1,2,3
! feature: iso_fortran_env constants and types
program environment
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind, atomic_logical_kind, event_type, lock_type, &
      stat_locked, stat_locked_other_image, stat_stopped_image, stat_unlocked, stat_failed_image, &
      output_unit, failed => stat_failed_image
  implicit none
  type(event_type) :: ev(2)[*]
  type(lock_type), save :: lk[*]
  integer :: codes(4), i, j
  integer(atomic_int_kind) :: counter[*] = 0
  logical(atomic_logical_kind) :: flag[*] = .false.
  codes = [stat_locked, stat_locked_other_image, stat_stopped_image, stat_unlocked]
  do i = 1, 4
    if (codes(i) == stat_failed_image) error stop 'FAIL: not distinct from stat_failed_image'
    do j = 1, i - 1
      if (codes(i) == codes(j)) error stop 'FAIL: not distinct'
    end do
  end do
  if (stat_stopped_image <= 0) error stop 'FAIL: stat_stopped_image is not positive'
  if (failed /= stat_failed_image) error stop 'FAIL: renamed'
  if (size(ev) /= 2) error stop 'FAIL: size of ev'
  lock (lk)
  unlock (lk)
  call atomic_add(counter[1], 1_atomic_int_kind)
  call atomic_define(flag, .true._atomic_logical_kind)
  sync all
  if (this_image() == 1 .and. counter /= num_images()) error stop 'FAIL: counter'
  if (.not. flag) error stop 'FAIL: flag'
  if (this_image() == 1) write (output_unit, '(a)') 'PASS'
end program environment
