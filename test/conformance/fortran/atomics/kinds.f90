! conformance: images=1,2,3,5,8
! feature: atomics with arguments of other kinds
! VALUE and OLD may be of any kind of ATOM's type (F2018 16.9.20 to 16.9.30), COMPARE and NEW by extension.
program kinds
  use iso_fortran_env
  implicit none
  integer(atomic_int_kind) :: total[*], word[*]
  logical(atomic_logical_kind) :: flag[*]
  integer(int8) :: small
  integer(int16) :: old2
  integer(int64) :: long, old8
  logical(1) :: l1
  logical(8) :: l8
  integer :: me, n, i
  me = this_image(); n = num_images()
  call atomic_define(total, 0_int64)
  call atomic_define(word, 0_int8)
  call atomic_define(flag, .false._1)
  sync all
  small = int(me, int8)
  long = 1000 * me
  call atomic_add(total[1], small)
  call atomic_add(total[1], long)
  call atomic_fetch_add(total[1], small * 0_int16, old8)
  call atomic_fetch_or(word[n], ibset(0_int64, me), old2)
  sync all
  call atomic_ref(old8, total[1])
  call check('sum', old8 == 1001 * (n * (n + 1)) / 2)
  call atomic_ref(old2, word[n])
  call check('bits', old2 == sum([(2_int16**i, i = 1, n)]))
  sync all
  if (me == 1) then
    call atomic_cas(total[n], old8, -1_int64, 5_int8)
    call atomic_ref(long, total[n])
    call atomic_cas(total[n], old2, int(long, int16), 7_int64)
    call atomic_cas(flag[n], l1, .false._8, .true._1)
    call check('compared', logical(.not. l1))
  end if
  sync all
  if (me == n) then
    call atomic_ref(small, total)
    call atomic_ref(l8, flag)
    call check('swapped', small == 7 .and. logical(l8))
  end if
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine check(what, ok)
    character(*), intent(in) :: what
    logical, intent(in) :: ok
    if (.not. ok) then
      print '(3a,i0)', 'FAIL: ', what, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program kinds
