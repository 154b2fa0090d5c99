! conformance: images=2,3
! feature: names of intrinsics used for other things
! Coarrays with names that generated code has need of for itself.
program words
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind, lock_type
  implicit none
  integer(atomic_int_kind), save :: result(4)[*]
  integer(atomic_int_kind), save :: errmsg(4)[*]
  integer(atomic_int_kind), save :: step(4)[*]
  integer(atomic_int_kind), save :: shift(4)[*]
  integer(atomic_int_kind), save :: source(4)[*]
  integer(atomic_int_kind), save :: acquired(4)[*]
  integer(atomic_int_kind), save :: atom(4)[*]
  integer(atomic_int_kind), save :: whole(4)[*]
  integer(atomic_int_kind), save :: critical(4)[*]
  integer(atomic_int_kind), save :: kept(4)[*]
  integer(atomic_int_kind), save :: run(4)[*]
  integer(atomic_int_kind), save :: address(4)[*]
  integer(atomic_int_kind), save :: span(4)[*]
  integer(atomic_int_kind), save :: slots(4)[*]
  integer(atomic_int_kind), save :: place(4)[*]
  integer(atomic_int_kind), save :: here(4)[*]
  integer(atomic_int_kind), save :: apart(4)[*]
  integer(atomic_int_kind), save :: root(4)[*]
  integer(atomic_int_kind), save :: type(4)[*]
  integer(atomic_int_kind), save :: line(4)[*]
  integer(atomic_int_kind), save :: file(4)[*]
  integer(atomic_int_kind), save :: held(4)[*]
  integer(atomic_int_kind), save :: any(4)[*]
  integer(atomic_int_kind), save :: far_1(4)[*]
  integer(atomic_int_kind), save :: stat_locked(4)[*]
  integer(atomic_int_kind), save :: check_shape(4)[*]
  integer(atomic_int_kind), save :: gen[*], p[*], status[*]
  integer(atomic_int_kind), allocatable :: fresh(:)
  type(lock_type), save :: guard[*]
  integer :: next, st, old, i
  logical :: got
  character(40) :: em
  next = modulo(this_image(), num_images()) + 1
  gen = 1; p = 2; status = 3
  result = 1*[1, 2, 3, 4]
  errmsg = 2*[1, 2, 3, 4]
  step = 3*[1, 2, 3, 4]
  shift = 4*[1, 2, 3, 4]
  source = 5*[1, 2, 3, 4]
  acquired = 6*[1, 2, 3, 4]
  atom = 7*[1, 2, 3, 4]
  whole = 8*[1, 2, 3, 4]
  critical = 9*[1, 2, 3, 4]
  kept = 10*[1, 2, 3, 4]
  run = 11*[1, 2, 3, 4]
  address = 12*[1, 2, 3, 4]
  span = 13*[1, 2, 3, 4]
  slots = 14*[1, 2, 3, 4]
  place = 15*[1, 2, 3, 4]
  here = 16*[1, 2, 3, 4]
  apart = 17*[1, 2, 3, 4]
  root = 18*[1, 2, 3, 4]
  type = 19*[1, 2, 3, 4]
  line = 20*[1, 2, 3, 4]
  file = 21*[1, 2, 3, 4]
  held = 22*[1, 2, 3, 4]
  any = 23*[1, 2, 3, 4]
  far_1 = 24*[1, 2, 3, 4]
  stat_locked = 25*[1, 2, 3, 4]
  check_shape = 26*[1, 2, 3, 4]
  sync all (stat=st, errmsg=em)
  call check(result(2)[next], 2)
  call check(sum(result([1, 3])[next]), 4)
  call check(errmsg(2)[next], 4)
  call check(sum(errmsg([1, 3])[next]), 8)
  call check(step(2)[next], 6)
  call check(sum(step([1, 3])[next]), 12)
  call check(shift(2)[next], 8)
  call check(sum(shift([1, 3])[next]), 16)
  call check(source(2)[next], 10)
  call check(sum(source([1, 3])[next]), 20)
  call check(acquired(2)[next], 12)
  call check(sum(acquired([1, 3])[next]), 24)
  call check(atom(2)[next], 14)
  call check(sum(atom([1, 3])[next]), 28)
  call check(whole(2)[next], 16)
  call check(sum(whole([1, 3])[next]), 32)
  call check(critical(2)[next], 18)
  call check(sum(critical([1, 3])[next]), 36)
  call check(kept(2)[next], 20)
  call check(sum(kept([1, 3])[next]), 40)
  call check(run(2)[next], 22)
  call check(sum(run([1, 3])[next]), 44)
  call check(address(2)[next], 24)
  call check(sum(address([1, 3])[next]), 48)
  call check(span(2)[next], 26)
  call check(sum(span([1, 3])[next]), 52)
  call check(slots(2)[next], 28)
  call check(sum(slots([1, 3])[next]), 56)
  call check(place(2)[next], 30)
  call check(sum(place([1, 3])[next]), 60)
  call check(here(2)[next], 32)
  call check(sum(here([1, 3])[next]), 64)
  call check(apart(2)[next], 34)
  call check(sum(apart([1, 3])[next]), 68)
  call check(root(2)[next], 36)
  call check(sum(root([1, 3])[next]), 72)
  call check(type(2)[next], 38)
  call check(sum(type([1, 3])[next]), 76)
  call check(line(2)[next], 40)
  call check(sum(line([1, 3])[next]), 80)
  call check(file(2)[next], 42)
  call check(sum(file([1, 3])[next]), 84)
  call check(held(2)[next], 44)
  call check(sum(held([1, 3])[next]), 88)
  call check(any(2)[next], 46)
  call check(sum(any([1, 3])[next]), 92)
  call check(far_1(2)[next], 48)
  call check(sum(far_1([1, 3])[next]), 96)
  call check(stat_locked(2)[next], 50)
  call check(sum(stat_locked([1, 3])[next]), 100)
  call check(check_shape(2)[next], 52)
  call check(sum(check_shape([1, 3])[next]), 104)
  sync all
  call atomic_fetch_add(result(1)[next], 5, old, stat=st)
  call check(old, 1)
  call co_sum(result(4), stat=st, errmsg=em)
  call check(result(4), 4*num_images())
  call atomic_fetch_add(errmsg(1)[next], 5, old, stat=st)
  call check(old, 2)
  call co_sum(errmsg(4), stat=st, errmsg=em)
  call check(errmsg(4), 8*num_images())
  call atomic_fetch_add(step(1)[next], 5, old, stat=st)
  call check(old, 3)
  call co_sum(step(4), stat=st, errmsg=em)
  call check(step(4), 12*num_images())
  call atomic_fetch_add(shift(1)[next], 5, old, stat=st)
  call check(old, 4)
  call co_sum(shift(4), stat=st, errmsg=em)
  call check(shift(4), 16*num_images())
  call atomic_fetch_add(source(1)[next], 5, old, stat=st)
  call check(old, 5)
  call co_sum(source(4), stat=st, errmsg=em)
  call check(source(4), 20*num_images())
  call atomic_fetch_add(acquired(1)[next], 5, old, stat=st)
  call check(old, 6)
  call co_sum(acquired(4), stat=st, errmsg=em)
  call check(acquired(4), 24*num_images())
  call atomic_fetch_add(atom(1)[next], 5, old, stat=st)
  call check(old, 7)
  call co_sum(atom(4), stat=st, errmsg=em)
  call check(atom(4), 28*num_images())
  call atomic_fetch_add(whole(1)[next], 5, old, stat=st)
  call check(old, 8)
  call co_sum(whole(4), stat=st, errmsg=em)
  call check(whole(4), 32*num_images())
  call atomic_fetch_add(critical(1)[next], 5, old, stat=st)
  call check(old, 9)
  call co_sum(critical(4), stat=st, errmsg=em)
  call check(critical(4), 36*num_images())
  call atomic_fetch_add(kept(1)[next], 5, old, stat=st)
  call check(old, 10)
  call co_sum(kept(4), stat=st, errmsg=em)
  call check(kept(4), 40*num_images())
  call atomic_fetch_add(run(1)[next], 5, old, stat=st)
  call check(old, 11)
  call co_sum(run(4), stat=st, errmsg=em)
  call check(run(4), 44*num_images())
  call atomic_fetch_add(address(1)[next], 5, old, stat=st)
  call check(old, 12)
  call co_sum(address(4), stat=st, errmsg=em)
  call check(address(4), 48*num_images())
  call atomic_fetch_add(span(1)[next], 5, old, stat=st)
  call check(old, 13)
  call co_sum(span(4), stat=st, errmsg=em)
  call check(span(4), 52*num_images())
  call atomic_fetch_add(slots(1)[next], 5, old, stat=st)
  call check(old, 14)
  call co_sum(slots(4), stat=st, errmsg=em)
  call check(slots(4), 56*num_images())
  call atomic_fetch_add(place(1)[next], 5, old, stat=st)
  call check(old, 15)
  call co_sum(place(4), stat=st, errmsg=em)
  call check(place(4), 60*num_images())
  call atomic_fetch_add(here(1)[next], 5, old, stat=st)
  call check(old, 16)
  call co_sum(here(4), stat=st, errmsg=em)
  call check(here(4), 64*num_images())
  call atomic_fetch_add(apart(1)[next], 5, old, stat=st)
  call check(old, 17)
  call co_sum(apart(4), stat=st, errmsg=em)
  call check(apart(4), 68*num_images())
  call atomic_fetch_add(root(1)[next], 5, old, stat=st)
  call check(old, 18)
  call co_sum(root(4), stat=st, errmsg=em)
  call check(root(4), 72*num_images())
  call atomic_fetch_add(type(1)[next], 5, old, stat=st)
  call check(old, 19)
  call co_sum(type(4), stat=st, errmsg=em)
  call check(type(4), 76*num_images())
  call atomic_fetch_add(line(1)[next], 5, old, stat=st)
  call check(old, 20)
  call co_sum(line(4), stat=st, errmsg=em)
  call check(line(4), 80*num_images())
  call atomic_fetch_add(file(1)[next], 5, old, stat=st)
  call check(old, 21)
  call co_sum(file(4), stat=st, errmsg=em)
  call check(file(4), 84*num_images())
  call atomic_fetch_add(held(1)[next], 5, old, stat=st)
  call check(old, 22)
  call co_sum(held(4), stat=st, errmsg=em)
  call check(held(4), 88*num_images())
  call atomic_fetch_add(any(1)[next], 5, old, stat=st)
  call check(old, 23)
  call co_sum(any(4), stat=st, errmsg=em)
  call check(any(4), 92*num_images())
  call atomic_fetch_add(far_1(1)[next], 5, old, stat=st)
  call check(old, 24)
  call co_sum(far_1(4), stat=st, errmsg=em)
  call check(far_1(4), 96*num_images())
  call atomic_fetch_add(stat_locked(1)[next], 5, old, stat=st)
  call check(old, 25)
  call co_sum(stat_locked(4), stat=st, errmsg=em)
  call check(stat_locked(4), 100*num_images())
  call atomic_fetch_add(check_shape(1)[next], 5, old, stat=st)
  call check(old, 26)
  call co_sum(check_shape(4), stat=st, errmsg=em)
  call check(check_shape(4), 104*num_images())
  sync all
  allocate (fresh, source=source(:)[next])
  call check(size(fresh), 4)
  critical
    critical(3)[1] = critical(3)[1] + 1
  end critical
  lock (guard[next], acquired_lock=got, stat=st, errmsg=em)
  if (got) acquired(3) = 0
  if (got) unlock (guard[next])
  sync all
  call check(critical(3)[1], 27 + num_images())
  do i = 1, 4
    step(i) = shift(i)[next] + gen[next] + p[next] + status[next]
  end do
  call check(step(2), 8 + 6)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine check(value, expected)
    class(*), intent(in) :: value
    integer, intent(in) :: expected
    select type (value)
    type is (integer)
      if (value == expected) return
    type is (integer(selected_int_kind(15)))
      if (value == expected) return
    end select
    print *, expected
    error stop "wrong"
  end subroutine
end program
