! conformance: images=1,2,3
! feature: coindexed in do concurrent
! A coindexed object in a BLOCK of DO CONCURRENT, where nothing impure may stand.
program concurrent_block
  implicit none
  integer :: p(8)[*], me, j
  me = this_image()
  do concurrent (j = 1:num_images())
    block
      integer :: t
      t = me
      p(me)[j] = t
    end block
  end do
  sync all
  if (any(p(1:num_images()) /= [(j, j = 1, num_images())])) error stop 'put'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
