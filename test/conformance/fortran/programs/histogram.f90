! conformance: images=1,2,3,5,8
! feature: whole programs
! A distributed histogram updated by all, in critical sections and with atomics; both must agree.
program histogram
  use iso_fortran_env, only: atomic_int_kind
  implicit none
  integer, parameter :: bins = 8, m = 64
  integer :: h(bins)[*] = 0, me, n, i, k, b, v
  integer(atomic_int_kind) :: ha(bins)[*] = 0
  me = this_image(); n = num_images()
  sync all
  do i = 1, m
    v = mod((me * 37 + i * i), bins * n)
    k = v / bins + 1
    b = mod(v, bins) + 1
    critical
      h(b)[k] = h(b)[k] + 1
    end critical
    call atomic_add(ha(b)[k], 1)
  end do
  sync all
  do b = 1, bins
    v = 0
    do k = 1, n
      do i = 1, m
        if (mod(k * 37 + i * i, bins * n) == (me - 1) * bins + b - 1) v = v + 1
      end do
    end do
    if (h(b) /= v .or. ha(b) /= v) then
      print *, 'FAIL: bin', b, 'expected', v, 'got', h(b), ha(b), 'image', me
      error stop 1
    end if
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program histogram
