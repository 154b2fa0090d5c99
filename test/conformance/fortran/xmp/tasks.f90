! feature: XcalableMP directives: tasks
! Tasks run side by side: one of the first waits for one of the second.
program tasks
  use iso_fortran_env, only: event_type
  implicit none
!$xmp nodes p(*)
  integer :: me, n, part, k
  type(event_type) :: ready[*]
  integer :: a[*]
  me = this_image()
  n = num_images()
  part = 0
  a = me
  if (n > 1) then
!$xmp tasks
!$xmp task on p(1)
    part = 1
    if (num_images() /= 1) error stop 1
!$xmp post(p(1), 3)
!$xmp end task
!$xmp task on p(2:n)
    part = 2
    if (num_images() /= n - 1) error stop 2
    do k = 1, num_images()
      if (a[k] /= k + 1) error stop 3
    end do
!$xmp barrier
!$xmp end task
!$xmp end tasks
    if (part /= merge(1, 2, me == 1)) error stop 4
    if (me == 1) then
!$xmp wait(p(1), 3)
    end if
    ! Three, one of them empty for most, one nested in another.
!$xmp tasks
!$xmp task on p(1)
    part = 10
!$xmp end task
!$xmp task on p(2:)
!$xmp tasks
!$xmp task on p(2)
    part = 11
!$xmp end task
!$xmp task on p(n)
    part = 12
!$xmp end task
!$xmp end tasks
!$xmp end task
!$xmp end tasks
    if (part /= merge(10, merge(12, merge(11, 2, me == 2), me == n), me == 1)) error stop 5
  end if
  if (num_images() /= n) error stop 6
  sync all
  if (me == 1) print '(a)', 'PASS'
end program tasks
