program later
  use iso_fortran_env
  implicit none
  type t
    real, allocatable :: a(:)
  end type
  type(t) :: x[*]
  type(team_type) :: team
  integer :: i[*]
  form team (1, team)
  print *, x[1]%a(1)
  i[1, stat=i] = 3
  print *, failed_images()
end program
