! conformance: images=1,2,4
! feature: continuation lines, labels, semicolons
! Semicolons between statements on continuation lines (F2018 6.3.2.4, 6.3.2.5): some of the statements become other lines, and
! no mark of a continuation may be left between them.
program semicolons
  implicit none
  integer, save :: c[*]
  integer :: first, last, sum, k
  c = this_image() ; sync all
  first = c[1] &
    & ; last = c[num_images()] &
    ; if (first /= 1) error stop 1 &
    &; sync all
  if (last /= num_images()) error stop 2; sum = 3 &

    ! a remark; with & in it
    & ; sync all; k = this_image(c, 1) &
    &; if (k /= this_image()) error stop 3
  first = 1; &
    last = 4
  last = 2 ; ; & ! one more
    &; sum = 4 ; &
    & first = c[num_images()] ; &
    sum = sum + 1 ; &
    sync all
  if (first /= num_images() .or. last /= 2 .or. sum /= 5) error stop 4
  sum = 4 &
    ; first = c[1]
  if (first == c[1]) then &
    ; sum = 8 &
    ; end if ; do k = 1, 2 &
    ; sum = sum + c[1] ; &
    end do
  if (sum /= 10) error stop 5
  sync all
  local: block ; integer, allocatable :: a(:)[:] ; &
    allocate (a(3)[*]) ; &
    a = c[1] &
    ; sync all ; sum = 0 &
    ; do k = 1, num_images() ; sum = sum + a(2)[k] &
    ; end do ; end block local
  if (sum /= num_images()) error stop 6
  select case (this_image()) ; case (1) &
    ; c[num_images()] = 20 &
    ; end select &
    ; sync all
  if (c[num_images()] /= 20) error stop 7
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
