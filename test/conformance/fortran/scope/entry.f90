! conformance: images=1,2,3
! feature: coarrays with ENTRY
module counters
  implicit none
  integer, private :: store(2)[*] = 0
contains
  subroutine set(k, v)
    integer, intent(in) :: k, v
    integer, intent(out) :: r
    integer, save :: calls[*] = 0
    store(1)[k] = v
    calls = calls + 1
    return
    entry get(k, r)
    calls = calls + 10
    r = store(1)[k] + 1000 * calls[k]
  end subroutine set
end module counters

program entry_test
  use counters
  implicit none
  integer :: me, n, k, r
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  call set(k, 5 * me)
  sync all
  call get(me, r)
  if (r /= 5 * (modulo(me - 2, n) + 1) + 11000) then
    print *, 'FAIL: expected', 5 * (modulo(me - 2, n) + 1) + 11000, 'got', r, 'image', me
    error stop 1
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program entry_test
