! feature: XcalableMP directives: source forms
program free ; implicit none
  !$xmp nodes p( * )   ! a comment behind a directive
  integer :: me, n, s
  integer :: x[*]
  me = this_image() ; n = num_images()
  s = me ; x = 0
  !$XMP Reduction ( + &
  !$xmp   & : s ) &
  !$xmp on p(1: &
  !$xmp& n)
  if (s /= n*(n + 1)/2) error stop 1
  if (me == 1) then ; s = 0
    !$xmp sync_memory
  else
    s = 1
    !$xmp sync_memory
  end if
  do s = 1, 3
    !$xmp barrier
    if (s == 2) cycle
    !$xmp task on p(1)
    do
      x = x + 1
      exit
    end do
    !$xmp endtask
  end do
  if (x /= merge(2, 0, me == 1)) error stop 2
  !$xmp barrier
  if (me == 1) print '(a)', 'PASS'
end program free
