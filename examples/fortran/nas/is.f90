! NAS Parallel Benchmark IS (Integer Sort) with coarrays, from its specification (NAS Report
! RNR-94-007, section 2.6).
!
!     coral build -O3 numbers.f90 is.f90 -o is && CORAL_NUM_IMAGES=4 ./is A          classes S W A B
!
! The algorithm is that of examples/xmp/is.c: each image owns an equal part of the keys, and of
! their range, puts its keys to where they belong, and ranks those that it has got. Five ranks are
! compared with the official ones in every iteration, and the whole order after the last.
module is_keys
  use iso_fortran_env, only: int64, real64
  use numbers
  implicit none

  integer, parameter :: iterations = 10, tests = 5
  character, parameter :: names(4) = ['S', 'W', 'A', 'B']
  integer, parameter :: log_keys(4) = [16, 20, 23, 25], log_range(4) = [11, 16, 19, 21]
  integer, parameter :: indices(tests, 4) = reshape([48427, 17148, 23627, 62548, 4431, 357773, &
       934767, 875723, 898999, 404505, 2112377, 662041, 5336171, 3642833, 4250760, 41869, 812306, &
       5102857, 18232239, 26860214], [tests, 4])
  integer, parameter :: ranks(tests, 4) = reshape([0, 18, 346, 64917, 65463, 1249, 11698, &
       1039987, 1043896, 1048018, 104, 17523, 123928, 8288932, 8388264, 33422937, 10244, 59149, &
       33135281, 99], [tests, 4])

  ! width: of an image's part of the range; first: key before this image's
  integer :: class, range, width, first, mine
  integer, allocatable :: keys(:), sorted(:), counts(:)
  integer, allocatable :: inbox(:)[:]
  integer, allocatable :: sizes(:, :)[:]             ! (i, k): keys that image i has for image k
  real(real64) :: communication
  logical :: met

contains

  real(real64) function now()
    integer(int64) :: count, ticks
    call system_clock(count, ticks)
    now = real(count, real64)/real(ticks, real64)
  end function now

  ! The time when a communication begins. With the argument `met` all meet before, outside of what
  ! is measured.
  real(real64) function begin()
    if (met) sync all
    begin = now()
  end function begin

  ! What the rank of test t differs by in an iteration.
  pure integer function shift_of(t, iteration)
    integer, intent(in) :: t, iteration
    select case (names(class))
    case ('S')
       shift_of = merge(iteration, -iteration, t <= 3)
    case ('W')
       shift_of = merge(iteration - 2, -iteration, t < 3)
    case ('A')
       shift_of = merge(iteration - 1, 1 - iteration, t <= 3)
    case default
       shift_of = merge(iteration, -iteration, t == 2 .or. t == 3 .or. t == 5)
    end select
  end function shift_of

  subroutine generate
    integer(int64) :: seed
    integer :: i, j
    real(real64) :: sum
    seed = seed_of_all
    call skip(seed, 4_int64*first)
    do i = 1, mine
       sum = 0
       do j = 1, 4
          sum = sum + random_of(seed)
       end do
       keys(i) = int(real(range/4, real64)*sum)
    end do
  end subroutine generate

  ! Puts the keys to the images that own their part of the range. have: keys that this image has
  ! got; below: keys of the parts before.
  subroutine exchange(have, below)
    integer, intent(out) :: have, below
    integer :: own(num_images()), next(num_images() + 1), at(num_images()), i, k, me, place
    real(real64) :: begun
    me = this_image()
    own = 0
    do i = 1, mine
       k = keys(i)/width + 1
       own(k) = own(k) + 1
    end do
    next(1) = 1
    do k = 1, num_images()
       next(k + 1) = next(k) + own(k)
    end do
    at = next(:num_images())
    do i = 1, mine
       k = keys(i)/width + 1
       sorted(at(k)) = keys(i)
       at(k) = at(k) + 1
    end do
    begun = begin()
    do k = 1, num_images()
       sizes(me, :)[k] = own
    end do
    sync all
    do i = 0, num_images() - 1
       k = mod(me - 1 + i, num_images()) + 1       ! not all at the same image at once
       place = sum(sizes(:me - 1, k))
       inbox(place + 1:place + own(k))[k] = sorted(next(k):next(k + 1) - 1)
    end do
    sync all
    communication = communication + now() - begun
    have = sum(sizes(:, me))
    below = sum(sizes(:, :me - 1))
  end subroutine exchange

  ! counts(v): keys of this image's part that are not greater than its value v.
  subroutine rank_keys(have)
    integer, intent(in) :: have
    integer :: i, v
    counts = 0
    do i = 1, have
       v = inbox(i) - (this_image() - 1)*width
       counts(v) = counts(v) + 1
    end do
    do v = 1, width - 1
       counts(v) = counts(v) + counts(v - 1)
    end do
  end subroutine rank_keys

  ! The keys that are out of order when they are put where their ranks say.
  integer function out_of_order(have)
    integer, intent(in) :: have
    integer :: placed(have), i, v
    do i = have, 1, -1
       v = inbox(i) - (this_image() - 1)*width
       placed(counts(v)) = inbox(i)
       counts(v) = counts(v) - 1
    end do
    out_of_order = count(placed(2:) < placed(:have - 1)) + count(placed/width /= this_image() - 1)
  end function out_of_order

