! conformance: images=1,2,3
! feature: coindexed in old control statements
program old_control
  implicit none
  integer :: which[*], sgn(3)[*], me, n, k, path, i
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  which = mod(me, 3) + 1; sgn = [-me, 0, me]
  sync all
  path = 0
  go to (10, 20, 30), which[k]
  error stop 'FAIL: computed go to fell through'
10 path = 1
  go to 40
20 path = 2
  go to 40
30 path = 3
40 if (path /= mod(k, 3) + 1) error stop 'FAIL: computed go to'
  do 80 i = 1, 3
    if (sgn(i)[k]) 50, 60, 70
50  path = 10 * path + 1
    go to 80
60  path = 10 * path + 2
    go to 80
70  path = 10 * path + 3
80 continue
  if (mod(path, 1000) /= 123) then
    print *, 'FAIL: arithmetic if, expected 123, got', mod(path, 1000), 'image', me
    error stop 1
  end if
  if (cube(which[k]) /= (mod(k, 3) + 1)**3) error stop 'FAIL: internal function'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  integer function cube(x)
    integer x
    cube = x**3
  end function cube
end program old_control
