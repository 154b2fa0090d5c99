! conformance: images=2
! feature: allocatable coarrays, assignment
! expect-exit: nonzero
! expect-stderr: assignment_changes_shape.f90:12
! An intrinsic assignment must not change the shape of a coarray (F2018 10.2.1.2). The message, or
! a note behind it, names the statement.
program assignment_changes_shape
  implicit none
  integer, allocatable :: u(:)[:]
  allocate (u(10)[*])
  u = 1
  u = [u, 2]
end program
