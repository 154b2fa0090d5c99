! conformance: images=1,2
! feature: an array assignment that names a coarray both locally and coindexed, and a component behind a selector whose value a function gives
! Such a statement is written twice, for this image and for others. Both use the same pointers to components, and the same value of the function.
program same_coarray_by_function
  implicit none
  type box
    integer, allocatable :: d(:)
  end type
  type(box), save :: b[*]
  integer, save :: z(5)[*]
  integer :: i, n, l(5), calls
  b%d = [1, 2, 3, 4, 5]
  z = [10, 20, 30, 40, 50]
  l = 1; calls = 0
  n = num_images()
  sync all
  if (this_image() == 1) then
    b[f(n)]%d(1:4:3) = l(2:3) + z(1:4:3)[this_image()] - z(2)
    if (calls /= 1) error stop 'calls'
    l = b[n]%d
    if (any(l /= [-9, 2, 3, 21, 5])) error stop 'components'
    do i = 1, 3
      z(i:i+1)[n] = b[n]%d(i:i+1) + z(i+1:i+2) + z(i+1)
    end do
    l = z(:)[n]
    if (n == 1 .and. any(l /= [31, 62, 83, 111, 50])) error stop 'own'
    if (n > 1 .and. any(l /= [31, 62, 83, 111, 50])) error stop 'other'
    do i = 1, 3
      z(i:i+1) = b[n]%d(i:i+1) + z(i+1:i+2)[1 + mod(i, min(n, 2))]
      z(i:i+1)[1] = b[n]%d(i+1:i+2) + z(i+1:i+2)
    end do
    if (n == 1 .and. any(z /= [87, 117, 92, 55, 50])) error stop 'loop, own'
    if (n > 1 .and. any(z /= [87, 46, 92, 55, 50])) error stop 'loop, other'
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  integer function f(i)
    integer, intent(in) :: i
    calls = calls + 1
    f = i
  end function
end program
