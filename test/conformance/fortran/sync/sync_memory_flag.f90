! conformance: images=1,2,3,5
! feature: sync memory
! User-defined ordering with an atomic flag and sync memory (F2018 11.6.5, Note).
program sync_memory_flag
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind
  implicit none
  integer(atomic_int_kind) :: flag[*] = 0
  integer :: payload(100)[*], me, n, i
  integer(atomic_int_kind) :: seen
  me = this_image(); n = num_images()
  sync all
  if (me == 1 .and. n > 1) then
    payload(:)[n] = [(7 * i, i = 1, 100)]
    sync memory
    call atomic_define(flag[n], 1_atomic_int_kind)
  else if (me == n .and. n > 1) then
    seen = 0
    do while (seen == 0)
      call atomic_ref(seen, flag)
    end do
    sync memory
    do i = 1, 100
      if (payload(i) /= 7 * i) then
        print *, 'FAIL: payload, expected', 7 * i, 'got', payload(i), 'image', me
        error stop 1
      end if
    end do
  else
    sync memory
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program sync_memory_flag