end module is_keys

program is
  use is_keys
  implicit none
  integer :: total, last, iteration, it, t, v, have, below, rank, test(tests), sums(4)
  real(real64) :: begun, times(2)
  character(8) :: argument
  logical :: good
  call get_command_argument(1, argument)
  class = max(1, findloc(names, argument(1:1), 1))
  call get_command_argument(2, argument)
  met = argument == 'met'
  total = 2**log_keys(class)
  range = 2**log_range(class)
  width = (range + num_images() - 1)/num_images()
  first = int(int(total, int64)*(this_image() - 1)/num_images())
  last = int(int(total, int64)*this_image()/num_images())
  mine = last - first
  ! Keys lie around the middle of the range: of few images an inner one gets far more than its
  ! share.
  allocate (inbox(total)[*], sizes(num_images(), num_images())[*])
  allocate (keys(mine), sorted(mine), counts(0:width - 1))
  call generate
  sums = 0
  have = 0
  begun = 0
  communication = 0
  do iteration = 0, iterations
     if (iteration == 1) then      ! number 0 warms up
        sync all
        begun = now()
        communication = 0
     end if
     it = max(iteration, 1)
     if (this_image() == 1) then
        keys(it + 1) = it
        keys(it + iterations + 1) = range - it
     end if
     test = 0
     do t = 1, tests
        if (indices(t, class) >= first .and. indices(t, class) < last) &
             test(t) = keys(indices(t, class) - first + 1)
     end do
     call co_sum(test)
     call exchange(have, below)
     call rank_keys(have)
     do t = 1, merge(tests, 0, iteration > 0)
        v = test(t) - (this_image() - 1)*width
        if (v < 0 .or. v >= width) cycle
        rank = below
        if (v > 0) rank = rank + counts(v - 1)
        sums(1) = sums(1) + 1
        if (rank == ranks(t, class) + shift_of(t, iteration)) sums(2) = sums(2) + 1
     end do
     sync all
  end do
  times = [now() - begun, communication]
  call co_max(times)
  sums(3:) = [out_of_order(have), have]
  call co_sum(sums)
  good = all(sums == [tests*iterations, tests*iterations, 0, total])
  if (this_image() == 1) &
       print '(3a,i0,a,f0.4,a,f0.4,a,f0.1,2a)', 'IS class ', names(class), ', ', num_images(), &
            ' images: ', times(1), ' s, of which communication ', times(2), ' s; ', &
            real(total, real64)*iterations/times(1)/1e6_real64, ' Mop/s; verification ', &
            merge('successful', 'FAILED    ', good)
  if (.not. good) error stop
end program is
