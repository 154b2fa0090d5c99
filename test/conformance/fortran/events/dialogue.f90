! conformance: images=2,3,4,6
! feature: event post, event wait
! Two images answer each other for long, with puts of all lengths, to the same places and to others that overlap; now and then something else comes between.
program dialogue
  use, intrinsic :: iso_fortran_env
  implicit none
  integer, parameter :: m = 120000, lengths(8) = [1, 9, 500, 3000, 9000, 20000, 70000, 120000]
  real(real64), allocatable :: box(:)[:], from(:), many(:, :)[:], eight(:, :)
  integer(int64), allocatable :: word(:)[:]
  type(event_type), allocatable :: turn(:)[:]
  type(lock_type), save :: lock[*]
  integer :: me, n, other, k, length, round, c, wrong, third, total
  real(real64) :: got, two(1000)
  integer(atomic_int_kind), save :: counter[*]
  integer(atomic_int_kind) :: count

  me = this_image(); n = num_images()
  other = merge(me + 1, me - 1, mod(me, 2) == 1)
  third = mod(me, n) + 1
  wrong = 0
  allocate (box(m)[*], from(m), many(20000, 8)[*], eight(20000, 8), word(4)[*], turn(3)[*])
  box = 0; many = 0; word = 0; counter = 0
  sync all
  do round = 1, 3
    do k = 1, size(lengths)
      length = lengths(merge(k, size(lengths) + 1 - k, mod(round, 2) == 1))
      if (other <= n) call exchange(length, 70)
      if (round == 2) sync all
    end do
    if (other <= n) call variables(60)
  end do
  if (other <= n) call disturbed(150)
  sync all
  call atomic_ref(count, counter)
  if (count /= turns_between(merge(n, me - 1, me == 1))) wrong = wrong + 1
  total = wrong
  call co_sum(total)
  if (total /= 0) error stop 'dialogue: wrong data'
  if (me == 1) print '(a)', 'PASS'

contains

  ! How often an image has counted on the next one.
  pure integer function turns_between(who)
    integer, intent(in) :: who
    turns_between = merge(1, 0, who < n .or. mod(who, 2) == 0)
  end function

  ! So many turns there and back, the image of lower index first.
  subroutine exchange(length, turns)
    integer, intent(in) :: length, turns
    integer :: t
    do t = 1, turns
      if (me < other) call put(length, t)
      event wait (turn(1))
      call check(length, t)
      if (me > other) call put(length, t)
    end do
  end subroutine

  subroutine put(length, t)
    integer, intent(in) :: length, t
    integer :: first
    first = merge(1, m - length + 1, mod(t, 5) /= 0)
    from(:length) = value(t, me)
    from(length) = -value(t, me)
    if (length == 500) then ! from sections, one of them backwards, beside a long one
      two(1:999:2) = from(:length)
      two(2:998:2) = [(real(c, real64), c = 1, 499)]
      box(first:first + length - 1)[other] = two(1:999:2)
      many(1:499, 1)[other] = two(998:2:-2)
      many(501:1000, 1)[other] = two(1:999:2)
      many(:, 2)[other] = eight(:, 2)
      event post (turn(1)[other])
      two = 0
      return
    end if
    box(first:first + length - 1)[other] = from(:length)
    event post (turn(1)[other])
  end subroutine

  subroutine check(length, t)
    integer, intent(in) :: length, t
    integer :: first
    first = merge(1, m - length + 1, mod(t, 5) /= 0)
    if (length == 500) then
      if (any(many(1:499, 1) /= [(real(500 - c, real64), c = 1, 499)]) .or. any(many(501:999, 1) /= value(t, other))) wrong = wrong + 1
    end if
    if (any(box(first:first + length - 2) /= value(t, other)) .or. box(first + length - 1) /= -value(t, other)) wrong = wrong + 1
  end subroutine

  pure real(real64) function value(t, who)
    integer, intent(in) :: t, who
    value = 1000 * t + who
  end function

  ! Eight puts and a post.
  subroutine variables(turns)
    integer, intent(in) :: turns
    integer :: t, v, length
    do t = 1, turns
      length = merge(20000, 4000, mod(t, 20) < 15)
      if (me > other) call wait_for(t, length)
      do v = 1, 8
        eight(:length, v) = value(t, me) + v
      end do
      many(:length, 1)[other] = eight(:length, 1)
      many(:length, 2)[other] = eight(:length, 2)
      many(:length, 3)[other] = eight(:length, 3)
      many(:length, 4)[other] = eight(:length, 4)
      many(:length, 5)[other] = eight(:length, 5)
      many(:length, 6)[other] = eight(:length, 6)
      many(:length, 7)[other] = eight(:length, 7)
      many(:length, 8)[other] = eight(:length, 8)
      event post (turn(2)[other])
      if (me < other) call wait_for(t, length)
    end do
  end subroutine

  subroutine wait_for(t, length)
    integer, intent(in) :: t, length
    integer :: v
    event wait (turn(2))
    do v = 1, 8
      if (any(many(:length, v) /= value(t, other) + v)) wrong = wrong + 1
    end do
  end subroutine

  ! Between two turns, or between a put and its post, comes something that is no part of the dialogue.
  subroutine disturbed(turns)
    integer, intent(in) :: turns
    integer :: t, length
    do t = 1, turns
      length = lengths(1 + mod(t / 40, size(lengths)))
      if (me < other) call put(length, t)
      event wait (turn(1))
      call check(length, t)
      if (mod(t, 17) == 0) call between(t / 17)
      if (me > other) call put(length, t)
    end do
  end subroutine

  subroutine between(kind)
    integer, intent(in) :: kind
    integer :: i
    select case (mod(kind, 9))
    case (0) ! what the other one has had from me
      got = box(1)[other]
    case (1) ! to a third image, which counts
      call atomic_add(counter[third], 1)
    case (2) ! a stride
      word(1:3:2)[other] = [int(kind, int64), -int(kind, int64)]
      if (word(3)[other] /= -kind) wrong = wrong + 1
    case (3)
      sync memory
    case (4)
      call event_query(turn(1), c)
      if (c /= 0) wrong = wrong + 1
    case (5)
      lock (lock[other])
      word(2)[other] = word(2)[other] + 1
      unlock (lock[other])
    case (6) ! long enough for whoever helps to find that nobody looks
      got = 0
      do i = 1, 20000000
        got = got + sin(real(i, real64))
      end do
    case (7) ! an element by itself, and a post alone
      if (me > other) then
        word(4)[other] = kind
        event post (turn(3)[other])
      else
        event wait (turn(3))
        if (word(4) /= kind) wrong = wrong + 1
      end if
    case (8) ! a put that nothing follows
      many(:9000, 1)[other] = from(:9000)
    end select
  end subroutine
end program
