! How many elements the arrays of stream.f90 have. `coral bench micro` replaces
! this file by one that fits the machine: arrays larger than its last cache.
module stream_size
  implicit none
  integer, parameter :: elements = 6 * 1024 * 1024
end module
