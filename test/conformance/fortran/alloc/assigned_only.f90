! conformance: images=1,2,4
! feature: allocate with bounds and cobounds
! expect-exit: nonzero
! expect-stderr: assigned_only.f90:12: image selector: the coarray is not in memory that images share [R0306]
! An assignment does not allocate a coarray (F2018 10.2.1.2): what is then referred to on other images is nobody's.
program assigned_only
  implicit none
  integer(8), allocatable :: first[:]
  first = 10*this_image()
  sync all
  if (this_image() == num_images()) then
    print *, first[1]
  end if
  sync all
end program
