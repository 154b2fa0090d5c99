! conformance: images=1,2,3
! feature: functions that define coindexed objects in heads
! Heads that define coindexed objects: labelled DO WHILE, SELECT, real DO variables, double precision.
module counters
  implicit none
contains
  integer function take(n, m)
    integer, intent(inout) :: n
    integer, intent(in) :: m
    n = n - m
    take = n
  end function
  real(8) function half(x)
    double precision, intent(inout) :: x
    x = x/2
    half = x
  end function
  double precision function halved(x)
    double precision, intent(inout) :: x
    x = x/2
    halved = x
  end function
  logical(1) function flip(l)
    logical(1), intent(inout) :: l
    l = .not. l
    flip = l
  end function
  character(kind=1, len=3) function word(n)
    integer, intent(inout) :: n
    n = n + 1
    word = merge('odd', 'eve', mod(n, 2) == 1)
  end function
end module
program heads
  use counters
  integer, save :: n[*], m[*]
  double precision, save :: d[*]
  logical(1), save :: l[*]
  integer :: rounds, k, other
  other = 1 + mod(this_image(), num_images())
  n = 10
  m = 100
  d = 64
  l = .false.
  sync all
  rounds = 0
  do 10 while (take(n[other], 2) > 0)
    rounds = rounds + 1
10 continue
  if (rounds /= 4 .or. n[other] /= 0) error stop 1
  outer: do while (take(m[other], 30) > 0)
    do 20 while (halved(d[other]) > 3)
      if (d[other] < 10) cycle outer
20  continue
  end do outer
  sync all
  if (m > 0 .or. d > 10) error stop 2
  sync all
  d = 64
  n = 5
  sync all
  rounds = 0
  do 30 x = 1.0, half(d[other]), 8.0
    rounds = rounds + 1
30 continue
  if (rounds /= 4 .or. d[other] /= 32) error stop 3
  select case (take(n[other], 1))
  case (:3)
    error stop 4
  case (4)
    if (n[other] /= 4) error stop 5
  case default
    error stop 6
  end select
  select case (word(n[other]))
  case ('odd')
    if (n[other] /= 5) error stop 7
  case ('eve')
    error stop 8
  end select
  select case (flip(l[other]))
  case (.true._1)
    if (.not. l[other]) error stop 9
  case default
    error stop 10
  end select
  if (halved(d[other])) 40, 50, 60
40 error stop 11
50 error stop 12
60 continue
  if (half(d[other])) 40, 50, 70
70 if (d[other] /= 8) error stop 13
  sync all
  go to (40, 50, 80) take(n[other], 2)
  error stop 14
80 if (n[other] /= 3) error stop 15
  if (take(n[other], 1)) 40, 50, 90
90 if (n[other] /= 2) error stop 16
  sync all
  if (n /= 2) error stop 17
  if (this_image() == 1) print '(a)', 'PASS'
end program
