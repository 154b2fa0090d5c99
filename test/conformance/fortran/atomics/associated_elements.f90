! conformance: images=1,2,3
! feature: atomic subroutines: elements that associate names choose
! Atomic subroutines on elements that associate names choose; values of all kinds; results by keywords.
program atoms
  use, intrinsic :: iso_fortran_env
  implicit none
  type :: box
    integer(atomic_int_kind) :: n(3) = 0
    logical(atomic_logical_kind) :: l = .false.
  end type
  integer(atomic_int_kind), save :: a(4)[*]
  logical(atomic_logical_kind), save :: f(2)[*]
  type(box), save :: b[*]
  integer :: k, st, where(2)
  integer(8) :: old8
  integer(2) :: old2
  logical(1) :: seen
  a = 0
  f = .false.
  where = [3, 1]
  k = 1 + mod(this_image(), num_images())
  sync all
  associate (i => where(1), j => where(2) + 1, to => k, mine => a(2:4), whole => b)
    call atomic_add(a(i)[to], 5)
    call atomic_fetch_add(a(j)[to], int(7, int64), old8, stat=st)
    if (old8 /= 0 .or. st /= 0) error stop 1
    call atomic_define(b[to]%n(i), value=11_2)
    call atomic_define(f(j)[to], .true._1)
    call atomic_define(atom=whole[to]%l, value=.true.)
    call atomic_or(mine(i)[to], 6)
    call atomic_fetch_xor(mine(j - 1)[k], 1, old2)
    sync all
    if (a(3) /= 5 .or. a(2) /= 6) error stop 2
    if (a(4) /= 6) error stop 3
    if (b%n(3) /= 11 .or. .not. f(2) .or. .not. b%l) error stop 4
    call atomic_ref(seen, f(j)[to])
    if (.not. seen) error stop 5
    call atomic_ref(value=old8, atom=b[to]%n(i))
    if (old8 /= 11) error stop 6
    sync all
    call atomic_cas(a(i)[to], old2, 5, 50_8)
    if (old2 /= 5) error stop 7
    call atomic_cas(atom=f(j)[to], old=seen, compare=.true., new=.false._1)
    if (.not. seen) error stop 8
    sync all
    if (a(i) /= 50 .or. f(j)) error stop 9
    call atomic_fetch_and(a(i), 48, old8)
    if (old8 /= 50 .or. a(3) /= 48) error stop 10
  end associate
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
