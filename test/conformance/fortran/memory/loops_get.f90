! conformance: images=1,2,3
! feature: loops that get elements one by one have the values of their segment
program loops_get
  use, intrinsic :: iso_fortran_env
  implicit none
  integer, parameter :: n = 300, m = 20
  type :: inner
    integer :: i, j
    real :: r
  end type
  type :: box
    integer, allocatable :: v(:)
    integer, pointer :: p(:) => null()
  end type
  integer :: x(n)[*], z(m, m)[*], got(n), i, j, k, me, s
  integer, volatile :: flag(n)[*]
  integer(atomic_int_kind) :: counter[*]
  type(inner) :: t(n)[*]
  type(box) :: b[*]
  type(event_type) :: ready[*], taken[*]
  type(lock_type) :: lock[*]
  character(5) :: c(n)[*]
  integer, allocatable :: heap(:)[:]
  logical :: ok
  me = this_image()
  k = merge(1, me + 1, me == num_images())
  ok = .true.
  counter = 0
  flag = 0
  allocate (heap(n)[*])
  allocate (b%v(n), b%p(n))

  ! a loop, of which the other image changes everything in the segments between
  do j = 1, 5
    call define(j)
    sync all
    call compare(j)
    sync all
  end do

  ! the same by events: the target changes what was perhaps got ahead
  do j = 6, 9
    call define(j)
    event post (ready[merge(num_images(), me - 1, me == 1)])
    event wait (ready)
    call compare(j)
    event post (taken[k])
    event wait (taken)
  end do

  ! by an atomic variable and SYNC MEMORY
  call define(10)
  sync memory
  do i = 1, num_images()
    call atomic_add(counter[i], 1)
  end do
  do
    call atomic_ref(s, counter)
    if (s == num_images()) exit
  end do
  sync memory
  call compare(10)
  sync all

  ! by SYNC IMAGES in the loop itself
  do i = 1, n
    x(i) = -1
  end do
  sync all
  s = 0
  do i = 1, n
    x(i) = 7*i + me
    if (mod(i, 50) == 0) then
      if (num_images() > 1) sync images (*)
      do j = i - 49, i
        s = s + abs(x(j)[k] - (7*j + k))
      end do
    end if
  end do
  if (s /= 0) call fail('sync images')
  sync all

  ! this image defines what comes next, and what was there
  x = me
  sync all
  if (me == 1) then
    s = 0
    do i = 1, n
      s = s + x(i)[k]
      if (i < n) x(i+1)[k] = i
    end do
    if (s /= k + n*(n-1)/2) call fail('the next one')
    do i = 1, n
      x(i)[k] = 0
    end do
    s = 0
    do i = 1, n
      x(i)[k] = x(i)[k] + i
      s = s + x(i)[k]
      if (mod(i, 10) == 0) x(:)[k] = 5
    end do
    if (s /= sum([(merge(i, i + 5, i <= 10), i=1, n)])) call fail('all of them')
    x(1:n:2)[k] = 3
    do i = n, 1, -1
      x(i)[k] = x(i)[k]*2
      if (mod(i, 7) == 0) x(max(1, i-2):max(1, i-1))[k] = [9, 9]
    end do
    if (sum(x(:)[k]) /= reference()) call fail('backwards')
    ! one element again and again
    s = 0
    do i = 1, n
      x(5)[k] = i
      s = s + x(5)[k]
    end do
    if (s /= n*(n+1)/2) call fail('the same one')
    call atomic_define(counter[k], 0)
    do i = 1, n
      call atomic_add(counter[k], 1)
      s = counter[k]
      if (s /= i) call fail('atomic')
    end do
  end if
  sync all

  ! under a lock
  x(1) = 0
  sync all
  do i = 1, 20
    lock (lock[1])
    x(1)[1] = x(1)[1] + 1
    unlock (lock[1])
    critical
      x(2)[1] = x(2)[1] + 0
    end critical
  end do
  sync all
  do i = 1, 10
    if (x(1)[1] /= 20*num_images()) call fail('lock')
  end do

  ! what is volatile may change within a segment
  sync all
  if (me == 1) then
    do i = 1, n
      flag(i)[k] = i
      do while (flag(i)[k] /= i)
      end do
    end do
  end if
  sync all
  do i = 1, n
    if (flag(i)[merge(2, 1, num_images() > 1)] /= i) call fail('volatile')
  end do
  sync all
  if (ok .and. me == 1) print '(a)', 'PASS'
contains
  subroutine define(round)
    integer, intent(in) :: round
    integer :: i, j
    do i = 1, n
      x(i) = i + 1000*me + 10000*round
      t(i) = inner(i*round, me, 0.5*i + round)
      heap(i) = -x(i)
      write (c(i), '(i5)') i + 1000*round
    end do
    b%v = x + 1
    b%p = x + 2
    do j = 1, m
      do i = 1, m
        z(i, j) = i + 100*j + 10000*round + me
      end do
    end do
  end subroutine

  subroutine compare(round)
    integer, intent(in) :: round
    integer :: i, j, e
    character(5) :: text
    do i = 1, n
      got(i) = x(i)[k]
    end do
    if (any(got /= [(i + 1000*k + 10000*round, i=1, n)])) call fail('forwards')
    do i = n, 1, -3
      e = i + 1000*k + 10000*round
      if (x(i)[k] /= e .or. heap(i)[k] /= -e .or. b[k]%v(i) /= e + 1 .or. b[k]%p(i) /= e + 2) &
        call fail('backwards')
      if (t(i)[k]%j /= k .or. t(i)[k]%r /= 0.5*i + round) call fail('components')
      write (text, '(i5)') i + 1000*round
      if (c(i)[k] /= text .or. c(i)[k](2:4) /= text(2:4)) call fail('characters')
    end do
    do i = 1, m
      do j = 1, i
        if (z(i, j)[k] /= i + 100*j + 10000*round + k) call fail('triangle')
      end do
    end do
    do i = 1, m
      do j = 1, m
        if (z(i, j)[k] /= i + 100*j + 10000*round + k) call fail('rows')
      end do
    end do
    do i = 1, n
      j = merge(k, me, mod(i, 2) == 0)
      if (x(mod(i*i, n) + 1)[j] /= mod(i*i, n) + 1 + 1000*j + 10000*round) call fail('anywhere')
    end do
    do i = 1, 50
      if (x(n)[k] /= n + 1000*k + 10000*round) call fail('one')
    end do
  end subroutine

  integer function reference()
    integer :: v(n), i
    v = 5
    v(1:n:2) = 3
    do i = n, 1, -1
      v(i) = v(i)*2
      if (mod(i, 7) == 0) v(max(1, i-2):max(1, i-1)) = 9
    end do
    reference = sum(v)
  end function

  subroutine fail(what)
    character(*), intent(in) :: what
    if (ok) print '(2a,i0)', what, ' on image ', me
    ok = .false.
  end subroutine
end program
