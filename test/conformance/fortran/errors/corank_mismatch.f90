! feature: diagnostics: image selectors
program corank_mismatch
  implicit none
  integer :: x[2, *], y(3)[*]
  integer, allocatable :: z(:)[:, :, :]
  ! expect-error: corank
  x[1] = 3
  ! expect-error: corank
  print *, y(2)[1, 1]
  ! expect-error: corank
  if (z(1)[1, 1] > 0) stop
  y(1)[1] = x[1, 1]
end program corank_mismatch
