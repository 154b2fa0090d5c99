! conformance: images=1,2,3
! feature: pre-standard usage
! A procedure with explicit-shape coarray dummies called without an explicit interface, in the same file.
subroutine push(a, n, k)
  integer n, k
  real a(n)[*]
  a(n)[k] = this_image()
end subroutine push

program implicit_interface
  real u(6)[*]
  me = this_image(); np = num_images()
  u = 0
  sync all
  call push(u, 6, mod(me, np) + 1)
  call push(u, 3, mod(me, np) + 1)
  sync all
  if (u(6) /= modulo(me - 2, np) + 1 .or. u(3) /= u(6) .or. u(4) /= 0) then
    print *, 'FAIL: got', u, 'image', me
    error stop 1
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program implicit_interface
