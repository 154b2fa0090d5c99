! Linked with the archive, of which it takes nothing with coarrays.
program plain
  use kinds, only: dp
  implicit none
  print '(f0.1)', 1.5_dp
  stop 3
end program
