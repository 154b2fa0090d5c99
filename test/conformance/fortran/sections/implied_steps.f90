! conformance: images=1,2,3
! feature: implied loops with coindexed arguments
! Implied loops in arguments of functions: steps that are variables, loops that run down, empty ones.
module values
  implicit none
  type :: item
    integer :: n = 0
    character(6) :: name = ' '
    integer, allocatable :: a(:)
  end type
contains
  pure integer function width(c)
    character(3), intent(in) :: c
    width = len_trim(c) + ichar(c(1:1))*0
  end function
  pure integer function any_rank(x)
    integer, intent(in) :: x(..)
    any_rank = size(x)*10 + rank(x)
  end function
  pure integer function total(x)
    integer, intent(in) :: x(:)
    total = sum(x)
  end function
end module
program implied
  use values
  implicit none
  character(3), save :: c(6)[*]
  integer, save :: a(4, 6)[*]
  type(item), save :: t(3)[*]
  integer :: i, k, s, n
  integer, allocatable :: r(:)
  k = num_images()
  s = 2
  n = 0
  c = [character(3) :: 'a', 'bb', 'ccc', 'd', 'ee', 'fff']
  a = reshape([(i*this_image(), i = 1, 24)], [4, 6])
  t%n = [1, 2, 3]*this_image()
  do i = 1, 3
    t(i)%a = [i, i]*this_image()
  end do
  sync all
  r = [(width(c(i)[k]), i = 1, 6, s)]
  if (any(r /= [1, 3, 2])) error stop 1
  r = [(width(c(i)[k]), i = 6, 1, -s)]
  if (any(r /= [3, 1, 2])) error stop 2
  r = [(width(c(i)[k]), i = 6, n + 1, -1), (width(c(i)[k]), i = 1, n, s), 7]
  if (any(r /= [3, 2, 1, 3, 2, 1, 7])) error stop 3
  r = [(width(c(i)[k]), i = 1, n, s)]
  if (size(r) /= 0) error stop 4
  r = [(any_rank(a(:, i)[k]), i = 1, 6, s)]
  if (any(r /= 41)) error stop 5
  r = [(total(a(:, i)[k]), i = 6, 1, -s)]
  if (any(r /= k*[(16*i - 6, i = 6, 1, -2)])) error stop 6
  r = [(sum(t(i)[k]%a), i = 3, 1, -s)]
  if (any(r /= k*[6, 2])) error stop 7
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
