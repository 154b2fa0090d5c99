! conformance: images=1,2,3
! feature: character coarray
! Character functions as SOURCE of deferred-length coarrays.
program p
  implicit none
  character(:), allocatable :: name[:], other[:]
  character(20) :: c = 'ab'
  integer :: n = 10
  allocate (name[*], source=repeat('x', n))
  allocate (other[*], source=trim(c))
  if (len(name) /= 10 .or. name /= 'xxxxxxxxxx' .or. other /= 'ab') error stop 1
  if (this_image() == 1) print '(a)', 'PASS'
end program
