! conformance: images=3,5
! feature: failed images (F2018 5.3.6)
! An image fails in front of a long collective, others wait in it: they learn of it by STAT=, and
! long collectives of a team of those that are left have the right results.
program long_collectives
  use, intrinsic :: iso_fortran_env
  implicit none
  integer, parameter :: m = 300000
  integer :: i, status, n, living
  integer, allocatable :: a(:), b(:)
  type(team_type) :: left
  n = num_images()
  allocate (a(m), b(m))
  a = [(i + this_image(), i = 1, m)]
  call co_sum(a)
  if (any(a /= [(n*i + n*(n+1)/2, i = 1, m)])) error stop 'all'
  if (this_image() == 2) fail image
  do i = 1, 4
    a = this_image()
    status = 0
    select case (i)
    case (1); call co_sum(a, stat=status)
    case (2); call co_broadcast(a, 1, stat=status)
    case (3); call co_max(a, result_image=3, stat=status)
    case (4); call co_broadcast(a, 3, stat=status)
    end select
    if (status /= stat_failed_image) error stop 'no STAT_FAILED_IMAGE'
  end do
  form team (1, left, stat=status)
  if (status /= 0 .and. status /= stat_failed_image) error stop 'form team'
  change team (left)
    living = num_images()
    if (living /= n - 1) error stop 'the team'
    do i = 1, 3
      b = i*this_image()
      call co_sum(b)
      if (any(b /= i*living*(living + 1)/2)) error stop 'those that are left: sum'
      b = i*this_image()
      call co_broadcast(b, living)
      if (any(b /= i*living)) error stop 'those that are left: broadcast'
    end do
    if (this_image() == 1) print '(a)', 'PASS'
  end team
end program
