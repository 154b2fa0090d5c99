! feature: XcalableMP directives: asynchronous reductions and broadcasts
module waits_later
  implicit none
contains
  ! The operation goes on when the procedures have returned.
  subroutine begin(v, id)
    real(8), intent(inout) :: v(:)
    integer, intent(in) :: id
!$xmp reduction(max : v) async(id)
  end subroutine begin

  subroutine pass(v, w)
    real(8), intent(inout) :: v(:)
    integer, intent(inout) :: w
    call begin(v, 7)
    call scalar(w)
  end subroutine pass

  subroutine scalar(w)
    integer, intent(inout) :: w
!$xmp reduction(+ : w) async(7)
  end subroutine scalar
end module waits_later

program async
  use waits_later
  implicit none
!$xmp nodes p(*)
  integer :: me, n, i, k, sum, x, b, w, big(3000), c(4)[*]
  real(8) :: y(6), z(3)
  logical :: l
  complex :: q

  me = this_image()
  n = num_images()
  sum = n*(n + 1)/2
  x = me
  w = me
  y = me*[1, 2, 3, 4, 5, 6]
  z = [me, -me, 3]
  big = me
  c = me
  l = me > 1
  q = (1, 2)
!$xmp reduction(+ : x, y(1:6:2), c(2:3)) async(1)
!$xmp bcast(big) from p(n) async(2)
!$xmp reduction(.and. : l) on p async(n + 7)
!$xmp reduction(+ : q) async(n + 7) on p
  call pass(z, w)
  k = 0
  do i = 1, 10
    k = k + i
  end do
!$xmp wait_async(1, n + 7)
  if (x /= sum .or. l .or. q /= n*(1, 2)) error stop 'scalars'
  if (any(y(1:6:2) /= sum*[1, 3, 5]) .or. any(y(2:6:2) /= me*[2, 4, 6])) error stop 'sections'
  sync all
  if (any(c(:)[n] /= [n, sum, sum, n])) error stop 'coarray'
!$xmp wait_async(7) on p
  if (any(z /= [n, -1, 3]) .or. w /= sum .or. k /= 55) error stop 'dummy arguments'
!$xmp wait_async(2)
  if (any(big /= n)) error stop 'broadcast'

  do i = 1, 100
    x = i
    b = me
!$xmp reduction(+ : x) async(mod(i, 3))
!$xmp bcast(b) async(mod(i, 3))
!$xmp wait_async(mod(i, 3))
    if (x /= i*n .or. b /= 1) error stop 'loop'
  end do
!$xmp task on p(1)
!$xmp reduction(+ : me) async(1)
!$xmp wait_async(1)
!$xmp end task
  if (me /= this_image()) error stop 'task'
!$xmp gmove in async(5)
  big(1:2) = c(2:3)[n]
!$xmp wait_async(5)
  if (any(big(1:2) /= sum)) error stop 'gmove'
  sync all
  if (me == 1) print '(a)', 'PASS'
!$xmp reduction(+ : me) async(1)
end program async
