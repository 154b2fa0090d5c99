! conformance: images=1,2,3,5,8
! feature: atomic_cas
! A spin lock and a bounded maximum, both made with atomic_cas.
program compare_and_swap
  use iso_fortran_env
  implicit none
  integer, parameter :: k = atomic_int_kind
  integer(k) :: owner[*], best[*], old, seen, mine
  logical(atomic_logical_kind) :: flag[*], was
  integer :: count[*], me, n, i
  me = this_image(); n = num_images()
  owner = 0; best = -1; count = 0; flag = .false.
  sync all
  do i = 1, 10
    do
      call atomic_cas(owner[1], old, 0_k, int(me, k))
      if (old == 0) exit
    end do
    sync memory
    count[1] = count[1] + 1
    sync memory
    call atomic_define(owner[1], 0_k)
  end do
  mine = int(mod(17 * me, 11), k)
  call atomic_ref(seen, best[n])
  do while (seen < mine)
    call atomic_cas(best[n], old=old, compare=seen, new=mine)
    if (old == seen) exit
    seen = old
  end do
  call atomic_cas(flag[1], was, .false._atomic_logical_kind, .true._atomic_logical_kind)
  i = merge(0, 1, was)
  call co_sum(i)
  call check('exactly one image set the flag', i, 1)
  sync all
  call check('count', count[1], 10 * n)
  call check('best', int(best[n]), maxval([(mod(17 * i, 11), i = 1, n)]))
  if (.not. flag[1]) error stop 'FAIL: flag'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program compare_and_swap
