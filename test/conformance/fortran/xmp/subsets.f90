! feature: XcalableMP directives: nodes
! conformance: images=4,6
! Node arrays made of nodes of others, several in one directive, and '*' as a subscript.
program subsets
  implicit none
!$xmp nodes p(2, *), line(*)
!$xmp nodes column(2) = p(:, *)
!$xmp nodes row(*) = p(*, :)
!$xmp nodes half(2) = line(3:4), pair(1, 2) = half
  integer :: me, n, i, j, k, v, on
  integer :: x[*]
  me = this_image()
  n = num_images()
  i = mod(me - 1, 2) + 1
  j = (me + 1)/2
  do k = 1, 2
     v = me
!$xmp bcast(v) from column(k) on column
     if (v /= 2*(j - 1) + k) error stop 1
  end do
  v = me
!$xmp reduction(max : v) on row
  if (v /= n - 2 + i) error stop 2
  v = me
!$xmp reduction(- : v) on p(*, :)
  if (v /= n/2*(i + n/2 - 1)) error stop 3
  x = me
  sync all
!$xmp task on row(:)
  if (num_images() /= n/2 .or. this_image() /= j) error stop 4
  if (x[1] /= i) error stop 5
!$xmp end task
  on = 0
!$xmp task on pair(1, 2)
  on = 1
!$xmp end task
  if (on /= merge(1, 0, me == 4)) error stop 6
  call executing
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine executing
!$xmp nodes q(*) = *
!$xmp nodes others(*) = q(2:)
    v = me
!$xmp reduction(+ : v) on others
    if (v /= merge(1, n*(n + 1)/2 - 1, me == 1)) error stop 7
  end subroutine executing
end program subsets
