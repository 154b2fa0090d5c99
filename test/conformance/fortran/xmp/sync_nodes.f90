! feature: XcalableMP sync_image and sync_images with nodes of an array
program sync_nodes
  implicit none
  include 'xmp_lib.h'
!$xmp nodes p(*)
!$xmp nodes q(1, *)
  integer :: me, n, other, a[*]
  integer, parameter :: one = 1
  me = xmp_node_num()
  n = xmp_num_nodes()
  other = 3 - me
  a = 0
  sync all
  if (n > 1 .and. me <= 2) then
    a[other] = me
!$xmp sync_image(p(other))
    if (a /= other) error stop 1
!$xmp sync_image(q(one, other))
    a[other] = 10*me
!$xmp sync_images(p(1:2))
    if (a /= 10*other) error stop 2
  end if
!$xmp sync_images(p)
  if (mod(me, 2) == 1) then
    if (me + 2 <= n) a[me + 2] = me
!$xmp sync_images(p(::2))
    if (me > 2 .and. a /= me - 2) error stop 3
  end if
  call variables()
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  ! A variable of the name hides the array.
  subroutine variables()
    integer :: p(2)
    p = [1, 2]
    if (n > 1 .and. me <= 2) then
!$xmp sync_image(p(other))
    end if
  end subroutine variables
end program sync_nodes
