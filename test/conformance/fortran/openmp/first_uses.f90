! conformance: images=1,2,4
! feature: OpenMP directives
! build-args: -fopenmp
! First references to coarrays of other images by several threads at once, in regions of which each thread executes some: what a section, a task or
! the master thread has found out about a coarray the next statement's thread may not know (OpenMP 5.1, 2.8.1, 2.10.1, 1.4.4).
program first_uses
  implicit none
  type :: row
    real, allocatable :: v(:)
    integer :: tag = 0
  end type
  type(row) :: r[*], s[*], t[*]
  integer, allocatable :: box(:)[:]
  real :: a(3), b(3), c(3), d(3)
  integer :: me, k, round, tags(4), got(8)
  me = this_image()
  k = mod(me, num_images()) + 1
  allocate (r%v(3), s%v(3), t%v(3), source=real(me))
  r%tag = 10*me; s%tag = 20*me; t%tag = 30*me
  do round = 1, 20
    allocate (box(8)[*], source=round + me) ! what was known of coarrays is not any more
    a = 0; b = 0; c = 0; d = 0; tags = 0; got = 0
    call by_sections
    call by_tasks
    call by_master
    call words(3 + mod(round, 4))
    sync all
    deallocate (box)
  end do
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine by_sections
    !$omp parallel sections num_threads(4)
    !$omp section
    a = r[k]%v
    tags(1) = r[k]%tag
    !$omp section
    b = r[k]%v
    !$omp section
    tags(2) = r[k]%tag
    got(1:4) = box(1:4)[k]
    !$omp section
    got(5:8) = box(5:8)[k]
    !$omp end parallel sections
    if (any(a /= k) .or. any(b /= k) .or. any(tags(1:2) /= 10*k)) error stop 1
    if (any(got /= round + k)) error stop 2
  end subroutine

  subroutine by_tasks
    !$omp parallel num_threads(4)
    !$omp single
    !$omp task
    c = s[k]%v
    !$omp end task
    !$omp task
    d = s[k]%v
    !$omp end task
    !$omp task
    tags(3) = s[k]%tag
    !$omp end task
    !$omp end single nowait
    !$omp end parallel
    if (any(c /= k) .or. any(d /= k) .or. tags(3) /= 20*k) error stop 3
  end subroutine

  subroutine by_master
    real :: x(3)
    !$omp parallel num_threads(4) private(x)
    !$omp master
    c = t[k]%v
    !$omp end master
    x = t[k]%v ! no thread has waited for the master
    if (any(x /= k)) error stop 4
    !$omp single
    tags(4) = t[k]%tag
    !$omp end single nowait
    if (t[k]%tag /= 30*k) error stop 5
    !$omp end parallel
    if (any(c /= k) .or. tags(4) /= 30*k) error stop 6
  end subroutine

  subroutine words(n) ! of a length that is known at run time only
    integer, intent(in) :: n
    character(len=n), allocatable :: w[:]
    character(len=n) :: u(4)
    allocate (character(len=n) :: w[*])
    w = repeat(achar(iachar('a') + me), n)
    sync all
    u = ''
    !$omp parallel sections num_threads(4)
    !$omp section
    u(1) = w[k]
    !$omp section
    u(2) = w[k]
    !$omp section
    u(3) = w[k]
    !$omp section
    u(4) = w[k]
    !$omp end parallel sections
    if (any(u /= repeat(achar(iachar('a') + k), n))) error stop 7
    sync all
  end subroutine
end program
