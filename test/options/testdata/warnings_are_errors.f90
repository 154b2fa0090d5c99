! options: -Wall -Wextra -Werror -pedantic -Warray-temporaries -Wconversion-extra -Wrealloc-lhs-all
! Generated text causes no warnings.
module types
  implicit none
  type t
    integer, allocatable :: a(:)
    integer :: k = 1
  end type
end module
program p
  use types, only: t
  implicit none
  type(t), save :: z[*]
  type(t) :: w
  integer, save :: b(4, 4)[*]
  integer, allocatable :: c(:)[:]
  allocate (z%a(2), source=1)
  allocate (c(3)[*])
  c(:) = 3
  b(:, :) = 1
  sync all
  w = z[num_images()]
  b(2, 2:4)[this_image()] = c(1:3)[this_image()]
  if (sum(w%a) /= 2 .or. w%k /= 1 .or. sum(b) /= 22) error stop
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
