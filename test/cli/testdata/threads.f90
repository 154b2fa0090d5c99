program threads
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  integer :: i
  type(event_type) :: ev[*]
  !$omp parallel num_threads(2)
  !$omp single
  !$omp task
  if (this_image() == 1) then
    call sleep(3)
    do i = 1, num_images()
      event post (ev[i])
    end do
  end if
  !$omp end task
  event wait (ev)
  !$omp taskwait
  !$omp end single
  !$omp end parallel
  print *, 'good'
end program
