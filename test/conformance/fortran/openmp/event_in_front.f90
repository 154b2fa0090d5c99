! conformance: images=2,3
! feature: references by several threads behind the EVENT WAIT of one
! build-args: -fopenmp
! One thread waits for each element, and both refer to it behind a barrier of the threads. What a
! thread has got before the end of the wait may be older than the post.
program event_in_front
  use, intrinsic :: iso_fortran_env, only: event_type
  use omp_lib, only: omp_get_thread_num
  implicit none
  integer, parameter :: n = 2000
  integer :: x(n)[*], i, wrong
  type(event_type) :: ready[*], done[*]
  x = 0
  wrong = 0
  sync all
  if (this_image() == 1) then
    !$omp parallel num_threads(2) private(i) reduction(+:wrong)
    do i = 1, n
      if (omp_get_thread_num() == 0) then
        event wait (ready)
      end if
      !$omp barrier
      if (x(i)[2] /= i) wrong = wrong + 1
      if (omp_get_thread_num() == 0) then
        event post (done[2])
      end if
    end do
    !$omp end parallel
    if (wrong > 0) error stop 'an older element'
  else if (this_image() == 2) then
    do i = 1, n
      x(i) = i
      event post (ready[1])
      if (i > 2) then
        event wait (done)
      end if
    end do
    event wait (done, until_count=2)
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
