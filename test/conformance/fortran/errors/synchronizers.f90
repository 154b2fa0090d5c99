! feature: diagnostics: declarations
program synchronizers
  use, intrinsic :: iso_fortran_env
  implicit none
  type :: inner
    type(lock_type) :: lock
  end type
  type :: outer
    type(inner) :: part(2)
  end type
  type :: fine
    type(lock_type), allocatable :: lock(:)[:]
  end type
  type(outer) :: good[*]
  type(fine) :: own
  ! expect-error: has a component of type lock_type in it and must be a coarray
  type(outer) :: bad
  type(lock_type) :: l[*]
  ! expect-error: more than fifteen
  integer :: many(2,2,2,2,2,2,2,2)[2,2,2,2,2,2,2,*]
  ! expect-error: own statements change it
  l = lock_type()
  ! expect-error: own statements change it
  good%part(1)%lock = l
end program
