! feature: diagnostics: declarations
module extensions
  use iso_fortran_env
  implicit none
  type :: plain
    integer :: i
  end type
  type :: halo
    real, allocatable :: edge(:)[:]
  end type
  ! expect-error: 'grid' has a coarray component, but the type 'plain' that it extends has none
  type, extends(plain) :: grid
    real, allocatable :: u(:, :)[:]
  end type
  ! expect-error: 'guarded' has a component of type lock_type, but the type 'plain' that it extends has none
  type, extends(plain) :: guarded
    type(lock_type) :: lock
  end type
  type, extends(halo) :: wider_halo
    real, allocatable :: corner(:)[:]
  end type
  type, extends(plain) :: fine
    type(halo), pointer :: elsewhere
  end type
end module extensions
