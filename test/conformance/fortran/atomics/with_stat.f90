! conformance: images=1,2,3,5
! feature: atomics with stat=
program atomics_with_stat
  use iso_fortran_env, only: ik => atomic_int_kind, lk => atomic_logical_kind, int64
  implicit none
  integer(ik) :: a[*], b(3)[*], old, v
  logical(lk) :: f[*], g, was
  integer :: s, n
  integer(int64) :: s8
  n = num_images()
  call atomic_define(a, 5_ik, s); call ok('define', s)
  call atomic_define(atom=f, value=.true., stat=s); call ok('define, logical', s)
  call atomic_ref(v, a, s); call ok('ref', s)
  if (v /= 5) error stop 'ref'
  call atomic_ref(value=g, atom=f, stat=s8)
  if (.not. g .or. s8 /= 0) error stop 'ref, logical'
  call atomic_define(b(2), 0_ik)
  sync all
  call atomic_add(b(2)[1], 1_ik, stat=s); call ok('add', s)
  sync all
  call atomic_ref(v, b(2)[1])
  if (v /= n) error stop 'add'
  sync all
  call atomic_fetch_add(a, 2_ik, old, s); call ok('fetch_add', s)
  if (old /= 5) error stop 'fetch_add'
  call atomic_and(a, 6_ik, s); call ok('and', s)
  call atomic_fetch_and(a, 12_ik, old, s); call ok('fetch_and', s)
  if (old /= 6) error stop 'fetch_and'
  call atomic_or(a, 3_ik, s); call ok('or', s)
  call atomic_fetch_or(a, 8_ik, old, s); call ok('fetch_or', s)
  if (old /= 7) error stop 'fetch_or'
  call atomic_xor(a, 5_ik, s); call ok('xor', s)
  call atomic_fetch_xor(atom=a, value=1_ik, old=old, stat=s); call ok('fetch_xor', s)
  if (old /= 10) error stop 'fetch_xor'
  call atomic_cas(a, old, 11_ik, 20_ik, s); call ok('cas', s)
  if (old /= 11) error stop 'cas, old'
  call atomic_cas(atom=a, old=old, compare=1_ik, new=2_ik, stat=s); call ok('cas that fails', s)
  if (old /= 20) error stop 'cas that fails'
  call atomic_cas(f, was, .true., .false., s); call ok('cas, logical', s)
  call atomic_ref(g, f)
  if (.not. was .or. g) error stop 'cas, logical'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine ok(what, stat)
    character(*), intent(in) :: what
    integer, intent(inout) :: stat
    if (stat /= 0) error stop what
    stat = 99
  end subroutine
end program
