! conformance: images=1,2,3,5
! feature: coindexed in expressions
! The first executable statement assigns to an element of an array of the host or of a module: it
! looks like a statement function, and is none. In BLOCK there are no statement functions (F2018
! C1107).
module m
  implicit none
  integer, save :: x(5)[*]
  integer, save :: i = 3, k = 1
contains
  subroutine first()
    x(i) = 1 + x(2)[k]
  end subroutine
end module
module n
contains
  subroutine third()
    use m, only: x, j => i, k
    x(j) = x(2)[k] + x(1)[k]
  end subroutine
end module
program first_element
  use m
  use n
  implicit none
  integer :: y(2)[*], h(5), me
  me = this_image()
  x = me
  y = 4
  h = 0
  sync all
  call first()
  if (x(3) /= 2) error stop 'of the module'
  call inner()
  call third()
  if (x(3) /= 2) error stop 'by USE'
  call is_one()
  block
    x(i) = x(2)[k] + 5
    y(i-1) = x(i)[me]
  end block
  if (y(2) /= 6) error stop 'in BLOCK'
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine inner()
    h(i) = x(1)[k] + 7
    if (h(3) /= 8) error stop 'of the host'
  end subroutine
  subroutine is_one()
    integer :: g, a
    g(a) = a + 1
    if (g(3) /= 4) error stop 'a statement function'
  end subroutine
end program
