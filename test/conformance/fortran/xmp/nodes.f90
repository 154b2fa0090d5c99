! feature: XcalableMP directives: nodes
! conformance: images=2,4,6
! Grids of nodes, in a module, and of the executing nodes.
module grid
  implicit none
!$xmp nodes p(2, *)
  integer :: x[*]
contains
  ! The sum over this image's column of the grid.
  integer function column(value) result(total)
    integer, intent(in) :: value
    integer :: j
    j = (this_image() + 1)/2
    total = value
!$xmp task on p(:, j)
    if (num_images() /= 2) error stop 1
!$xmp reduction(+ : total)
!$xmp end task
  end function column
end module grid

program node_arrays
  use grid
  implicit none
  integer :: me, n, i, j, rows, row
!$xmp nodes q(num_images()/2, 2)
  me = this_image()
  n = num_images()
  if (column(me) /= 4*((me + 1)/2) - 1) error stop 2
  i = mod(me - 1, 2) + 1
  j = (me + 1)/2
  rows = n/2
!$xmp task on p(i, :)
  if (num_images() /= rows .or. this_image() /= j) error stop 3
  x = me
  sync all
  if (x[rows] /= 2*(rows - 1) + i) error stop 4
  ! Of the executing nodes.
!$xmp nodes r(*) = *
!$xmp task on r(1)
  if (me > 2) error stop 5
!$xmp end task
!$xmp end task
!$xmp task on q(1, 1:2)
  if (num_images() /= 2) error stop 6
  if (this_image() /= merge(1, 2, me == 1)) error stop 7
!$xmp end task
  row = -1
!$xmp bcast(me) from p(2, rows)
  if (me /= n) error stop 8
!$xmp task on p
  if (num_images() /= n) error stop 9
!$xmp end task
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program node_arrays
