program later
  use iso_fortran_env
  implicit none
  type(notify_type) :: done[*]
  integer :: i[*]
  i[1, notify=done[1]] = 3
  notify wait (done)
end program
