! conformance: images=1,2,3,5,8
! feature: atomic_define, atomic_ref, atomic_add
program define_ref_add
  use iso_fortran_env
  implicit none
  integer(atomic_int_kind) :: count[*], v
  integer :: i, n
  n = num_images()
  call atomic_define(count, 5_atomic_int_kind)
  sync all
  do i = 1, 20
    call atomic_add(count[1], int(this_image(), atomic_int_kind))
  end do
  sync all
  call atomic_ref(v, count[1])
  if (v /= 5 + 10 * n * (n + 1)) then
    print *, 'FAIL: count, expected', 5 + 10 * n * (n + 1), 'got', v, 'image', this_image()
    error stop 1
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program define_ref_add
