program t
  integer :: i
  i = 1
  real :: late
  else
  end if
  case (1)
  outer: do i = 1, 3
  end do inner
  outer2: do
  end do
  do
  end do foo
  if (i > 0) then
    do i = 1, 3
  end if
  select case (i)
    i = 3
  case (1)
    i = 2
  type is (integer)
  end select
  if (i) then
  else
  else if (j) then
  end if
  do 10 i = 1, 3
    i = 2
  do 20 i = 1, 2
  20 end do
  block
end program
subroutine unfinished
  critical
    i = 1
