! conformance: images=1,2
! feature: OpenMP directives
! build-args: -fopenmp
! What the head of a construct needs of a coindexed object's components is each thread's own.
program heads
  implicit none
  type t
    integer, allocatable :: a(:)
    integer, pointer :: q(:)
  end type
  integer, parameter :: n = 200
  integer :: x(n)[*], i, k, bad, j, rep
  type(t) :: c(n)[*]
  do i = 1, n
    allocate (c(i)%a(3), c(i)%q(2))
    c(i)%a = [i, 2*i, 3*i] + 10000*this_image()
    c(i)%q = [i, -i]
    x(i) = i + 10000*this_image()
  end do
  sync all
  k = num_images()
  bad = 0
  do rep = 1, 10
    !$omp parallel do num_threads(4) schedule(dynamic,1) reduction(+:bad) private(j)
    do i = 1, n
      if (c(i)[k]%a(2) /= 2*i + 10000*k) then
        bad = bad + 1
      else if (c(i)[k]%q(2) /= -i) then
        bad = bad + 1
      else if (size(c(i)[k]%a) /= 3) then
        bad = bad + 1
      end if
      select case (c(i)[k]%a(3) - 10000*k - 3*i + mod(i, 3))
      case (0)
        if (mod(i, 3) /= 0) bad = bad + 1
      case (1)
        if (mod(i, 3) /= 1) bad = bad + 1
      case (2)
        if (mod(i, 3) /= 2) bad = bad + 1
      case default
        bad = bad + 1
      end select
      j = 0
      do while (c(i)[k]%a(1) - 10000*k > j .and. j < 5)
        j = j + 1
      end do
      if (j /= min(i, 5)) bad = bad + 1
      do j = c(i)[k]%q(2), c(i)[k]%q(1)
        if (abs(j) > i) bad = bad + 1
      end do
      if (j /= i + 1) bad = bad + 1
      associate (e => c(i)[k]%a(2) + 0)
        if (e /= 2*i + 10000*k) bad = bad + 1
      end associate
    end do
    if (bad /= 0) error stop 1
    !$omp parallel default(none) shared(c, k, rep) reduction(+:bad) private(i, j) num_threads(4)
    !$omp do schedule(dynamic, 2)
    do i = c(1)[k]%q(1), c(n)[k]%q(1)
      if (sum(c(i)[k]%a(:)) /= 6*i + 30000*k) then
        bad = bad + 1
      end if
    end do
    !$omp end do
    !$omp single
    do i = 1, 40
      !$omp task default(none) firstprivate(i) shared(c, k, bad)
      if (c(i)[k]%a(1) /= i + 10000*k) then
        !$omp atomic
        bad = bad + 1
      else if (c(i)[k]%q(1) /= i) then
        !$omp atomic
        bad = bad + 1
      end if
      !$omp end task
    end do
    !$omp end single
    !$omp end parallel
    if (bad /= 0) error stop 2
    i = 7
    if (c(i)[k]%a(2) /= 14 + 10000*k) then
      error stop 3
    else
      !$omp parallel private(i) default(shared) num_threads(4) reduction(+:bad)
      block
        integer :: m
        do m = 1, n
          if (c(m)[k]%a(1) /= m + 10000*k) then
            bad = bad + 1
          end if
        end do
      end block
      !$omp end parallel
    end if
    !$omp parallel sections default(private) shared(c, k) reduction(+:bad) num_threads(2)
    !$omp section
    do i = 1, n
      select case (c(i)[k]%q(1) - i)
      case default
        bad = bad + 1
      case (0)
      end select
    end do
    !$omp section
    do i = n, 1, -1
      select case (c(i)[k]%q(1) - i)
      case default
        bad = bad + 1
      case (0)
      end select
    end do
    !$omp end parallel sections
    if (bad /= 0) error stop 4
    !$omp parallel do &
    !$omp& private(j), num_threads(4) &
    !$omp reduction(+:bad) ! a comment
    do i = 1, n
      if (c(i)[k]%a(3) /= 3*i + 10000*k) then
        bad = bad + 1
      end if
    end do
    if (bad /= 0) error stop 5
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
