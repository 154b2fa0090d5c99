! conformance: images=1,2
! feature: coindexed object
! A WHERE construct with coindexed objects in two of its statements, where the program overloads +
! for a type, and operands are associate names for values of intrinsic type.
module boxes
  implicit none
  type box
    integer :: n
  end type
  interface operator(+)
    module procedure plus
  end interface
contains
  integer function plus(a, k)
    type(box), intent(in) :: a
    integer, intent(in) :: k
    plus = a%n + k
  end function plus
end module boxes

program where_overloaded
  use boxes
  implicit none
  integer, save :: z(5, 5)[*], w(5)[*]
  integer :: l(10), i
  z = 1
  z(2::2, :) = 2
  w = [(10*i, i = 1, 5)]
  l = [(i, i = 1, 10)]
  sync all
  associate (one => maxval(z(1:5:2, 2)) + 1, two => size(w) - 5, three => one1(1), &
             four => merge(1, w(1), l(1) < 5) + 3, &
             five => [(l(i)*2, i = 1, 3)] + 0)
    where (z(:, 1) == 1)
      z(:, 1) = l([1, 2, two + w(1)[num_images()], 1, one])
    elsewhere
      z(:, 1) = w(:)[1]
    end where
    if (any(z(:, 1) /= [1, 20, 10, 40, 2])) error stop 1
    where (z(:, 2) == 1)
      z(:, 2) = l([1, 2, three + w(1)[1] - 1, 1, 2])
    elsewhere
      z(:, 2) = -w(:)[num_images()]
    end where
    if (any(z(:, 2) /= [1, -20, 10, -40, 2])) error stop 2
    where (z(:, 3) == 1)
      z(:, 3) = l([1, 2, four + w(1)[1] - 10, 1, 2])
    elsewhere
      z(:, 3) = -w(:)[num_images()]
    end where
    if (any(z(:, 3) /= [1, -20, 4, -40, 2])) error stop 4
    where (z(:, 4) == 1)
      z(:, 4) = l([1, 2, five(2) + w(1)[1] - 10, 1, 2])
    elsewhere
      z(:, 4) = -w(:)[num_images()]
    end where
    if (any(z(:, 4) /= [1, -20, 4, -40, 2])) error stop 5
  end associate
  sync all
  if (box(3) + 4 /= 7) error stop 3
  if (this_image() == 1) print '(a)', 'PASS'
contains
  pure integer function one1(i)
    integer, intent(in) :: i
    one1 = i
  end function one1
end program where_overloaded
