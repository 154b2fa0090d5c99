! conformance: images=1,2,3,5,8
! feature: co_sum
! Many collectives in a row, of changing sizes, with changing roots: none may see another's data.
program repeated
  implicit none
  integer :: v(100), x, me, n, i, m, t
  me = this_image(); n = num_images(); t = n * (n + 1) / 2
  do i = 1, 200
    m = mod(7 * i, 100) + 1
    v(1:m) = i * me
    call co_sum(v(1:m))
    if (any(v(1:m) /= i * t)) then
      print *, 'FAIL: co_sum round', i, 'expected', i * t, 'got', v(m), 'image', me
      error stop 1
    end if
    x = i * 1000 + me
    call co_broadcast(x, mod(i, n) + 1)
    if (x /= i * 1000 + mod(i, n) + 1) then
      print *, 'FAIL: co_broadcast round', i, 'expected', i * 1000 + mod(i, n) + 1, 'got', x, 'image', me
      error stop 1
    end if
    x = ieor(me, i)
    call co_max(x, result_image=mod(i, n) + 1)
    if (me == mod(i, n) + 1) then
      if (x /= maxval([(ieor(m, i), m = 1, n)])) error stop 'FAIL: co_max'
    end if
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program repeated
