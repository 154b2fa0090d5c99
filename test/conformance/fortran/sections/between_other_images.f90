! conformance: images=1,2,3,5
! feature: coindexed definition, from coindexed
! Neither side is this image's: nothing before the statement has looked at the coarrays.
module sizes
  implicit none
  integer, parameter :: n = 3, m = 4, low = -5
end module
program between_other_images
  use sizes
  implicit none
  integer :: me, last, i
  me = this_image(); last = num_images()
  call whole
  call part
  print '(a)', 'PASS'
contains
  subroutine whole
    integer, save :: from(low:n + low - 1, m)[*], to(low:n + low - 1, m)[*]
    integer :: want(n, m)
    want = reshape([(33*i, i = 1, n*m)], [n, m])
    to = -1; from = -42
    if (me == last) from(:, :) = want
    sync all
    to(:, :)[me] = from(:, :)[last]
    if (any(to /= want)) error stop 1
  end subroutine
  subroutine part
    integer, save :: from(low:n + low - 1, m)[*], to(low:n + low - 1, m)[*]
    integer :: want(n, m)
    want = reshape([(7*i + last, i = 1, n*m)], [n, m])
    to = -1; from = -42
    if (me == last) from(:, :) = want
    sync all
    if (me == 1) to(:, 2:3)[last] = from(:, 3:4)[last]
    sync all
    if (me == last) then
      if (any(to(:, 2:3) /= want(:, 3:4)) .or. any(to(:, [1, 4]) /= -1)) error stop 2
    else
      if (any(to /= -1)) error stop 3
    end if
    sync all
    if (me == 1) to(low:low + 1, :)[last] = from(low + 1:low + 2, :)[last]
    sync all
    if (me == last) then
      if (any(to(low:low + 1, :) /= want(2:3, :))) error stop 4
    end if
  end subroutine
end program
