! feature: XcalableMP branches into tasks
program branches
  use iso_fortran_env, only: lock_type
  implicit none
!$xmp nodes p(*)
  integer :: i, k
  type(lock_type) :: l[*]
  i = 0
! expect-error: this leads into a task construct without passing its beginning [C0411]
  if (num_images() > 100) go to 10
!$xmp task on p(1)
  i = 1
10 i = i + 1
  if (i < 3) go to 10
!$xmp end task
! expect-error: this leads into a tasks construct without passing its beginning [C0411]
  if (i - 1) 20, 30, 30
!$xmp tasks
!$xmp task on p(1)
! expect-error: leaves a task construct
! expect-error: this leads into a task construct without passing its beginning [C0411]
  go to 20
!$xmp end task
!$xmp task on p(1)
20 i = 2
!$xmp end task
!$xmp end tasks
30 continue
! expect-error: this leads into a CRITICAL construct without passing its beginning [C0126]
  if (num_images() > 100) go to 40
  critical
40  i = 3
    do k = 1, 2
      if (k == 1) cycle
    end do
  end critical
! expect-error: the step of a set of nodes cannot be 0
!$xmp barrier on p(1:2:0)
! expect-error: bcast cannot work on objects of type lock_type
!$xmp bcast(l)
end program branches
