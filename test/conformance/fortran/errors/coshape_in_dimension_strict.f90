! feature: pre-standard usage
! build-args: -std=f2018
module coshape_in_dimension_strict
  implicit none
  ! expect-error: the DIMENSION attribute has no coshape in the standard
  real, dimension(4)[*], save :: x
  type t
    ! expect-error: the DIMENSION attribute has no coshape in the standard
    real, allocatable, dimension(:)[:] :: part
  end type
end module
