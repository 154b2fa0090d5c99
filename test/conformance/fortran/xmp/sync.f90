! feature: XcalableMP directives: synchronisation
program synchronisation
  use iso_fortran_env, only: lock_type
  implicit none
!$xmp nodes p(*)
  integer :: me, n, next, before, i, list(5)
  integer :: x[*], count[*]
  type(lock_type) :: l[*]
  me = this_image()
  n = num_images()
  next = mod(me, n) + 1
  before = mod(me + n - 2, n) + 1
  x = 0
  count = 0
!$xmp sync_all
  x[next] = me
!$xmp post(p(next), 7)
!$xmp wait(p(before), 7)
  if (x /= before) error stop 1
!$xmp post(p(next), me)
!$xmp wait(p(before))
!$xmp post(p(next), 1)
!$xmp wait
!$xmp barrier
  if (n > 1) then
    if (me == 1) then
      do i = 2, n
!$xmp sync_image(i)
      end do
    else
!$xmp sync_image(1)
    end if
!$xmp sync_images(*)
    list = 0
    list(1:2) = [before, next]
    if (n > 2) then
!$xmp sync_images(2, list)
    end if
!$xmp sync_memory
  end if
!$xmp sync_images(*)
  do i = 1, 20
!$xmp lock(l[1])
    count[1] = count[1] + 1
!$xmp unlock(l[1])
  end do
!$xmp barrier()
  if (me == 1 .and. count /= 20*n) error stop 2
!$xmp barrier on p(1:n)
  if (me == 1) print '(a)', 'PASS'
end program synchronisation
