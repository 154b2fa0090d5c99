! feature: diagnostics: allocation
program allocate_coarray
  implicit none
  integer, allocatable :: a(:)[:], b(:), c(:)[:, :]
  ! expect-error: 'a'
  allocate (a(3))
  ! expect-error: 'b'
  allocate (b(3)[*])
  ! expect-error: 'c'
  allocate (c(3)[*])
  ! expect-error: coindexed
  deallocate (a(:)[1])
  allocate (a(3)[*], c(2)[1, *])
end program allocate_coarray
