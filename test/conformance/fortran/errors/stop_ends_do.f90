! feature: diagnostics: STOP
program stop_ends_do
  implicit none
  integer :: i, x[*]
  x = 0
  do 10 i = 1, 3
    x = x + i
    ! expect-error: STOP cannot be the last statement of a DO
10  stop
  do 20 i = 1, 3
    x = x + i
    ! expect-error: STOP cannot be the last statement of a DO
20  error stop 'too many'
  do 30 i = 1, 3
    if (x[1] > 100) stop
30  continue
  do 40 i = 1, 3
    x = x + i
40  if (x[1] > 100) error stop
end program stop_ends_do
