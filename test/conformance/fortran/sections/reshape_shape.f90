! conformance: images=1,2,3,5,8
! feature: coindexed sections as SHAPE and ORDER of RESHAPE
! F2018 16.9.163: SHAPE has a constant size, which the bounds of the coarray give.
program reshape_of_a_section
  implicit none
  type :: t
    integer :: n(2)
  end type
  integer, parameter :: two = 2
  integer, save :: s(two)[*], wide(0:3)[*], table(2, -1:0)[*], ord(2)[*]
  type(t), save :: x[*], y(2)[*]
  integer :: a(4), b(2, 2), k, one
  one = 1
  s = 2; wide = [9, 2, 2, 9]; a = [1, 2, 3, 4]; ord = [2, 1]
  table(1, :) = 2; table(2, :) = 0
  x%n = 2; y(1)%n = 2; y(2)%n = 0
  sync all
  k = num_images()
  b = reshape(a, s(:)[k])
  if (any(b(:, 2) /= [3, 4])) error stop 1
  b = reshape(a, s(1:)[k])
  if (any(b(:, 2) /= [3, 4])) error stop 2
  b = reshape(a, shape=s(:2)[1], order=ord(:)[k])
  if (any(b(2, :) /= [3, 4])) error stop 3
  b = reshape(a, wide(1:2)[k])
  if (any(b(:, 2) /= [3, 4])) error stop 4
  b = reshape(a, table(one, :)[k])
  if (any(b(:, 2) /= [3, 4])) error stop 5
  b = reshape(a, x[k]%n)
  if (any(b(:, 2) /= [3, 4])) error stop 6
  b = reshape(a, x[k]%n(:))
  if (any(b(:, 2) /= [3, 4])) error stop 7
  b = reshape(a, y(one)[k]%n(1:2))
  if (any(b(:, 2) /= [3, 4])) error stop 8
  call inner()
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine inner()
    if (sum(reshape(a, s(:)[k])) /= 10) error stop 9
    if (any(shape(reshape(a, s(:)[k])) /= 2)) error stop 10
    do k = 1, num_images()
      b = reshape(a, s(:)[k])
      if (any(b(:, 2) /= [3, 4])) error stop 11
    end do
    do concurrent (k = 1:num_images())
      if (any(reshape(a, s(:)[k]) /= b)) error stop 12
    end do
  end subroutine
end program
