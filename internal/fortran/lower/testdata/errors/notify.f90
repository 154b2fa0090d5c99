program notifications
  use iso_fortran_env
  implicit none
  type(notify_type) :: done[*]
  integer :: i(3)[*], k
  i(1)[1, notify=done[1]] = 3
  k = i(1)[1, notify=done]
  where (i > 0) i(:)[1, notify=done] = 3
end program
