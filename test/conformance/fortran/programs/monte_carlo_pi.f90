! conformance: images=1,2,3,5,8
! feature: whole programs
! Pi by quasi-random points: a generator of one's own, so that the result does not depend on the number of images.
program monte_carlo_pi
  implicit none
  integer, parameter :: i8 = selected_int_kind(18), total = 40000
  integer(i8) :: state
  integer :: hits[*], me, n, i, inside, expected
  real :: x, y, pi
  me = this_image(); n = num_images()
  inside = 0
  do i = me, total, n
    if (in_circle(i)) inside = inside + 1
  end do
  hits = inside
  sync all
  if (me == 1) then
    do i = 2, n
      inside = inside + hits[i]
    end do
    hits = inside
  end if
  sync all
  inside = hits[1]
  pi = 4.0 * inside / total
  expected = count([(in_circle(i), i = 1, total)])
  if (inside /= expected .or. abs(pi - 3.14159) > 0.03) then
    print *, 'FAIL: hits, expected', expected, 'got', inside, 'pi', pi, 'image', me
    error stop 1
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  logical function in_circle(i)
    integer, intent(in) :: i
    state = mod(48271_i8 * i + 12345_i8, 2147483647_i8)
    state = mod(48271_i8 * state, 2147483647_i8)
    x = real(state) / 2147483647.0
    state = mod(48271_i8 * state, 2147483647_i8)
    y = real(state) / 2147483647.0
    in_circle = x * x + y * y <= 1.0
  end function in_circle
end program monte_carlo_pi
