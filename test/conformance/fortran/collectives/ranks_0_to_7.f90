! conformance: images=1,2,3,5
! feature: collectives over arrays of any rank
program ranks_0_to_7
  implicit none
  integer :: a0, a1(3), a2(2,3), a3(2,1,2), a4(1,2,1,2), a5(2,1,1,1,2), a6(1,1,2,1,1,2), a7(2,1,1,2,1,1,2), n, me, t
  n = num_images(); me = this_image(); t = n * (n + 1) / 2
  a0 = me; a1 = me; a2 = me; a3 = me; a4 = me; a5 = me; a6 = me; a7 = me
  call co_sum(a0); call co_sum(a1); call co_sum(a2); call co_sum(a3); call co_sum(a4); call co_sum(a5); call co_sum(a6); call co_sum(a7)
  if (a0 /= t .or. any(a1 /= t) .or. any(a2 /= t) .or. any(a3 /= t)) error stop 'sum 0 to 3'
  if (any(a4 /= t) .or. any(a5 /= t) .or. any(a6 /= t) .or. any(a7 /= t)) error stop 'sum 4 to 7'
  a7 = me; a6 = me; a5 = me
  a7(2,1,1,:,1,1,2) = -me
  call co_max(a7); call co_min(a6); call co_reduce(a5, biggest)
  if (any(a7(1,:,:,:,:,:,:) /= n) .or. any(a7(2,1,1,:,1,1,2) /= -1) .or. any(a6 /= 1) .or. any(a5 /= n)) error stop 'max, min, reduce'
  a4 = reshape([1, 2, 3, 4], shape(a4)) * me
  call co_broadcast(a4(1,:,1,2:1:-1), n)
  if (any(a4 /= reshape([1, 2, 3, 4], shape(a4)) * n)) error stop 'broadcast of a section'
  if (me == 1) print '(a)', 'PASS'
contains
  pure integer function biggest(x, y)
    integer, intent(in) :: x, y
    biggest = max(x, y)
  end function
end program
