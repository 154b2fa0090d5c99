! conformance: images=2,3,5
! feature: error stop
! expect-exit: 4
! The other images are blocked in every kind of wait when one image ends the run.
program error_stop_waiting
  use, intrinsic :: iso_fortran_env
  implicit none
  type(event_type) :: ev[*]
  type(lock_type) :: lk[*]
  integer :: t(3) = 1
  if (this_image() == 1) lock (lk[1])
  sync all
  select case (this_image())
  case (1)
    call co_sum(t(1), result_image=1)              ! nobody else takes part
  case (2)
    if (num_images() > 2) event wait (ev)
    error stop 4
  case (3)
    if (num_images() > 3) lock (lk[1])
    error stop 4
  case (4)
    sync images (1)
  case default
    error stop 4
  end select
  sync all
end program error_stop_waiting
