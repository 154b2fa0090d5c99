! conformance: images=1,2,3
! feature: coarray dummy arguments
! A SAVE statement without a list says nothing of dummy arguments and what belongs to them.
program blanket_save
  implicit none
  integer, save :: a(2)[*], b(2)[*]
  integer, allocatable :: c(:)[:]
  allocate (c(2)[*])
  a = 1
  b = 2
  c = 3
  sync all
  call s(a, 1)
  call s(b, 2)
  call s(c, 3)
  call s(a, 1)
  call t(c, 3)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine s(x, v)
    integer :: x(:)[*], v
    integer :: own[*]
    save
    own = v
    sync all
    if (any(x(:)[num_images()] /= v) .or. own[1] /= v) error stop 'assumed shape'
    if (x(2)[1] /= v) error stop 'element'
    sync all
  end subroutine
  subroutine t(x, v)
    integer, allocatable :: x(:)[:]
    integer :: v, passed
    save
    if (x(2)[1] /= v) error stop 'allocatable'
    passed = 0
    critical
      passed = passed + v
    end critical
    if (passed /= v) error stop 'critical'
  end subroutine
end program
