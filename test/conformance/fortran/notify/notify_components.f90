! conformance: images=1,2,3
! feature: notify= with a coarray that is a component, with an associate name, and in a team
program notify_components
  use, intrinsic :: iso_fortran_env, only: notify_type, team_type
  implicit none
  type parts
    integer(1) :: pad
    type(notify_type) :: n(0:1)
  end type
  type holder
    type(parts), allocatable :: x(:)[:]
  end type
  type outer
    integer :: i
    type(holder) :: h
  end type
  type(holder) :: o
  type(outer) :: deep
  type(parts), save :: whole(2)[*]
  type(team_type) :: same
  integer, save :: box(3)[*]
  integer :: next, left, n

  n = num_images()
  next = mod(this_image(), n) + 1
  left = modulo(this_image() - 2, n) + 1
  allocate (o%x(2:4)[*])
  allocate (deep%h%x(1)[*])
  sync all
  box(1)[next, notify=o%x(3)%n(1)] = this_image()
  notify wait (o%x(3)%n(1))
  if (box(1) /= left) error stop 'FAIL: component'
  sync all
  box(2:)[next, notify=deep%h%x(1)%n(0)] = -this_image()
  notify wait (deep%h%x(1)%n(0))
  if (any(box(2:) /= -left)) error stop 'FAIL: component of a component'
  sync all
  associate (a => whole, b => o%x)
    box(2)[next, notify=a(2)%n(0)] = 10 * this_image()
    notify wait (a(2)%n(0))
    if (box(2) /= 10 * left) error stop 'FAIL: associate name'
    sync all
    box(3)[next, notify=b(4)%n(0)] = 11 * this_image()
    notify wait (b(4)%n(0))
    if (box(3) /= 11 * left) error stop 'FAIL: associate name of a component'
    sync all
  end associate
  form team (1, same)
  change team (same)
    box(1)[next, notify=o%x(2)%n(0)] = 12 * this_image()
    notify wait (o%x(2)%n(0))
    if (box(1) /= 12 * left) error stop 'FAIL: team'
    sync all
  end team
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
