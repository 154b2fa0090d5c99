! conformance: images=1,2,3,5
! feature: coindexed in if, select case
program select_type_case
  implicit none
  type :: base
    integer :: a = 1
  end type
  type, extends(base) :: more
    integer :: b = 2
  end type
  class(base), allocatable :: obj
  character(3) :: w[*]
  integer :: x(4)[*], k, n, me
  n = num_images(); me = this_image(); k = mod(me, n) + 1
  x = me * [1, 2, 3, 4]
  w = merge('one', 'all', me == 1)
  sync all
  allocate (more :: obj)
  select type (obj)
  type is (more)
    obj%b = x(3)[k]
    if (obj%b /= 3 * k) error stop 'type is'
    sync all
    x(4)[k] = obj%b
  class default
    error stop 'class default'
  end select
  sync all
  if (x(4) /= 3 * me) error stop 'put in select type'
  select case (w[k])
  case ('one')
    if (k /= 1) error stop 'one'
  case ('aa':'az')
    if (k == 1) error stop 'all'
  case default
    error stop 'default'
  end select
  select case (x(1)[k] * 2)
  case (:2)
    if (k /= 1) error stop ':2'
  case (3:)
    if (k == 1) error stop '3:'
  end select
  select case (x(1)[k] == 1)
  case (.true.)
    if (k /= 1) error stop 'true'
  case (.false.)
    if (k == 1) error stop 'false'
  end select
  if (me == 1) print '(a)', 'PASS'
end program
