! conformance: images=1,2
! feature: messages of the Fortran runtime
! What the compiler's runtime says of an allocation that fails names this file, not the generated one.
! expect-exit: nonzero
! expect-stderr: stop/allocation_names_the_source.f90
program allocation_names_the_source
  implicit none
  integer :: x[*]
  real, allocatable :: a(:)
  integer(8) :: n
  x = 1
  sync all
  n = 2_8**55 + x[num_images()]
  allocate (a(n))
  a(n) = x
  sync all
  print *, a(n)
end program
