! conformance: images=1,2,3,5
! feature: associate name that is a coarray
! The associate name of a coarray is a coarray with the same cobounds (F2018 11.1.3.3).
program associate_coarray
  implicit none
  type state
    real :: rho(0:5), u
  end type state
  type(state) :: s[*]
  integer :: grid(4, 4)[0:*], me, n, k, left
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  s%rho = me; s%u = 0; grid = 7 * me
  sync all
  associate (r => s%rho, g => grid)
    if (nint(r(5)[k]) /= k) error stop 'FAIL: component of a coarray through associate'
    if (g(4, 4)[k-1] /= 7 * k) error stop 'FAIL: cobounds of the associate name'
    sync all
    r(0)[k] = -me
    g(:, 2)[k-1] = me
    sync all
  end associate
  if (nint(s%rho(0)) /= -left) error stop 'FAIL: put through associate'
  if (sum(grid) /= 12 * 7 * me + 4 * left) error stop 'FAIL: section put through associate'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program associate_coarray
