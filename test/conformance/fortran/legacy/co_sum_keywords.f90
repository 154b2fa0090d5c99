! conformance: images=1,2,3
! feature: pre-standard usage
! The keywords of an early compiler's collectives.
program co_sum_keywords
  implicit none
  integer :: q, s, m, n, stat
  q = this_image()
  n = num_images()
  call co_sum(source=q, result=s)
  if (s /= n*(n + 1)/2 .or. q /= this_image()) error stop 1
  call co_max(result=m, source=q + 1, stat=stat)
  if (m /= n + 1 .or. stat /= 0) error stop 2
  s = this_image()
  call co_sum(source=q, result=s, result_image=1)
  if (this_image() == 1 .and. s /= n*(n + 1)/2) error stop 3
  s = this_image()
  call co_broadcast(source=s, source_image=n)
  if (s /= n) error stop 4
  if (this_image() == 1) print '(a)', 'PASS'
end program
